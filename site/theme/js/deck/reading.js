/**
 * The text of a deck list → its lines that may name cards, as in `rulings/deck/reading.py`. Forms: lines, tables,
 * OCTGN's .o8d.
 *
 * Throws an `Error` with a message for users if the text cannot be a deck list.
 */
(function (site) {
  "use strict";

  const { MAX_CARD_NAME_LENGTH, MAX_DECK_BYTES, MAX_DECK_LINES, MAX_DECK_NAMES } = site.constants;
  const UNREADABLE = -1; // as a count: a cell with something else than a number
  const COUNT_COLUMNS = new Set(site.constants.COUNT_COLUMNS), NAME_COLUMNS = new Set(site.constants.NAME_COLUMNS);
  const { decodedEntities } = site.lineTitles;
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  const LINE_END = /\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/; // as Python's `splitlines`

  /**
   * @typedef {{text: string, number: number, count: ?number, asTyped: string, asRead: string}} DeckLine a line that may
   *   name a card; `number`: of the line, from 1; `count`: copies, if a column or an attribute says so, `UNREADABLE`,
   *   or null if a number in `text` does; `asTyped`: the line, if a note should say how it was read; `asRead`: what it
   *   is read as, if it is no card
   */

  /**
   * @param {string} text
   * @returns {{form: "lines" | "csv" | "o8d", title: string, lines: DeckLine[]}} `title`: the list's own title,
   *   or empty
   */
  function read(text) {
    if (new TextEncoder().encode(text).length > MAX_DECK_BYTES)
      throw new Error(`The deck is larger than ${MAX_DECK_BYTES / 1024} KB; a deck list is a few KB.`);
    text = text.replace(/^\ufeff/, "");
    if (CONTROL.test(text)) throw new Error("The deck is not text; save it as text, CSV or .o8d.");
    let form = "lines", title = "", lines;
    if (/^\s*[[{]\s*[{"]/.test(text)) throw new Error("The deck is JSON; save it as text, CSV or .o8d.");
    if (/^\s*<[^]*>\s*$/.test(text)) {
      form = "o8d";
      lines = readOctgn(text);
    } else {
      const textLines = text.split(LINE_END);
      if (textLines.at(-1) === "") textLines.pop();
      if (textLines.length > MAX_DECK_LINES)
        throw new Error(`The deck has ${textLines.length} lines; a deck list has at most ${MAX_DECK_LINES}.`);
      lines = readTable(textLines);
      if (lines) form = "csv";
      else {
        lines = [...deckLines(textLines)];
        title = textLines.slice(0, 20).map((line) => TITLE.exec(line)).find(Boolean)?.[1].trim() || "";
      }
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
  const FIELD = /^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version)\s*[:=]/i;

  function* deckLines(lines) {
    const bareLines = lines.map((line, index) => [index + 1, bareLine(line)]).filter(([, line]) => line);
    let places = new Map(bareLines.map(([number, line]) => [number, PLACE.exec(line)]).filter(([, match]) => match));
    if (!isNumbered([...places.values()].map((match) => Number(match[1])))) places = new Map();
    const lastPlace = [...places.keys()].at(-1);
    for (const [number, line] of bareLines) {
      const text = line.slice(places.get(number)?.[0].length ?? 0, MAX_CARD_NAME_LENGTH).trim();
      yield deckLine(text, number, null, number === lastPlace ? line : "");
    }
  }

  const deckLine = (text, number, count, asTyped = "", asRead = "") => ({ text, number, count, asTyped, asRead });

  /** The line without comment; empty if it names no card. */
  function bareLine(line) {
    const bare = line.replace(COMMENT, "").trim();
    return FIELD.test(bare) || TITLE.test(bare) || /^[-=_*~|: ]+$/.test(bare) ? "" : bare;
  }

  /** Whether numbers such as `1.` are places in a list: they count up from 1, perhaps several times. */
  const isNumbered = (numbers) => numbers[0] === 1 && numbers.includes(2)
    && numbers.slice(1).every((number, index) => number === numbers[index] + 1 || (number === 1 && numbers[index] > 1));

  // Tables

  const countIn = (cell) => {
    const match = /^\s*(?:[x×]\s*)?(\d{1,3})(?:[.,]0+)?(?:\s*[x×])?\s*$/i.exec(cell);
    return match ? Number(match[1]) : null;
  };

  /** The cards of a table, or null if its first line has no column of names. Without a heading row, it is lines. */
  function readTable(lines) {
    const [first, ...others] = rowsOf(lines);
    if (!first) return null;
    const header = first.cells.map((cell) => cell.toLowerCase().replace(/[.: ]+$/, ""));
    const nameColumn = header.findIndex((cell) => NAME_COLUMNS.has(cell));
    if (nameColumn < 0) return null;
    const rows = others.filter(({ cells }) => cells[nameColumn]?.replace(/[-: ]/g, "")), notes = [];
    let countColumn = header.findIndex((cell) => COUNT_COLUMNS.has(cell));
    if (countColumn < 0) {
      const columns = [...header.keys()].filter((index) =>
        rows.length && rows.every(({ cells }) => index in cells && countIn(cells[index]) !== null));
      if (columns.length === 1) {
        [countColumn] = columns;
        notes.push(deckLine("", first.number, null, first.cells[countColumn], "the number of copies"));
      }
    }
    return [...notes, ...rows.map((row) => tableLine(row, countColumn, nameColumn))];
  }

  /** The number and the cells of each line; none if the lines are not a table. */
  function rowsOf(lines) {
    const numbered = lines.map((line, index) => [index + 1, line.replace(/^ *\|?|\|? *$/g, "")])
      .filter(([, line]) => line.trim() && !line.startsWith("# "));
    if (!numbered.length) return [];
    const first = numbered[0][1], occurrences = (character) => first.split(character).length - 1;
    const delimiter = [",", ";", "\t", "|"]
      .reduce((best, character) => (occurrences(character) > occurrences(best) ? character : best));
    return occurrences(delimiter)
      ? numbered.map(([number, line]) => ({ number, cells: cellsOf(line, delimiter).map((cell) => cell.trim()) }))
      : [];
  }

  /** The card of a row; one copy if no number is given. */
  function tableLine({ number, cells }, countColumn, nameColumn) {
    const name = cells[nameColumn].slice(0, MAX_CARD_NAME_LENGTH), cell = cells[countColumn] ?? "";
    const count = cell ? countIn(cell) : 1;
    return count === null ? deckLine(`${cell} ${name}`, number, UNREADABLE) : deckLine(name, number, count);
  }

  /** The cells of a line. Quoted cells may contain the delimiter and doubled quotation marks. */
  function cellsOf(line, delimiter) {
    const cells = [];
    let cell = "", quoted = false, started = false;
    for (let index = 0; index < line.length; index++) {
      const character = line[index];
      if (quoted) {
        if (character !== '"') cell += character;
        else if (line[index + 1] === '"') cell += line[++index];
        else quoted = false;
      } else if (character === '"' && !started) {
        quoted = started = true;
      } else if (character === delimiter) {
        cells.push(cell);
        cell = "";
        started = false;
      } else if (character !== " " || started) {
        cell += character;
        started = true;
      }
    }
    return [...cells, cell];
  }

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
      const name = (decodedEntities(match[2] ?? "").split(/\s+/).filter(Boolean).join(" ") || attribute("name").trim())
        .slice(0, MAX_CARD_NAME_LENGTH);
      const number = xml.slice(0, match.index).split("\n").length;
      if (name) cards.push(deckLine(name, number, countIn(attribute("qty") || "1") ?? 1));
    }
    return cards;
  }

  site.deckReading = { read, replaceName, UNREADABLE };
})((window.Rulings = window.Rulings || {}));
