/**
 * The text of a deck list → its lines, and the cards that they mean, as in `rulings/deck/reading.py`, which also reads
 * tables. Forms: lines, OCTGN's .o8d.
 */
(function (site) {
  "use strict";

  const { MAX_CARD_NAME_LENGTH, MAX_DECK_BYTES, MAX_DECK_LINES, MAX_DECK_NAMES } = site.constants;
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  const LINE_END = /\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/; // as Python's `splitlines`

  /**
   * @typedef {{text: string, number: number, count: ?number, asTyped: string}} DeckLine a line that may name a card;
   *   `number`: of the line, from 1; `count`: copies, if a field or an attribute says so, or null if a number in `text`
   *   does; `asTyped`: the line, if a note should say how it was read
   */

  /**
   * @param {string} text
   * @returns {{form: "lines" | "o8d", title: string, lines: DeckLine[]}} `title`: the list's own title,
   *   or empty
   */
  function read(text) {
    if (new TextEncoder().encode(text).length > MAX_DECK_BYTES)
      throw new Error(`The deck is larger than ${MAX_DECK_BYTES / 1024} KB; a deck list is a few KB.`);
    text = text.replace(/^\ufeff/, "");
    if (CONTROL.test(text)) throw new Error("The deck is not text; save it as text or .o8d.");
    let title = "", lines;
    /** @type {"lines" | "o8d"} */
    let form = "lines";
    if (/^\s*[[{]\s*[{"]/.test(text)) throw new Error("The deck is JSON; save it as text or .o8d.");
    if (/^\s*<[^]*>\s*$/.test(text)) {
      form = "o8d";
      lines = readOctgn(text);
    } else {
      const textLines = text.split(LINE_END);
      if (textLines.at(-1) === "") textLines.pop();
      if (textLines.length > MAX_DECK_LINES)
        throw new Error(`The deck has ${textLines.length} lines; a deck list has at most ${MAX_DECK_LINES}.`);
      lines = [...deckLines(textLines)];
      title = textLines.slice(0, 20).map((line) => TITLE.exec(line)).find(Boolean)?.[1].trim() || "";
    }
    if (!lines.some((line) => line.text))
      throw new Error("The deck has no cards; write one per line, such as “3 Dr. Dreff”.");
    if (new Set(lines.map((line) => line.text)).size > MAX_DECK_NAMES)
      throw new Error(`The deck has more than ${MAX_DECK_NAMES} different names.`);
    return { form, title, lines };
  }

  /**
   * The list with a name in one of its lines replaced by a title; its line ends become `\n`. Null if the line no longer
   * contains the name. `number`: of the line, as in a `DeckLine`.
   */
  function replaceName(text, number, name, title) {
    const lines = text.split(LINE_END);
    if (!lines[number - 1]?.includes(name)) return null;
    lines[number - 1] = lines[number - 1].replace(name, () => title);
    return lines.join("\n");
  }

  // Lines

  const COMMENT = /^\s*(?:#(?!\d)|\/\/|;|--(?!\S)).*$|\s(?:#|\/\/)\s.*$/;
  const PLACE = new RegExp(`^${site.constants.PLACE_PATTERN}`);
  const TITLE = /^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$/i;
  const NAME_FIELD = /^(-\s*)?(?:name|card|title)\s*:\s*(\S.*)$/i; // as YAML: `- name: Clown`
  const COUNT_FIELD = /^(-\s*)?(?:count|copies|qty|quantity|number|amount)\s*:\s*([0-9]{1,3})$/i;
  const FIELD = /^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version|sep)\s*[:=]/i;

  const UNREADABLE = -1; // the count of an element that names no card
  const countIn = (text) => {
    const match = /^\s*(?:[x×]\s*)?(\d{1,3})(?:[.,]0+)?(?:\s*[x×])?\s*$/i.exec(text);
    return match ? Number(match[1]) : null;
  };

  function* deckLines(lines) {
    const { numbered, counts } = withFieldsJoined(withoutComments(lines));
    const bareLines = numbered.filter(([number, line]) => counts.has(number) || !namesNoCard(line));
    /** @type {Map<number, RegExpExecArray>} */
    let places = new Map();
    for (const [number, line] of bareLines) if (PLACE.test(line)) places.set(number, PLACE.exec(line));
    if (!isNumbered([...places.values()].map((match) => Number(match[1])))) places = new Map();
    const lastPlace = [...places.keys()].at(-1);
    const names = bareLines.map(([number, line]) =>
      ({ number, line, text: line.slice(places.get(number)?.[0].length ?? 0).slice(0, MAX_CARD_NAME_LENGTH).trim() }));
    const alternating = alternatingCounts(names);
    for (const { number, line, text } of names) {
      if (alternating.size && countIn(text) !== null) continue;
      const count = counts.get(number) ?? alternating.get(number) ?? null;
      yield deckLine(text, number, count, number === lastPlace ? line : "");
    }
  }

  /** The lines without comments. If only headings are left, several lines with `#` are the items of a list. */
  function withoutComments(lines) {
    const bareLines = lines.map((line) => line.replace(COMMENT, "").trim());
    const items = lines.map((line) => line.replace(/^\s*#\s+(?=\S)/, "").trim());
    return bareLines.every(isHeading) && items.filter((item, index) => item !== bareLines[index]).length > 1
      ? items : bareLines;
  }

  /**
   * The number of the line of each name → its count, if counts stand on lines of their own, all before or all after.
   * Empty if they do not alternate with names, headings left out: then it is not clear what a lone number counts.
   */
  function alternatingCounts(lines) {
    const counts = lines.map(({ text }) => countIn(text));
    for (const step of [1, -1]) {
      const named = new Map(counts.flatMap((count, index) => (count === null ? [] : [[index + step, count]])));
      const others = lines.filter((_, index) => counts[index] === null && !named.has(index));
      const alternate = [...named.keys()].every((index) => counts[index] === null);
      const texts = lines.filter((_, index) => named.has(index)).map(({ text }) => text);
      const counted = texts.some((text) => /^[0-9]/.test(text) || (named.size === 1 && /[0-9]/.test(text)));
      if (alternate && !counted && others.every(({ text }) => isHeading(text)))
        return new Map([...named].map(([index, count]) => [lines[index].number, count]));
    }
    return new Map();
  }

  /** The lines by number, where `- name: Clown` and below it `count: 3`, in any order, are `Clown`; and the counts. */
  function withFieldsJoined(lines) {
    const numbered = [], counts = new Map();
    for (let number = 1; number <= lines.length; number++) {
      const line = lines[number - 1], below = lines[number] ?? "";
      const name = NAME_FIELD.exec(line) ?? NAME_FIELD.exec(below);
      const count = COUNT_FIELD.exec(line) ?? COUNT_FIELD.exec(below);
      if (line.startsWith("-") && name && count && !(name[1] && count[1])) {
        numbered.push([number, name[2]]);
        counts.set(number, Number(count[2]));
        number++;
      } else numbered.push([number, line]);
    }
    return { numbered, counts };
  }

  const deckLine = (text, number, count, asTyped = "") => ({ text, number, count, asTyped });

  /** Whether a line without comment is empty, a field such as `Author: …`, the title of the list, or a drawn rule. */
  const namesNoCard = (line) => FIELD.test(line) || TITLE.test(line) || /^[-=_*~|: ]*$/.test(line);

  /** Whether numbers such as `1.` are places in a list: they count up from 1, perhaps several times. */
  const isNumbered = (numbers) => numbers[0] === 1 && numbers.includes(2)
    && numbers.slice(1).every((number, index) => number === numbers[index] + 1 || (number === 1 && numbers[index] > 1));

  // OCTGN

  /** The cards of `<deck><section><card qty="3">Dr. Dreff</card>…`. A document type, thus any entity, is refused. */
  function readOctgn(text) {
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error("The deck declares a document type; an .o8d deck has none.");
    // Without comments and instructions; their line ends stay, so that the numbers of lines are right.
    const xml = text.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, (markup) => markup.replace(/[^\n]+/g, ""));
    const [, root] = /^\s*<([^\s/>]*)/.exec(xml) ?? [];
    if (root?.toLowerCase() !== "deck")
      throw new Error(`The deck is XML, but not an .o8d deck: its first element is <${root ?? ""}>, not <deck>.`);
    const cards = [];
    for (const match of xml.matchAll(/<card\b([^<>]*?)(?:\/>|>([^<]*)<\/card\s*>)/gi)) {
      const attribute = (name) =>
        decodedEntities(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i")
          .exec(match[1])
          ?.slice(1)
          .find((value) => value !== undefined) ?? "");
      const name = decodedEntities(match[2] ?? "").split(/\s+/).filter(Boolean).join(" ") || attribute("name").trim();
      const shown = (name || attribute("id") || "a card without a name").slice(0, MAX_CARD_NAME_LENGTH);
      const number = xml.slice(0, match.index).split("\n").length;
      cards.push(deckLine(shown, number, name ? countIn(attribute("qty") || "1") ?? 1 : UNREADABLE));
    }
    return cards;
  }

  // A line: the exact titles in it, each with its number

  const { directPositions, singular, withoutAccents } = site.names, { MAX_TITLE_WORDS } = site.constants;
  const WORDS_OF_NO_TITLE = new Set(site.constants.WORDS_OF_NO_TITLE);
  const pattern = (name, flags = "g") => new RegExp(site.constants[`${name}_PATTERN`], flags);
  const MARKUP = pattern("TAG"), NOTE = pattern("NOTE"), GLUED_COUNT = pattern("GLUED_COUNT"), COUNT = pattern("COUNT");
  const PLACE_BEFORE_COUNT = new RegExp(`^${site.constants.PLACE_PATTERN}(?=.*[0-9])`);
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

  /**
   * Whether a line without an exact title is a heading or a total: words like `cards`, `Ice`, `total` and numbers. A
   * number alone is neither.
   */
  function isHeading(text) {
    const words = wordsIn(plain(text));
    return HEADING.test(text) || (words.every(isNoTitle) && (words.length > 0 || !/[0-9]/.test(text)));
  }

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
    const first = between[0].replace(PLACE_BEFORE_COUNT, ""), hasDigit = (piece) => /[0-9]/.test(piece);
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

  // All lines: the cards they mean, and the lines that mean no card, with the nearest titles

  const LONE_NUMBER = pattern("LONE_NUMBER");
  const SIGNS_BEFORE_NAME = new RegExp(`^${site.constants.SIGNS_BEFORE_NAME}`, "i");
  const COUNT_AFTER = pattern("COUNT_AFTER", "i");
  const NOTE_AFTER = new RegExp(`\\s*${site.constants.NOTE_PATTERN}\\s*$`, "i");

  /**
   * Looks up the names in a deck list.
   * @param {object} cardData see `linkedCardData` in `card-data.js`
   * @param {object} list see `read`
   * @returns {{counts: Map<number, number>, unread: object[], readAs: object[]}} `counts`: position of a card → copies;
   *   `unread`: the lines that mean no card or several; `readAs`: those whose name is not exact
   */
  function matchLines({ cardNames }, list) {
    const counts = new Map(), unread = [], readAs = [];
    const add = ({ position }, count) => {
      if (count) counts.set(position, (counts.get(position) || 0) + count);
    };
    for (const line of list.lines) {
      const { text, number, count, asTyped } = line;
      const exact = count === UNREADABLE ? [] : exactTitles(cardNames, text, count);
      for (const found of exact) add(found.card, found.count);
      if (exact.length && asTyped) readAs.push({ line: number, name: asTyped, title: exact[0].card.title });
      if (exact.length || isHeading(text)) continue;
      const found = inexactMatch(cardNames, line);
      if (found.card) {
        add(found.card, found.count);
        readAs.push({ line: number, name: found.name, title: found.card.title });
      } else unread.push({ line: number, ...found });
    }
    return { counts, unread, readAs };
  }

  /** What a line without an exact title means: `card`, or the `possibleCards` and the `reason` why none was chosen. */
  function inexactMatch(cardNames, line) {
    let name = line.text, count = Math.max(line.count ?? 1, 1);
    let resolved = { outcome: "none", matches: [], nearest: [] };
    for ({ name, count } of readings(line)) {
      resolved = site.names.resolve(cardNames, name);
      const [card] = resolved.matches;
      if (resolved.outcome === "found" && !isGuess(cardNames, name) && !hasOtherNumber(name, card.title))
        return { name, count, card };
    }
    const { outcome, matches, nearest } = resolved, inLine = titlesIn(cardNames, name);
    return {
      name, count, reason: outcome === "ambiguous" ? "ambiguous" : "unknown",
      possibleCards: [matches, inLine, nearest].find((cards) => cards.length) ?? []
    };
  }

  /** What may be the name in a line without an exact title, and the number of copies; none if a number is unclear. */
  function readings({ text, count }) {
    const signs = SIGNS_BEFORE_NAME.exec(text)[0], whole = text.slice(signs.length).trim();
    if (!whole) return [];
    const name = whole.replace(NOTE_AFTER, "") || whole, after = COUNT_AFTER.exec(name);
    if (count !== null) return count === UNREADABLE ? [] : [{ name, count }];
    if (/[0-9]/.test(signs)) {
      const numbers = [...signs.matchAll(COUNT)];
      return numbers.length === 1 ? [{ name, count: Number(numbers[0][1]) }] : [];
    }
    return [{ name, count: 1 }, ...(after ? [{ name: name.slice(0, after.index), count: Number(after[1]) }] : [])];
  }

  /** Whether so few letters were typed that many a card begins with them or is near: `Foo` is not Food Fight. */
  const isGuess = (cardNames, name) => (name.match(/\p{L}/gu) ?? []).length <= site.constants.MAX_GUESSED_LETTERS
    && !cardNames.initials.get(site.names.fold(name));

  /** Whether a number in the name is not in the title, so that it may be a number of copies. */
  function hasOtherNumber(name, title) {
    const numbersIn = (words) => [...(site.names.fold(words).match(LONE_NUMBER) ?? [])];
    return numbersIn(name).some((number) => !numbersIn(title).includes(number));
  }

  site.deckReading = { read, replaceName, match: matchLines };
})(window.Rulings ??= {});
