// Paths of pages that were read → how many the worker asks for at a time when it saves them again,
// and the paths that are saved and missing. `cut`: the network does not send it.
const PAGE = '<html><body data-assets="../assets/aaaa/"><i data-end="0123ab"></i>';

module.exports = async (paths) => {
  const scope = "https://rulings.example/", saved = new Map();
  globalThis.registration = { scope };
  globalThis.addEventListener = () => {};
  globalThis.built = { ASSETS: "assets/aaaa", BUILD: "0", NOT_SAVED: [], EDITION: "", SHELL: {} };
  const cache = {
    put: async (key, file) => saved.set(key, file), delete: async (key) => saved.delete(key)
  };
  globalThis.caches = { open: async () => cache };
  const { readFileSync } = require("fs"), { runInThisContext } = require("vm");
  const source = process.argv.find((path) => path.endsWith("saving.js"));
  for (const name of ["caches", "shell", "answers"])
    runInThisContext(readFileSync(source.replace("saving", `worker/${name}`), "utf-8"));
  let asked = 0, most = 0;
  globalThis.fetch = async ({ href }) => {
    most = Math.max(most, ++asked);
    await new Promise((resolve) => setTimeout(resolve, 5));
    asked--;
    if (href.includes("cut")) throw new TypeError("no network");
    return new Response(PAGE, { status: href.includes("gone") ? 404 : 200 });
  };
  const keys = paths.map((path) => `${scope}${path}/index.html`);
  const missing = await runInThisContext("savePages")(keys);
  const pathOf = (key) => key.slice(scope.length).replace("/index.html", "");
  return { most, saved: [...saved.keys()].map(pathOf), missing: missing.map(pathOf) };
};
