/**
 * Reads the text of a deck list (lines, or OCTGN's .o8d) and finds the cards that its lines mean,
 * as in `rulings/deck/decklist.py`, with functions of the same names.
 */
(function (site) {
  "use strict";

  const {
    EXACT,
    MAX_CARD_NAME_LENGTH,
    MAX_DECK_BYTES,
    MAX_DECK_LINES,
    MAX_DECK_NAMES,
    MINUS_SIGNS
  } = site.constants;
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  const LINE_END = /\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/; // as Python's `splitlines`
  const COMMENT = new RegExp(site.constants.COMMENT_PATTERN), REMARK = /\s(?:#|\/\/)\s.*$/;
  const MARKUP = /<!--[^]*?(-->|$)|<\?[^]*?(\?>|$)/g; // to the end, if it is not closed
  const TITLE = /^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$/i;

  /**
   * The list in a text. `title`: its own, or empty; `lines`: those that may name a card and say how
   * many copies, and comments; `number`: of the line, also in what is shown of an .o8d
   */
  function read(text) {
    if (new TextEncoder().encode(text).length > MAX_DECK_BYTES)
      throw new Error(
        `The deck is larger than ${MAX_DECK_BYTES / 1024} KB; a deck list is a few KB.`
      );
    // Unlike in Python, the first is a space
    text = text.replace(/^\ufeff/, "").replace(/\ufeff/g, "\u200b");
    if (CONTROL.test(text)) throw new Error("The deck is not text; save it as text or .o8d.");
    if (/^\s*[[{]\s*[{"]/.test(text)) throw new Error("The deck is JSON; save it as text or .o8d.");
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
   * The list with a title in one of its lines; its line ends become `\n`. Null if the line is
   * another one by now. `number`, `text`: of the line.
   */
  function replaceLine(list, number, text, count, title) {
    const lines = list.split(LINE_END);
    if (!lines[number - 1]?.includes(text)) return null;
    lines[number - 1] = lines[number - 1].replace(text, () => `${count} ${title}`);
    return lines.join("\n");
  }

  /**
   * The cards of OCTGN's `<deck><section><card qty="3">Dr. Dreff</card>…`, as lines; before those
   * of a section, whether they are in the deck, as a comment. @returns {string[]}
   */
  function readOctgn(text) {
    if (/<!DOCTYPE|<!ENTITY/i.test(text))
      throw new Error("The deck declares a document type; an .o8d deck has none.");
    const xml = text.replace(MARKUP, (markup, end, otherEnd) => (end || otherEnd ? "" : markup));
    const { documentElement: root } = new DOMParser().parseFromString(xml.trim(), "text/xml");
    if (root.querySelector("parsererror") || root.localName === "parsererror")
      throw new Error("The deck is not well-formed XML.");
    if (root.localName.toLowerCase() !== "deck") {
      const name = root.localName.slice(0, 40);
      throw new Error(
        `The deck is XML, but not an .o8d deck: its first element is <${name}>, not <deck>.`
      );
    }
    return [...root.querySelectorAll("card, section")].map((card) => {
      if (card.localName === "section")
        return isOutside(words(card.getAttribute("name") ?? "")) ? "# sideboard" : "# deck";
      const title = (card.firstChild?.nodeValue ?? "").split(/\s+/).filter(Boolean).join(" ");
      return `${card.getAttribute("qty") ?? "1"} ${title || "a card without a name"}`;
    });
  }

  // All lines: the cards they mean, and the lines that mean no card, with the nearest titles

  const { withoutAccents } = site.analysis;
  const { singular } = site.naming;
  const TIMES = new RegExp(site.constants.TIMES_PATTERN, "g");
  const ORDINAL = new RegExp(site.constants.ORDINAL_PATTERN),
    STRUCK = new RegExp(site.constants.STRUCK_PATTERN, "g");
  const OUTSIDE_WORDS = new Set(site.constants.OUTSIDE_WORDS);
  const COUNT = new RegExp(`^${site.constants.COUNT_PATTERN}$`);
  const TOTAL = new RegExp(site.constants.TOTAL_PATTERN);
  const HEADING = new RegExp(`^(?:${site.constants.HEADING_PATTERN})$`, "i");
  const LINK = new RegExp(site.constants.LINK_PATTERN, "g");

  /**
   * Looks up the names in a deck list. `counts`: position of a card → copies; `outside`: the same,
   * of what is not in the deck; `unread`: the lines that mean no card or several; `readAs`: those
   * whose name is not exact
   */
  function match(cardData, list) {
    const counts = new Map(), outside = new Map(), unread = [], readAs = [];
    const results = new Map(); // text of a line → what is read in it
    const signsOfRemoval = removingSigns(list);
    let isBelow = false; // a heading of what is outside
    for (const { text, number } of list.lines) {
      const lineWords = words(text);
      if (COMMENT.test(text)) {
        if (areKnown(lineWords, cardData.beside)) isBelow = isOutside(lineWords);
        continue;
      }
      const withoutStruck = text.replace(STRUCK, " ");
      const isStruck = withoutStruck !== text && !words(withoutStruck).length;
      const lineText = isStruck ? text : withoutStruck;
      if (!results.has(lineText)) results.set(lineText, readLine(lineText, cardData));
      const result = results.get(lineText);
      if (result?.reason) {
        unread.push({ line: number, name: text, ...result });
      } else if (result) {
        const { position } = result.card;
        const isRemoved =
          isBelow || isStruck || isOutside(lineWords) || signsOfRemoval.includes(text[0]);
        const copies = isRemoved ? outside : counts;
        copies.set(position, (copies.get(position) || 0) + result.count);
        if (result.isNoted) readAs.push({ line: number, name: text, title: result.card.title });
      } else isBelow = isOutside(lineWords);
    }
    return { counts, outside, unread, readAs };
  }

  /** The signs before what goes, if the list says with `+` and `-` what comes and goes. */
  function removingSigns(list) {
    const signs = list.lines.map(({ text }) => text[0]);
    const isChange = signs.includes("+") && signs.some((sign) => MINUS_SIGNS.includes(sign));
    return isChange ? MINUS_SIGNS : "";
  }

  /** The words and numbers of a line, without the sign of a number of copies (`x3`). */
  const words = (line) =>
    latin(line.replace(LINK, "$1$2")).replace(TIMES, "$1 ").match(/[a-z0-9]+/g) ?? [];
  const isOutside = (lineWords) => lineWords.some((word) => OUTSIDE_WORDS.has(word));
  const isNumber = (word) => /^[0-9]+$/.test(word);
  const areKnown = (lineWords, beside) =>
    lineWords.every((word) => isNumber(word) || beside.has(word) || beside.has(singular(word)));

  /**
   * The `card` of a line, its copies and whether a note says how it was read; the `reason` why
   * there is none, and the `possibleCards`; or null for a heading or a total. What stands before or
   * after the number of copies is a name, read as it is alone.
   */
  function readLine(line, cardData) {
    const { cardNames, beside } = cardData, lineWords = words(line);
    const names = wholeNames(lineWords, cardData);
    let spans = names.filter(({ cards }) => cards.length), nearest = [];
    const places = aroundCount(lineWords, line, spans, beside);
    const alone = namesAlone(lineWords, places, cardNames, false).spans;
    if (!spans.length && isHeading(line, lineWords, cardData, alone)) return null;
    const count = Number(lineWords.find((word) => COUNT.test(word)) ?? 1);
    const isPlain = spans.length && areKnown(outside(lineWords, spans).filter(Boolean), beside);
    if (alone.length === 1) spans = alone;
    else if (spans.length < 2 && !isPlain) {
      const barePlaces = places.map((place) => withoutEnds(lineWords, place, beside));
      const isOfOtherGame = ({ start, stop, cards }) =>
        !cards.length && [...places, ...barePlaces].some(([a, b]) => a === start && b === stop);
      if (names.some(isOfOtherGame)) return { possibleCards: [], count, reason: "other-game" };
      const misspelt = namesAlone(lineWords, barePlaces, cardNames);
      if (misspelt.spans.length) spans = misspelt.spans;
      nearest = misspelt.nearest;
    }
    const cards = [...new Set(spans.flatMap((span) => span.cards))];
    const isOne = spans.length === 1 && cards.length === 1;
    const copies = isOne && copiesOf(line, lineWords, spans[0], beside);
    if (copies) return { card: cards[0], ...copies };
    const possibleCards = (cards.length ? cards : nearest).filter(({ kind }) => kind === "card");
    if (spans.length === 1 && cards.length > 1)
      return { possibleCards, count, reason: "ambiguous" };
    return { possibleCards, count, reason: cards.length === 1 ? "count" : "unknown" };
  }

  /** The words of a line, empty where they are part of a name. */
  const outside = (lineWords, spans) =>
    lineWords.map((word, i) => {
      const isNamed = spans.some(({ start, stop }) => start <= i && i < stop);
      return isNamed ? "" : word;
    });

  /**
   * Whether a line without a whole name is a heading or a total; neither a number alone nor a part
   * of a heading (`black`) is one. With a number of copies it is a card if its words name one
   * alone, unless they are all of a type or keyword (`5 Barriers`).
   */
  function isHeading(line, lineWords, { headings, beside, kinds }, alone) {
    if (!lineWords.length) return !line.includes("\ufffd") && !/\p{L}/u.test(line);
    if (HEADING.test(line)) return true;
    const hasHeading = lineWords.some((word) => headings.has(word) || headings.has(singular(word)));
    if (!hasHeading || !areKnown(lineWords, beside)) return false;
    const hasCopies = isNumber(lineWords[0]) || latin(line).search(TIMES) >= 0;
    if (!hasCopies || !alone.length) return true;
    const name = singular(lineWords.filter((word) => !isNumber(word)).join(" "));
    const isKind = kinds.has(name) && lineWords.filter(isNumber).length === 1;
    return isKind && (!EXACT.includes(alone[0].matchKind) || alone[0].cards.length > 1);
  }

  /**
   * The whole names of cards in the words of a line, and titles of the other game, which have no
   * cards. Words of a heading must be the whole title.
   */
  function wholeNames(lineWords, { cardNames, beside, otherGameTitles }) {
    const isTitle = (name) =>
      (cardNames.titles.get(name) ?? []).some((i) => cardNames.things[i].kind === "card");
    const confidence = (name) => Number(isTitle(name) || !areKnown(name.split(" "), beside));
    return cardNames.spans(lineWords, () => true, confidence, otherGameTitles);
  }

  /**
   * The names of cards at these places of a line, read as they are alone (`spans`), and what is
   * nearest to the first that has such cards.
   */
  function namesAlone(lineWords, places, cardNames, typos = true) {
    const resolutions = places.map(([start, stop]) => {
      const name = lineWords.slice(start, stop).join(" ");
      return { start, stop, ...cardNames.resolve(name, ["card"], typos) };
    });
    const spans = resolutions.filter(({ things }) => things.length)
      .map((resolution) => ({ ...resolution, cards: resolution.things }));
    const nearest = resolutions.find(({ suggestions }) => suggestions.length)?.suggestions ?? [];
    return { spans, nearest };
  }

  /**
   * From where to where the words stand before and after the number of copies, which is the first
   * word of a line, or else its last number, and no part of a whole name. Words of headings alone
   * are no name beside another. @returns {[number, number][]}
   */
  function aroundCount(lineWords, line, spans, beside) {
    const otherWords = outside(lineWords, spans), numbers = placesOfNumbers(otherWords, line);
    const isNumbered = lineWords.length > 0 && isNumber(otherWords[0]) && !numbers.includes(0);
    const start = Number(isNumbered); // after `1.`
    const place = numbers.includes(start) ? numbers[0] : numbers.at(-1);
    if (place === undefined || !COUNT.test(otherWords[place])) return [[start, lineWords.length]];
    const places = [[start, place], [place + 1, lineWords.length]].filter(([a, b]) => a < b);
    const names = places.filter(([a, b]) => !areKnown(lineWords.slice(a, b), beside));
    return names.length ? names : places;
  }

  /** The place without words of headings at its ends, unless it has only these. */
  function withoutEnds(lineWords, place, beside) {
    let [start, stop] = place;
    while (start < stop && areKnown([lineWords[start]], beside)) start++;
    while (start < stop && areKnown([lineWords[stop - 1]], beside)) stop--;
    return start < stop ? [start, stop] : place;
  }

  /**
   * The copies (`count`) of the only card of a line, and whether a note says how it was read; null
   * if they are not clear.
   */
  function copiesOf(line, lineWords, span, beside) {
    const wordsAround = outside(lineWords, [span]);
    const otherWords = wordsAround.filter((word) => word && !areKnown([word], beside));
    const isExact = EXACT.includes(span.matchKind);
    if (!isExact && TOTAL.test(latin(line))) return null;
    if (span.matchKind === "typo" && /^[0-9]/.test(lineWords[span.start])) return null; // `4Clown`
    const numbers = placesOfNumbers(wordsAround, line);
    const isNoted = otherWords.length > 0 || !isExact || line.includes("\ufffd");
    if (!numbers.length) return otherWords.length ? null : { count: 1, isNoted };
    const [first, last] = [span.start, numbers[0]].sort((a, b) => a - b);
    const isUnclear = wordsAround.slice(first, last).some((word) => otherWords.includes(word));
    const count = wordsAround[numbers[0]];
    if (numbers.length > 1 || isUnclear || !COUNT.test(count)) return null;
    return { count: Number(count), isNoted };
  }

  /** Where numbers stand in the words of a line, without the one of a numbered list. */
  function placesOfNumbers(lineWords, line) {
    const places = [...lineWords.keys()].filter((i) => isNumber(lineWords[i]));
    const isNumbered = places.length === 2 && places[0] === 0 && ORDINAL.test(line);
    return isNumbered ? places.slice(1) : places;
  }

  /** The number 0 to 9 of a digit of another script, each of which has its ten in a row. */
  function digit(character) {
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(character.codePointAt(0) - before - 1))) before++;
    return before % 10;
  }

  /**
   * The line without accents, with the digits 0 to 9. A letter of another script is no part of a
   * title.
   */
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
