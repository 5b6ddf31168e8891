/**
 * Reads the text of a deck list (lines, or OCTGN's .o8d) and finds the cards that its lines mean,
 * as in `rulings/deck/decklist.py`.
 */
(function (site) {
  "use strict";

  const { MAX_CARD_NAME_LENGTH, MAX_DECK_BYTES, MAX_DECK_LINES, MAX_DECK_NAMES } = site.constants;
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  const LINE_END = /\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/; // as in Python's `splitlines`
  const COMMENT = new RegExp(site.constants.COMMENT_PATTERN), REMARK = /\s(?:#|\/\/)\s.*$/;
  const TITLE = /^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$/i;

  /** The `title` of a deck list (maybe empty) and its `lines`, each with its number. */
  function read(text) {
    if (new TextEncoder().encode(text).length > MAX_DECK_BYTES)
      throw new Error(
        `The deck is larger than ${MAX_DECK_BYTES / 1024} KB; a deck list is a few KB.`
      );
    // Unlike in Python, U+FEFF is a space here
    text = text.replace(/^\ufeff/, "").replace(/\ufeff/g, "\u200b");
    if (CONTROL.test(text)) throw new Error("The deck is not text; save it as text or .o8d.");
    const isOctgn = /^\s*<[^]*>\s*$/.test(text);
    let title = "", lineTexts = isOctgn ? readOctgn(text) : text.split(LINE_END);
    if (lineTexts.at(-1) === "") lineTexts.pop();
    if (lineTexts.length > MAX_DECK_LINES)
      throw new Error(
        `The deck has ${lineTexts.length} lines; a deck list has at most ${MAX_DECK_LINES}.`
      );
    if (!isOctgn) {
      const titleMatch = lineTexts.slice(0, 20).map((line) => TITLE.exec(line)).find(Boolean);
      title = titleMatch?.[1].trim() || "";
      lineTexts = lineTexts.map((line) => (TITLE.test(line) ? "" : line.replace(REMARK, "")));
    }
    const lines = lineTexts
      .map((line, n) => ({ text: line.trim().slice(0, MAX_CARD_NAME_LENGTH), number: n + 1 }))
      .filter((line) => line.text);
    const names = new Set(lines.map((line) => line.text).filter((line) => !COMMENT.test(line)));
    if (!names.size)
      throw new Error("The deck has no cards; write one per line, such as “3 Dr. Dreff”.");
    if (names.size > MAX_DECK_NAMES)
      throw new Error(`The deck has more than ${MAX_DECK_NAMES} different names.`);
    return { title, lines, isOctgn };
  }

  /**
   * The list with a title written into one of its lines; all line ends become `\n`. Null if the
   * line has changed. `number`, `text`: the line's number and text.
   */
  function replaceLine(list, number, text, count, title) {
    const lines = list.split(LINE_END);
    if (!lines[number - 1]?.includes(text)) return null;
    lines[number - 1] = lines[number - 1].replace(text, () => `${count} ${title}`);
    return lines.join("\n");
  }

  /** The cards of OCTGN's `<deck><section><card qty="3">Dr. Dreff</card>…`, as lines. */
  function readOctgn(text) {
    if (/<!DOCTYPE|<!ENTITY/i.test(text))
      throw new Error("The deck declares a document type; an .o8d deck has none.");
    const { documentElement: root } = new DOMParser().parseFromString(text.trim(), "text/xml");
    if (root.querySelector("parsererror") || root.localName === "parsererror")
      throw new Error("The deck is not well-formed XML.");
    if (root.localName.toLowerCase() !== "deck") {
      const name = root.localName.slice(0, 40);
      throw new Error(
        `The deck is XML, but not an .o8d deck: its first element is <${name}>, not <deck>.`
      );
    }
    return [...root.querySelectorAll("card")].map((card) => {
      const title = (card.firstChild?.nodeValue ?? "").split(/\s+/).filter(Boolean).join(" ");
      const count = card.getAttribute("qty") ?? "1";
      // In a text, the sign would be the dash of a list
      if (count.trimStart().startsWith("-"))
        throw new Error(`The deck has ${count.trim()} copies of ${title}; write a number from 1.`);
      return `${count} ${title || "a card without a name"}`;
    });
  }

  // All lines: the cards they mean, and the lines that were not read, with the nearest titles

  const { withoutAccents } = site.analysis;
  const { firstMeaning } = site.nameMatching;
  const { fold, singular } = site.spelling;
  const TIMES = new RegExp(site.constants.TIMES_PATTERN, "g");
  const COUNT = new RegExp(`^${site.constants.COUNT_PATTERN}$`);
  const NUMBER_OF_CARDS = new RegExp(site.constants.NUMBER_OF_CARDS_PATTERN, "i");
  const COUNTED_LAST = new RegExp(site.constants.COUNTED_LAST_PATTERN, "i");
  const SET = new RegExp(site.constants.SET_PATTERN, "gi");

  /** Looks up the names in a deck list. `counts`: position of a card → copies */
  function match(cardData, list) {
    const counts = new Map(), unread = [], readAs = [];
    const readings = new Map(); // text of a line → how it is read
    for (const { text, number } of list.lines) {
      if (COMMENT.test(text)) continue;
      if (!readings.has(text)) readings.set(text, readLine(text, cardData));
      const reading = readings.get(text);
      if (reading?.reason) {
        unread.push({ line: number, name: text, ...reading });
      } else if (reading) {
        const { position } = reading.card;
        counts.set(position, (counts.get(position) || 0) + reading.count);
        if (reading.isNoted) readAs.push({ line: number, name: text, title: reading.card.title });
      }
    }
    return { counts, unread, readAs };
  }

  /** The words and numbers of a line, without the sign beside a number of copies (`x3`). */
  const words = (line) => latin(line).replace(TIMES, "$1 ").match(/[a-z0-9]+/g) ?? [];
  const isNumber = (word) => /^[0-9]+$/.test(word);

  /** The entire line, the part after its first number, and the part before its last. */
  function readingsOf(lineWords) {
    const readings = [{ count: "", name: lineWords.join(" ") }];
    const first = lineWords[0], last = lineWords.at(-1);
    if (isNumber(first)) readings.push({ count: first, name: lineWords.slice(1).join(" ") });
    const name = lineWords.slice(0, -1).join(" ");
    if (isNumber(last)) readings.push({ count: last, name, isLast: true });
    return readings;
  }

  /** The `card` of a line and its copies, or the `reason` why there is none. Null for a heading. */
  function readLine(line, cardData) {
    const { cardNames, headings } = cardData, lineWords = words(line.replace(SET, " "));
    if (!lineWords.length) return /\p{L}/u.test(line) ? unreadLine(lineWords, "unknown") : null;
    const readings = readingsOf(lineWords), isAHeading = isHeading(line, lineWords, headings);
    for (const reading of readings) {
      const { references } = cardNames.exact(reading.name, ["card"]);
      if (references.length && (!isAHeading || meansCard(line, reading, references[0])))
        return cardWithCount(lineWords, references, reading.count, line.includes("\ufffd"));
    }
    return isAHeading ? null : readInexact(line, lineWords, readings, cardData);
  }

  /** How a line is read that does not contain an exact name, in the order of Python. */
  function readInexact(line, lineWords, readings, { cardNames, otherGameTitles }) {
    const isSum = !COUNTED_LAST.test(line);
    const countedReadings = readings.filter(({ count, isLast }) => count && !(isLast && isSum));
    const halfName = besideCount(countedReadings, cardNames, false);
    if (halfName) return cardWithCount(lineWords, halfName.references, halfName.count, true);
    const isBetween = isNumber(lineWords[0]) && isNumber(lineWords.at(-1));
    const inside = isBetween ? lineWords.slice(1, -1) : [];
    const withoutNumbers = lineWords.join(" ").replace(/^[0-9 ]+|[0-9 ]+$/g, "");
    for (const name of [inside.join(" "), withoutNumbers]) {
      const { references } = cardNames.exact(name, ["card"]);
      if (references.length) return unreadLine(lineWords, "count", references);
    }
    if (readings.some(({ name }) => otherGameTitles.has(name)))
      return unreadLine(lineWords, "other-game");
    const misspeltName = besideCount(countedReadings, cardNames, true);
    if (misspeltName)
      return cardWithCount(lineWords, misspeltName.references, misspeltName.count, true);
    const nearest = readings.map(({ name }) => {
      const { references, suggestions } = firstMeaning(cardNames, name, ["card"]);
      return references.length ? references : suggestions;
    });
    const [span] = site.namesInQuery.spans(cardNames, lineWords, () => true, () => 1);
    const named = span?.cards; // Fang (2 copies)
    return unreadLine(lineWords, "unknown", nearest.find(({ length }) => length) ?? named);
  }

  /** The cards (`references`) that the first recognized name may mean, and how many copies. */
  function besideCount(readings, cardNames, typos) {
    for (const { count, name } of readings) {
      const { references } = firstMeaning(cardNames, name, ["card"], typos);
      const hasNumbers = ({ title }) => numbersOf(title).includes(numbersOf(name));
      if (references.length && references.every(hasNumbers)) return { references, count };
    }
    return null;
  }

  /** Whether a line that may be a heading means this card: `5 Deck` does, but not `The deck`. */
  function meansCard(line, { name, count, isLast }, { title }) {
    const folded = fold(title), short = folded.replace(/^the /, "");
    if (count) return name === folded || (name === short && !isLast);
    return name === folded && (short === folded || line.includes(title));
  }

  const numbersOf = (name) => (name.match(/[0-9]+/g) ?? []).join(" ");

  /** Whether a line consists of types, keywords or sides, or ends with a number of cards. */
  function isHeading(line, lineWords, headings) {
    const letters = lineWords.filter((word) => !isNumber(word));
    const numberCount = lineWords.length - letters.length;
    if (letters[0] === "the") letters.shift();
    const names = [[letters.join(" ")], letters]; // `code gates`, `nodes & upgrades`
    const isKind = names.some((name) => name.every((word) => headings.has(singular(word))));
    const isAlone = letters.length > 0 && numberCount < 2;
    return (isKind && isAlone) || NUMBER_OF_CARDS.test(line);
  }

  /** The card of a line with its copies, if both are clear; else the reason why they are not. */
  function cardWithCount(lineWords, references, count, isNoted) {
    if (references.length > 1) return unreadLine(lineWords, "ambiguous", references);
    if (!COUNT.test(count || "1")) return unreadLine(lineWords, "count", references);
    return { card: references[0], count: Number(count || 1), isNoted };
  }

  /** A line that was not read, with its reason, its possible cards and a number of copies. */
  function unreadLine(lineWords, reason, references = []) {
    const possibleCards = references.filter(({ kind }) => kind === "card");
    const count = Number(lineWords.find((word) => COUNT.test(word)) ?? 1);
    return { possibleCards, count, reason };
  }

  /** The value of a digit of another script. In Unicode, the digits of a script are in a row. */
  function digit(character) {
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(character.codePointAt(0) - before - 1))) before++;
    return before % 10;
  }

  /** Without accents, and with digits 0 to 9. Letters of other scripts become spaces. */
  const latin = (text) =>
    withoutAccents(
      text
        .replace(/(?![0-9])\p{Nd}/gu, digit)
        .replace(/\p{L}/gu, (letter) =>
          /^[\0-\x7fæøßπıłđðþħŧ]/.test(letter.toLowerCase().normalize("NFKD")) ? letter : " "
        )
    );

  site.deckReading = { read, replaceLine, match };
})(window.Rulings ??= {});
