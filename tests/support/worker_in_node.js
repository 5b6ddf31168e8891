// What the network sends for a page, and whether the page is saved → what the worker shows. `days`:
// since the scripts of the page were first asked for; `has`: whether its files are on the device.
const FOLDER = { complete: "aaaa", other: "bbbb" };
const page = (folder) => `<html lang="en" class="no-js"><body data-assets="../assets/${folder}/">`
  + `<script src="../assets/${folder}/search.js"></script><i data-end="0123ab"></i>`;
const BODIES = {
  complete: page(FOLDER.complete), other: page(FOLDER.other), half: page(FOLDER.other).slice(0, 99),
  login: "<h1>Log in</h1>", own404: page(FOLDER.other)
};

module.exports = async (rows) => {
  const scope = "https://rulings.example/", shell = `rulings ${scope} shell assets/aaaa 0`;
  const state = JSON.stringify({ left: [], installation: 1, pages: [] });
  globalThis.registration = { scope };
  globalThis.addEventListener = () => {};
  globalThis.built = { ASSETS: "assets/aaaa", BUILD: "0", NOT_SAVED: [], EDITION: "", SHELL: {} };
  globalThis.fetch = async () => new Response("", { status: 404 });
  const { readFileSync } = require("fs"), { runInThisContext } = require("vm");
  const source = process.argv.find((path) => path.endsWith("saving.js"));
  for (const name of ["caches", "shell", "answers"])
    runInThisContext(readFileSync(source.replace("saving", `worker/${name}`), "utf-8"));
  const results = [];
  for (const { sends, status, saved, days, has } of rows) {
    const first = String(Date.now() - 86_400_000 * (days ?? 0));
    const files = { "offline.json": state, "first.json": first, ...(has && { "search.js": "" }) };
    const match = async (url) => {
      const body = files[String(url.href ?? url).split("/").at(-1)];
      return body === undefined ? undefined : new Response(body);
    };
    globalThis.caches = { keys: async () => [shell], match, open: async () => ({ match }) };
    const response = sends && new Response(BODIES[sends] ?? "", { status: status ?? 200 });
    const redirection = { type: "opaqueredirect", status: 0 };
    const sent = sends === "redirection" ? redirection : response;
    results.push(await runInThisContext("shownPage")(sent, Boolean(saved)));
  }
  return results;
};
