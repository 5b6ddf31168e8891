// Starts of the worker of a new edition, each with the number of pages that the network sends
// before it falls silent → for each, the pages asked for, the most at a time, whether the edition
// is installed, and how many pages are shown as it has them, as the old one had them, or are left.
// `isCut`: the browser ends while the network is silent. `gone`: a page that the host has no
// longer; `cut`: one that it fails to send.
const { readFileSync } = require("fs"), { runInThisContext } = require("vm");
const SCOPE = "https://rulings.example/";
const PAGE = '<body data-assets="assets/aaaa/" data-end="0a">';
const SHELLS = `rulings ${SCOPE} shell assets/aaaa`;
const state = (installation) => new Response(JSON.stringify({ left: [], installation }));
const MAX_SILENCE_MS = 10_000; // the worker's clock shows this once the network is silent
const wait = setTimeout;

class FakeCache extends Map {
  put = async (key, file) => this.set(String(key), file);
  match = async (key) => this.get(String(key))?.clone();
  keys = async () => [...super.keys()].map((url) => ({ url }));
  delete = async (key) => super.delete(String(key));
}

module.exports = async ({ paths, starts }) => {
  const source = process.argv.find((path) => path.endsWith("saving.js"));
  const worker = ["caches", "shell", "answers"]
    .map((name) => readFileSync(source.replace("saving", `worker/${name}`), "utf-8")).join("\n");
  const caches = new Map(), results = [];
  const open = async (name) => caches.get(name) ?? caches.set(name, new FakeCache()).get(name);
  const match = async (key, { cacheName }) => caches.get(cacheName)?.match(key);
  const keys = async () => [...caches.keys()];
  const clients = { matchAll: async () => [] }, row = [[], 1];
  globalThis.caches = { open, match, keys, delete: async (name) => caches.delete(name) };
  for (const [build, number] of [["old", 1], ["new", 0]]) {
    const shell = await open(`${SHELLS} ${build}`);
    shell.set(`${SCOPE}offline.json`, state(number)).set(`${SCOPE}a`, "");
  }
  Object.assign(globalThis, { clients, registration: { scope: SCOPE, active: {} } });
  for (const path of paths) {
    await (await open(`rulings ${SCOPE} read`)).put(`${SCOPE}${path}/`, new Response());
    await (await open(`${SHELLS} old`.replace("shell", "pages")))
      .put(`${SCOPE}${path}/index.html`, new Response("old"));
  }
  for (const { sends, isCut } of starts) {
    let asked = 0, waiting = 0, most = 0, silence = null, installation = null;
    const isSilent = new Promise((resolve) => {
      silence = resolve;
    });
    globalThis.setTimeout = (work, ms) => !isCut && ms <= MAX_SILENCE_MS && isSilent.then(work);
    globalThis.fetch = async ({ href }) => {
      most = Math.max(most, ++waiting);
      if (++asked >= sends + 8) silence();
      if (asked > sends) await new Promise(() => {});
      await new Promise((resolve) => wait(resolve, 1));
      waiting--;
      if (href.includes("cut")) throw new TypeError("no network");
      return new Response(PAGE, { status: href.includes("gone") ? 404 : 200 });
    };
    globalThis.addEventListener = (type, listener) => {
      const event = { waitUntil: (promise) => (installation = promise) };
      if (type === "install") listener(event);
    };
    globalThis.built = { ASSETS: "assets/aaaa", BUILD: "new", NOT_SAVED: [], SHELL: { a: row } };
    const tested = "completeShells, savedFile, unsavedPages";
    runInThisContext(`{${worker}\nObject.assign(self, { ${tested} });}`);
    await (isCut ? isSilent : installation);
    const shown = await Promise.all(paths.map(async (path) =>
      (await (await self.savedFile(new URL(`${SCOPE}${path}/`)))?.text()) ?? "search"));
    const count = (text) => shown.filter((words) => words === text).length;
    const [[newest]] = await self.completeShells();
    results.push({
      asked, most, installed: newest.endsWith("new"), new: count(PAGE), old: count("old"),
      left: (await self.unsavedPages()).length
    });
  }
  return results;
};
