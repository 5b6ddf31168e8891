// Runs scripts of the site in the given order, as a page does. Then calls a function with the JSON
// from standard input, and writes its result (or the result of its promise) as JSON. Arguments: the
// file that exports the function, and the scripts.
const { readFileSync } = require("fs"), { runInThisContext } = require("vm");
const [, , functionFile, ...scripts] = process.argv;
globalThis.window = globalThis.self = globalThis;
for (const file of scripts) runInThisContext(readFileSync(file, "utf-8"), { filename: file });
Promise.resolve(require(functionFile)(JSON.parse(readFileSync(0, "utf-8"))))
  .then((result) => process.stdout.write(JSON.stringify(result)));
