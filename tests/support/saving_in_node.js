// The pauses before the pieces of a file, in seconds → the number of pieces received, or null if
// the network counts as silent. Each pause moves the clock.
module.exports = async (pauses) => {
  let now = 0, last = 0;
  const timers = new Map();
  globalThis.setTimeout = (work, ms) => {
    timers.set(last += 1, { end: now + ms, work });
    return last;
  };
  globalThis.clearTimeout = (timer) => timers.delete(timer);
  globalThis.fetch = async (address, { signal }) => {
    const pull = (stream) => {
      if (!pauses.length) return stream.close();
      now += 1000 * pauses.shift();
      for (const { end, work } of timers.values()) if (end <= now) work();
      if (signal.aborted) return stream.error(new Error("aborted"));
      return stream.enqueue(new Uint8Array(1));
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  const body = await Rulings.saving.receive("book/", "reload").catch(() => null);
  return body && body.byteLength;
};
