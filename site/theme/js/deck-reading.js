/**
 * The text of a deck list → its lines, and the cards that they mean, as in `rulings/deck/reading.py`, whose functions
 * have the same names. Forms: lines, a table (CSV) with a head, OCTGN's .o8d.
 */
(function (site) {
  "use strict";

  const { EXACT, MAX_CARD_NAME_LENGTH, MAX_DECK_BYTES, MAX_DECK_LINES, MAX_DECK_NAMES } = site.constants;
  const COUNT_COLUMNS = new Set(site.constants.COUNT_COLUMNS), NAME_COLUMNS = new Set(site.constants.NAME_COLUMNS);
  const UNREADABLE = -1; // as a count: a cell with something else than a number
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  const LINE_END = /\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/; // as Python's `splitlines`
  const COMMENT = /^\s*(?:#(?!\d)|\/\/|;|--(?!\S)).*$|\s(?:#|\/\/)\s.*$/;
  const MARKUP = /<!--[^]*?(-->|$)|<\?[^]*?(\?>|$)/g; // to the end, if it is not closed
  const TITLE = /^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$/i;

  /**
   * @typedef {{text: string, number: number, count: ?number}} DeckLine a line that may name a card; `number`: of the
   *   line, from 1; `count`: copies, if a column or an attribute says so, or `UNREADABLE`; null if a number in `text`
   *   does
   */

  /**
   * @param {string} text
   * @returns {{form: "lines" | "csv" | "o8d", title: string, lines: DeckLine[]}} `title`: the list's own, or empty
   */
  function read(text) {
    if (new TextEncoder().encode(text).length > MAX_DECK_BYTES)
      throw new Error(`The deck is larger than ${MAX_DECK_BYTES / 1024} KB; a deck list is a few KB.`);
    text = text.replace(/^\ufeff/, "");
    if (CONTROL.test(text)) throw new Error("The deck is not text; save it as text, CSV or .o8d.");
    if (/^\s*[[{]\s*[{"]/.test(text)) throw new Error("The deck is JSON; save it as text, CSV or .o8d.");
    let title = "", lines;
    /** @type {"lines" | "csv" | "o8d"} */
    let form = "lines";
    if (/^\s*<[^]*>\s*$/.test(text)) {
      form = "o8d";
      lines = readOctgn(text);
    } else {
      const textLines = text.split(LINE_END);
      if (textLines.at(-1) === "") textLines.pop();
      if (textLines.length > MAX_DECK_LINES)
        throw new Error(`The deck has ${textLines.length} lines; a deck list has at most ${MAX_DECK_LINES}.`);
      lines = readTable(textLines);
      if (lines.length) form = "csv";
      else {
        title = textLines.slice(0, 20).map((line) => TITLE.exec(line)).find(Boolean)?.[1].trim() || "";
        const bare = textLines.map((line) => (TITLE.test(line) ? "" : line.replace(COMMENT, "").trim()));
        lines = bare.map((line, n) => deckLine(line, n + 1)).filter((line) => line.text);
      }
    }
    if (!lines.some((line) => line.text))
      throw new Error("The deck has no cards; write one per line, such as “3 Dr. Dreff”.");
    if (new Set(lines.map((line) => line.text)).size > MAX_DECK_NAMES)
      throw new Error(`The deck has more than ${MAX_DECK_NAMES} different names.`);
    return { form, title, lines };
  }

  /** @returns {DeckLine} */
  const deckLine = (text, number, count = null) => ({ text: text.slice(0, MAX_CARD_NAME_LENGTH), number, count });

  /**
   * The list with a title in one of its lines; its line ends become `\n`. Null if the line is another one by now.
   * `number`, `text`: of the line, as in a `DeckLine`.
   */
  function replaceLine(list, number, text, count, title) {
    const lines = list.split(LINE_END);
    if (!lines[number - 1]?.includes(text)) return null;
    lines[number - 1] = lines[number - 1].replace(text, () => `${count} ${title}`);
    return lines.join("\n");
  }

  /** The cards of a table whose first line names the columns of counts and names; otherwise none. */
  function readTable([head = "", ...rows]) {
    const delimiter = [...",;\t"].reduce((a, b) => (head.split(b).length > head.split(a).length ? b : a));
    const cell = new RegExp(`${delimiter}(?:"((?:[^"]|"")*)(?:"|$))?([^${delimiter}]*)`, "g");
    const cellsOf = (row) => [...(delimiter + row).matchAll(cell)]
      .map(([, quoted = "", plain]) => (quoted.replaceAll('""', '"') + plain).trim());
    const columns = cellsOf(head).map((name) => name.toLowerCase().replaceAll("_", " ").replace(/\.+$/, ""));
    const [count, name] = [COUNT_COLUMNS, NAME_COLUMNS].map((known) => columns.findIndex((each) => known.has(each)));
    if (count < 0 || name < 0) return [];
    return rows.flatMap((row, n) => {
      const cells = cellsOf(row), isWhole = cells.length > Math.max(count, name) && cells[name];
      const copies = isWhole && COUNT.exec(cells[count] || "1"), text = cells.filter(Boolean).join(" ");
      if (copies) return [deckLine(cells[name], n + 2, Number(copies[1]))];
      return text ? [deckLine(text, n + 2, isWhole ? UNREADABLE : null)] : [];
    });
  }

  /** The cards of OCTGN's `<deck><section><card qty="3">Dr. Dreff</card>…`. */
  function readOctgn(text) {
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error("The deck declares a document type; an .o8d deck has none.");
    // Without comments and instructions; their line ends stay, so that the numbers of lines are right.
    const xml = text.replace(MARKUP, (all, end, otherEnd) => (end || otherEnd ? all.replace(/[^\n]+/g, "") : all));
    const { documentElement: root } = new DOMParser().parseFromString(xml.trim(), "text/xml");
    if (root.querySelector("parsererror") || root.localName === "parsererror")
      throw new Error("The deck is not well-formed XML.");
    if (root.localName.toLowerCase() !== "deck")
      throw new Error(`The deck is XML, but not an .o8d deck: its first element is <${root.localName}>, not <deck>.`);
    const starts = [...xml.matchAll(/<card\b/g)];
    let number = 1, counted = 0; // the line of a card, and the characters whose line ends are counted
    return [...root.querySelectorAll("card")].map((card, n) => {
      const title = (card.firstChild?.nodeValue ?? "").split(/\s+/).filter(Boolean).join(" ");
      const copies = COUNT.exec(card.getAttribute("qty") ?? "1");
      number += xml.slice(counted, starts[n].index).split("\n").length - 1;
      counted = starts[n].index;
      return deckLine(title || card.id || "a card without a name", number,
        title && copies ? Number(copies[1]) : UNREADABLE);
    });
  }

  // All lines: the cards they mean, and the lines that mean no card, with the nearest titles

  const { singular, withoutAccents } = site.names;
  const pattern = (name) => new RegExp(site.constants[`${name}_PATTERN`], "g");
  const NOTE = pattern("NOTE"), TIMES = pattern("TIMES"), NUMBER = pattern("NUMBER");
  const COUNT = new RegExp(`^${site.constants.COUNT_PATTERN}$`);
  const TOTAL = new RegExp(site.constants.TOTAL_PATTERN), MINUS = new RegExp(site.constants.MINUS_PATTERN);
  const HEADING = /^(?:.*:|[=[].*[=\]])$/;

  /**
   * Looks up the names in a deck list.
   * @param {object} cardData see `linkedCardData` in `card-data.js`
   * @param {object} list see `read`
   * @returns {{counts: Map<number, number>, unread: object[], readAs: object[]}} `counts`: position of a card → copies;
   *   `unread`: the lines that mean no card or several; `readAs`: those whose name is not exact
   */
  function match(cardData, list) {
    const counts = new Map(), unread = [], readAs = [];
    for (const line of list.lines) {
      const found = readLine(line, cardData);
      if (found?.reason) {
        const { cards: possibleCards, count, reason } = found;
        unread.push({ line: line.number, name: line.text, count, reason, possibleCards });
      } else if (found) {
        const { position } = found.card;
        if (found.count) counts.set(position, (counts.get(position) || 0) + found.count);
        if (found.isNoted) readAs.push({ line: line.number, name: line.text, title: found.card.title });
      }
    }
    return { counts, unread, readAs };
  }

  /**
   * The `card` of a line, its copies and whether a note says how it was read; the `reason` why there is none, and the
   * `cards` that may be meant; or null for a heading or a total.
   */
  function readLine(line, { cardNames, beside }) {
    const isBeside = (word) => beside.has(word) || beside.has(singular(word));
    const isKnown = (word) => /^[0-9]+$/.test(word) || isBeside(word);
    const isTitle = (name) => (cardNames.titles.get(name) ?? []).some((i) => cardNames.things[i].kind === "card");
    const confidence = (name) => Number(isTitle(name) || !name.split(" ").every(isKnown));
    const plain = latin(line.text).replace(TIMES, " ");
    let text, words, typed, spans;
    for (text of new Set([plain.replace(NOTE, " "), plain])) {
      words = [...text.matchAll(/[a-z0-9]+/g)];
      typed = words.map(([word]) => word);
      spans = cardNames.spans(typed, isKnown, confidence);
      if (spans.length) break;
    }
    if (!spans.length && (HEADING.test(line.text) || (typed.every(isKnown) && !/^[0-9]+$/.test(typed.join("")))))
      return null;
    const [span] = spans, isTotal = TOTAL.test(plain) && spans.some(({ how }) => !EXACT.includes(how));
    if (spans.length === 1 && span.cards.length === 1 && line.count !== UNREADABLE && !isTotal) {
      const last = words[span.stop - 1];
      const before = text.slice(0, words[span.start].index), after = text.slice(last.index + last[0].length);
      const outside = `${before} ${after}`;
      const others = (outside.match(/[a-z0-9]+/g) ?? []).filter((each) => !isKnown(each));
      const count = line.count ?? countBeside(before, after, isBeside);
      if (count !== null && (!others.length || line.count !== null || outside.match(NUMBER)))
        return { card: span.cards[0], count, isNoted: others.length > 0 || !EXACT.includes(span.how) };
    }
    let cards = [...new Set(spans.flatMap((each) => each.cards))];
    if (!cards.length) {
      const meant = cardNames.meaning(typed.filter((word) => !/^[0-9]+$/.test(word)).join(" "), ["card"]);
      cards = (meant.things.length ? meant.things : meant.near).filter(({ kind }) => kind === "card");
    }
    const numbers = (text.match(NUMBER) ?? []).map((number) => COUNT.exec(number)).filter(Boolean);
    const count = line.count > 0 ? line.count : Number(numbers[0]?.[1] ?? 1) || 1;
    return { cards, count, reason: spans.length === 1 && cards.length > 1 ? "ambiguous" : "unknown" };
  }

  /** The line without accents. A letter of another script is no part of a title. */
  const latin = (text) => withoutAccents(text
    .replace(/\p{L}/gu, (letter) => (/^[\0-\x7fæøßπ]/.test(letter.toLowerCase().normalize("NFKD")) ? letter : " ")));

  /** The number before or after a title, 1 if there is none; null if it is unclear: several, or not next to it. */
  function countBeside(before, after, isBeside) {
    const numbers = `${before} | ${after}`.match(NUMBER) ?? [];
    if (numbers.length !== 1) return numbers.length ? null : 1;
    const [number] = numbers, copies = COUNT.exec(number);
    const between = before.match(NUMBER) ? before.slice(before.lastIndexOf(number) + number.length)
      : after.slice(0, after.indexOf(number));
    const isNext = copies && !MINUS.test(before) && (between.match(/[a-z0-9]+/g) ?? []).every(isBeside);
    return isNext ? Number(copies[1]) || null : null;
  }

  site.deckReading = { read, replaceLine, match };
})(window.Rulings ??= {});
