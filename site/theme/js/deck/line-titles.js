/** A line of a deck list → the exact titles in it, each with its number, as in `rulings/deck/line_titles.py`. */
(function (site) {
  "use strict";

  const { directPositions, singular, withoutAccents } = site.names, { MAX_TITLE_WORDS } = site.constants;
  const WORDS_OF_NO_TITLE = new Set(site.constants.WORDS_OF_NO_TITLE);
  const pattern = (name, flags = "g") => new RegExp(site.constants[`${name}_PATTERN`], flags);
  const MARKUP = pattern("TAG"), NOTE = pattern("NOTE"), GLUED_COUNT = pattern("GLUED_COUNT"), COUNT = pattern("COUNT");
  const PLACE = new RegExp(`^${site.constants.PLACE_PATTERN}(?=.*[0-9])`);
  const LABEL = /^[^:]*[a-z]{2}[^:]*:(?=.*[a-z])/, HEADING = /^(?:.*:|[=[].*[=\]])$/;
  const ENTITIES = {
    amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", rsquo: "'", lsquo: "'", trade: "", reg: "", aelig: "ae", pi: "pi"
  };
  const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi;

  const decodedEntities = (text) => text.replace(ENTITY, (entity, decimal, hexadecimal, name) => {
    const accented = /^([a-z])(?:grave|acute|circ|uml|tilde|cedil|ring|slash)$/i;
    if (name) return ENTITIES[name] ?? accented.exec(name)?.[1] ?? " ";
    const code = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

  const isNoTitle = (word) => WORDS_OF_NO_TITLE.has(word) || WORDS_OF_NO_TITLE.has(singular(word));
  const wordsIn = (text) => text.match(/(?!x[0-9]{1,3}\b)[a-z][a-z0-9]*/g) ?? [];

  /** Whether a line without an exact title is a heading or a total: words like `cards`, `Ice`, `total` and numbers. */
  const isHeading = (text) => HEADING.test(text) || wordsIn(plain(text)).every(isNoTitle);

  /** The cards whose exact titles are in a line, whatever else it has. */
  const titlesIn = (table, text) => titleSpans(table, plain(text)).map(({ position }) => table.entities[position]);

  /**
   * The card of each title in a line, and its copies; none if other words stand beside it, or if it is not clear which
   * number is the count. A note in brackets, or a label such as `Agenda (9):`, is left out if a title remains.
   * @param {?number} count known without reading the line
   * @returns {{card: object, count: number}[]}
   */
  function exactTitles(table, text, count) {
    const whole = plain(text);
    let line, spans = [];
    for (const reading of [whole.replace(NOTE, " "), whole]) {
      line = withoutLabel(table, reading);
      spans = titleSpans(table, line);
      if (spans.length) break;
    }
    const between = [...spans, null].map((span, index) => line.slice(spans[index - 1]?.end ?? 0, span?.start));
    if (!between.flatMap(wordsIn).every(isNoTitle) || !between.slice(1, -1).every((piece) => piece.trim())) return [];
    const counts = count === null ? countsIn(between) : spans.map(() => count);
    if (!counts.length) return [];
    return spans.map(({ position }, index) => ({ card: table.entities[position], count: counts[index] }));
  }

  /**
   * The numbers of copies in what stands before, between and after titles; empty if they are not clear. They stand
   * before the titles if there is one before the first. Where there is none, there is one copy.
   */
  function countsIn(between) {
    const first = between[0].replace(PLACE, ""), hasDigit = (piece) => /[0-9]/.test(piece);
    const pieces = hasDigit(first) ? [first, ...between.slice(1, -1)] : between.slice(1);
    const numbers = pieces.map((piece) => [...piece.matchAll(COUNT)].map((match) => Number(match[1])));
    return numbers.every((found, index) => found.length === Number(hasDigit(pieces[index])))
      ? numbers.map(([count = 1]) => count)
      : [];
  }

  /** The line in lower case, without accents and markup. A letter of another script is no part of a title. */
  function plain(text) {
    const latin = decodedEntities(text)
      .replace(/\p{L}/gu, (letter) => (/^[\0-\x7fæøßπ]/.test(letter.toLowerCase().normalize("NFKD")) ? letter : " "));
    return withoutAccents(latin).replace(MARKUP, " ").replace(GLUED_COUNT, "$1 ");
  }

  function withoutLabel(table, line) {
    const label = LABEL.exec(line)?.[0].length;
    return label && !titleSpans(table, line).some(({ start }) => start < label) ? line.slice(label) : line;
  }

  /** The start and the end of each title in a line, longest first at each word, and its position in the table. */
  function titleSpans(table, line) {
    const words = [...line.matchAll(/[a-z0-9]+/g)], spans = [];
    for (let first = 0; first < words.length; first++) {
      for (let last = Math.min(words.length, first + MAX_TITLE_WORDS); last > first; last--) {
        const position = titlePosition(table, words.slice(first, last).join(" "));
        if (position === undefined) continue;
        spans.push({ start: words[first].index, end: words[last - 1].index + words[last - 1][0].length, position });
        first = last - 1;
        break;
      }
    }
    return spans;
  }

  /** The position of the card with exactly this name. A number before a name, in any order, is no part of it. */
  function titlePosition(table, name) {
    const positions = /^[0-9]/.test(name) ? table.exact.get(name) ?? table.variants.get(name) ?? []
      : name.split(" ").every(isNoTitle) ? table.exact.get(name) ?? []
      : directPositions(table, name);
    return positions.length === 1 ? positions[0] : undefined;
  }

  site.lineTitles = { decodedEntities, exactTitles, isHeading, titlesIn };
})((window.Rulings = window.Rulings || {}));
