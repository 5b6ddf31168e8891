/** A text → the ids and addresses in it, as in `rulings/names/addresses.py`. */
(function (site) {
  "use strict";

  const { withPlainSigns } = site.analysis;
  const { FILTERS } = site.constants;

  // Characters of an address. Quotation marks, brackets and other marks of Markdown or HTML end it
  // A mail breaks a long address before its `#`; LaTeX writes `\#`
  const TOKEN =
    /(?:(?:\/|\.html)\s+(?=#(?:\w+-|[0-9a-f]{8}))|\\(?=#)|[\p{L}\p{N}_.:/?&=#%+~@!*'-])+/gu;
  const AROUND = /^[*_'.:!?]+|[*_'.:!?]+$/g; // these may surround an address too
  // The id of an entry or note, or the digits at the end of a ruling's id
  const ID = /^(?:[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{8})$/;
  const WORD = /[a-z0-9-]+/g;

  /** The links in a text, in order. @returns {PastedLink[]} */
  function pastedLinks(text) {
    return [...withPlainSigns(text).matchAll(TOKEN)].flatMap(({ 0: token, index: start }) => {
      const joined = token.replace(/[\\\s]/g, "").replace(AROUND, "");
      const [address] = joined.replaceAll("%23", "#").split(":~:");
      const words = address.toLowerCase().match(WORD) ?? [];
      const id = words.filter((word) => ID.test(word)).at(-1) ?? "";
      const paths = address.includes("/") ? pathsOf(address.toLowerCase()) : [];
      const link = { start, stop: start + token.length, id, paths, query: queryOf(address) };
      return id || paths.length ? [link] : [];
    });
  }

  /** The words of a text without these links, which must be in order. */
  function wordsWithout(links, text) {
    let words = "";
    let end = 0;
    for (const { start, stop } of links) {
      words += `${text.slice(end, start)} `;
      end = stop;
    }
    return words + text.slice(end); // a citation of ours ends in its id
  }

  /** The possible paths of an address, longest first: each of its endings, or only all of it. */
  function pathsOf(address) {
    const path = address.replace(/[?#].*|\/index\.html|\.json/g, "");
    const parts = path.match(WORD) ?? [];
    const ways = /^\/|[^a-z0-9/-]/.test(path) ? parts : [""];
    return ways.map((_, at) => parts.slice(at).join("/"));
  }

  /** The query of an address, with its filters as fields: `?q=trace&by=Sparky`. */
  function queryOf(address) {
    const values = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
    const filters = FILTERS.filter((name) => values.get(name));
    const fields = filters.map((name) => `${name}:"${values.get(name)}"`);
    const query = values.getAll("q").find(Boolean) ?? values.get("go") ?? "";
    const words = [query, ...fields].join(" ");
    return words.split(/\s+/).filter(Boolean).join(" ");
  }

  site.addresses = { pastedLinks, wordsWithout };
})(window.Rulings ??= {});
