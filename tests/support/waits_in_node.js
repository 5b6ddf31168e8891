// Values of `Retry-After` (null: none) → the seconds for which a host that always limits requests
// is asked again, in all.
module.exports = async (values) => {
  const totals = [];
  for (const value of values) {
    let total = 0;
    globalThis.setTimeout = (work, ms) => {
      if (ms === 30_000) return 0; // until an answer is given up
      total += ms / 1000;
      return setImmediate(work);
    };
    globalThis.fetch = async () =>
      new Response("", { status: 429, headers: value === null ? {} : { "Retry-After": value } });
    await Rulings.saving.receivePatiently("/", "reload");
    totals.push(total);
  }
  return totals;
};
