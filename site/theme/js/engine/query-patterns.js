/** The patterns of `search/query_patterns.py` as JavaScript's. */
(function (site) {
  "use strict";

  /** Python's pattern for JavaScript; `\w` and `\d` match letters and digits of all scripts. */
  function pattern(source, flags = "") {
    const translated = source
      .replaceAll("(?P<", "(?<")
      .replaceAll("[^\\W\\d_]", "[\\p{L}\\p{Nl}\\p{No}]")
      .replaceAll("[^\\W_]", "[\\p{L}\\p{N}]")
      .replaceAll("[^\\w", "[^\\p{L}\\p{N}_")
      .replaceAll("[^\\s.\\w-]", "[^\\s.\\p{L}\\p{N}_-]");
    return new RegExp(translated, flags);
  }

  /** The first characters of a text. */
  const truncate = (text, length) => [...text].slice(0, length).join("");

  /** A text without the quotation marks around it. */
  const unquoted = (text) => text.replace(/^"+|"+$/g, "");

  site.queryPatterns = { pattern, truncate, unquoted };
})(window.Rulings ??= {});
