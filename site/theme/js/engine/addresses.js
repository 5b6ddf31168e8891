/**
 * A typed or pasted text → the ids and addresses in it, whatever stands around them, as in
 * `rulings/addresses.py`.
 */
(function (site) {
  "use strict";

  const { decoded } = site;
  const PART = "[^\\s<>()[\\]{}\"“”„«»‹›|`,;]";
  // In the query of a search, a phrase may stand between quotation marks
  const TOKEN = new RegExp(`${PART}+\\?q=${PART}*(?:"${PART}*"${PART}*)*|${PART}+`, "g");
  const EMPHASIS = /^[*_'‘’]/; // around a word
  const PUNCTUATION = /[.:!?…'’]+$/; // after a word
  const ENDS = /^[*_'‘’.:!?…]+|[*_'‘’.:!?…]+$/g;
  // The id of an entry or note, or the last digits of a ruling's
  const ID = /^(?:[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{8})$/;
  const ENDING = /[:&=].*|\.(?:html?|json)$/; // of a part of a path
  // Parts of a path that say nothing, as those without a letter
  const IDLE_PARTS = ["api", "index"];
  const SAYING = /[\p{L}\p{N}]/u;

  /** A text before and after a sign. */
  function partition(text, sign) {
    const at = text.indexOf(sign);
    return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  }

  /** The references in a text, in order. @returns {PastedReference[]} */
  function references(text) {
    return [...text.matchAll(TOKEN)].flatMap(({ 0: match, index: start }) => {
      const bare = match.replace(PUNCTUATION, "");
      const token = EMPHASIS.test(bare) ? bare.replace(ENDS, "") : bare;
      if (token.includes("/")) return [{ start, stop: start + match.length, ...addressOf(token) }];
      const typed = token.split(/[#:=]/).at(-1);
      const id = typed.toLowerCase();
      if (!ID.test(id)) return [];
      const idStart = start + match.lastIndexOf(typed);
      return [{ start: idStart, stop: idStart + id.length, id, paths: [], query: "", name: "" }];
    });
  }

  /** What an address says: whole, from the root of the site, or without a scheme. */
  function addressOf(token) {
    const scheme = /(?:https?|file):\/\//i.exec(token);
    const address = scheme ? token.slice(scheme.index + scheme[0].length)
      : token.replace(/^[\p{L}\p{N}_]+=/u, "");
    const [beforeAnchor, anchor] = partition(address, "#");
    const [page, query] = partition(beforeAnchor, "?");
    const [path, encodedAnchor] = partition(decoded(page), "#");
    const parts = path.toLowerCase().split("/").map((part) => part.replace(ENDING, "").trim())
      .filter((part) => SAYING.test(part) && !IDLE_PARTS.includes(part));
    const hasBeginning = scheme || path.startsWith("/") || path.split("/")[0].includes(".");
    const values = new URLSearchParams(query);
    const words = (name) => (values.getAll(name).at(-1) ?? "").trim().split(/\s+/).join(" ");
    return {
      id: /^[a-z0-9-]*/.exec(decoded(anchor || encodedAnchor).toLowerCase())[0],
      paths: (hasBeginning ? parts : [""]).map((_, at) => parts.slice(at).join("/")),
      query: words("q"),
      name: words("go")
    };
  }

  site.addresses = { references };
})(window.Rulings ??= {});
