/**
 * The text of a deck list → its lines with cards, as in `rulings/deck/reading.py`. Forms: lines, CSV, OCTGN's .o8d.
 *
 * Throws an `Error` with a message for users if the text cannot be a deck list.
 */
(function (site) {
  "use strict";

  const { MAX_CARD_NAME_LENGTH, MAX_COPIES, MAX_DECK_BYTES, MAX_DECK_LINES, MAX_DECK_NAMES } = site.constants;
  const DECK_HEADINGS = new Set(site.constants.DECK_HEADINGS);
  const COUNT_COLUMNS = new Set(site.constants.COUNT_COLUMNS), NAME_COLUMNS = new Set(site.constants.NAME_COLUMNS);
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  const LINE_END = /\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/; // as Python's `splitlines`

  /**
   * @typedef {{count: number, names: string[], number: number, hasCount: boolean, asTyped: string}} DeckLine copies of
   *   one card; `names`: variants of its name, likeliest first; `number`: of the line, from 1; `hasCount`: false if no
   *   number was recognized; `asTyped`: the line, if a note should say how it was read
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
    let form = "lines", title = "", entries;
    if (text.trimStart().startsWith("<")) {
      form = "o8d";
      entries = readOctgn(text);
    } else {
      const textLines = text.split(LINE_END);
      if (textLines.at(-1) === "") textLines.pop();
      if (textLines.length > MAX_DECK_LINES)
        throw new Error(`The deck has ${textLines.length} lines; a deck list has at most ${MAX_DECK_LINES}.`);
      entries = readTable(textLines);
      if (entries) form = "csv";
      else {
        entries = [...deckLines(textLines)];
        title = textLines.slice(0, 20).map((line) => TITLE.exec(line)).find(Boolean)?.[1].trim() || "";
      }
    }
    const excess = entries.find(({ count }) => count > MAX_COPIES);
    if (excess) throw new Error(`Line ${excess.number}: ${excess.count} copies of one card cannot be in a deck.`);
    const lines = entries.filter(({ count }) => count);
    if (!lines.length) throw new Error("The deck has no cards; write one per line, such as “3 Dr. Dreff”.");
    if (new Set(lines.map(({ names }) => names.join("\n"))).size > MAX_DECK_NAMES)
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

  const BULLET = /^\s*(?:[-*•·+]\s+)?/;
  const COMMENT = /^\s*(?:#(?!\d)|\/\/|;|--(?!\S)).*$|\s(?:#|\/\/)\s.*$/;
  const COUNT_BEFORE = new RegExp(`^${site.constants.COUNT_BEFORE_PATTERN}`, "i");
  const COUNT_AFTER = new RegExp(site.constants.COUNT_AFTER_PATTERN, "i");
  const PLACE = new RegExp(`^${site.constants.PLACE_PATTERN}`);
  const BRACKETED_NOTE = /\s*[([][^()[\]]*[)\]]\s*$/;
  const TITLE = /^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$/i;
  const FIELD = /^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version)\s*[:=]/i;

  function* deckLines(lines) {
    const bareLines = lines.map((line, index) => [index + 1, bareLine(line)]).filter(([, line]) => line);
    let places = new Map(bareLines.map(([number, line]) => [number, PLACE.exec(line)]).filter(([, match]) => match));
    if (!isNumbered([...places.values()].map((match) => Number(match[1])))) places = new Map();
    const lastPlace = [...places.keys()].at(-1);
    for (const [number, line] of bareLines) {
      const entry = line.slice(places.get(number)?.[0].length ?? 0);
      const before = COUNT_BEFORE.exec(entry), found = before || COUNT_AFTER.exec(entry);
      const count = found ? Number(found.slice(1).find(Boolean)) : 0;
      const rest = !count ? entry : before ? entry.slice(before[0].length) : entry.slice(0, found.index);
      const name = rest.trim().slice(0, MAX_CARD_NAME_LENGTH).trim();
      if (!name || (!(before && count) && isHeading(entry, name))) continue;
      yield {
        count: count || 1, names: readings(name), number, hasCount: count > 0, asTyped: number === lastPlace ? line : ""
      };
    }
  }

  /** The line without comment, bullet and the borders of a table; empty if it names no card. */
  function bareLine(line) {
    const bare = line.replace(COMMENT, "").trimEnd().replace(BULLET, "").replace(/^\|+|(?<!\|)\|+$/g, "").trim();
    return FIELD.test(bare) || TITLE.test(bare) || /^[-=_*~|: ]+$/.test(bare) ? "" : bare;
  }

  /** Whether numbers such as `1.` are places in a list: they count up from 1, perhaps several times. */
  const isNumbered = (numbers) => numbers[0] === 1 && numbers.includes(2)
    && numbers.slice(1).every((number, index) => number === numbers[index] + 1 || (number === 1 && numbers[index] > 1));

  function isHeading(line, name) {
    const words = name.toLowerCase().match(/[a-z]+/g) || [];
    return line.endsWith(":")
      || (words.length > 0 && words.every((word) => DECK_HEADINGS.has(word)))
      || /^[=[].*[=\]]$/.test(name);
  }

  /** The name as typed, then without brackets at its end (a set, a number). */
  function readings(name) {
    const bare = name.replace(BRACKETED_NOTE, "").trim();
    return bare && bare !== name ? [name, bare] : [name];
  }

  // CSV

  const countIn = (cell) => {
    const match = /^\s*(?:x\s*)?(\d{1,12})(?:\s*x)?\s*$/i.exec(cell ?? "");
    return match ? Number(match[1]) : null;
  };

  /** The lines of a table; null if they have neither a header row nor a column of counts. */
  function readTable(lines) {
    const numbered = lines.map((line, index) => [index + 1, line])
      .filter(([, line]) => line.trim() && !line.trimStart().startsWith("#"));
    if (!numbered.length) return null;
    const first = numbered[0][1], occurrences = (character) => first.split(character).length - 1;
    const delimiter = [",", ";", "\t"]
      .reduce((best, character) => (occurrences(character) > occurrences(best) ? character : best));
    if (!occurrences(delimiter)) return null;
    const rows = numbered.map(([number, line]) => [number, cellsOf(line, delimiter)]);
    const header = rows[0][1].map((cell) => cell.trim().toLowerCase());
    const nameColumn = header.findIndex((cell) => NAME_COLUMNS.has(cell));
    if (nameColumn >= 0) {
      const countColumn = header.findIndex((cell) => COUNT_COLUMNS.has(cell));
      return rows.slice(1).map(([number, row]) => tableLine(number, row, countColumn, nameColumn, "")).filter(Boolean);
    }
    const countColumn = [0, 1]
      .find((index) => rows.every(([, row]) => row.length > 1 && countIn(row[index]) !== null));
    return countColumn === undefined
      ? null
      : rows.map(([number, row]) => tableLine(number, row, countColumn, 1 - countColumn, delimiter)).filter(Boolean);
  }

  /** The card in a row, or null. `delimiter`: only in a table without a header, whose last cells may be one title. */
  function tableLine(number, row, countColumn, nameColumn, delimiter) {
    const name = (row[nameColumn] ?? "").trim().slice(0, MAX_CARD_NAME_LENGTH),
      written = (countColumn >= 0 && row[countColumn] || "").trim(), count = countIn(written);
    if (!name) return null;
    if (written && count === null) { // an unread line
      const unclear = `${written} ${name}`.slice(0, MAX_CARD_NAME_LENGTH);
      return { count: 1, names: [unclear], number, hasCount: false, asTyped: "" };
    }
    const names = readings(name);
    // The title itself may contain the delimiter: 3,Disinfectant, Inc.
    if (delimiter && nameColumn && row.length > 2) {
      const whole = row.slice(nameColumn).map((cell) => cell.trim()).join(`${delimiter} `);
      names.unshift(whole.slice(0, MAX_CARD_NAME_LENGTH));
    }
    return { count: count ?? 1, names, number, hasCount: true, asTyped: "" };
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

  const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi;
  const decodedEntities = (text) => text.replace(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (name) return ENTITIES[name] ?? entity;
    const code = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

  /** The cards of `<deck><section><card qty="3">Dr. Dreff</card>…`. A document type, thus any entity, is refused. */
  function readOctgn(text) {
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error("The deck declares a document type; an .o8d deck has none.");
    // Without comments and instructions; their line ends stay, so that the numbers of lines are right.
    const xml = text.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, (markup) => markup.replace(/[^\n]+/g, ""));
    if (!/^\s*<deck[\s>]/i.test(xml))
      throw new Error("The deck is XML, but not an .o8d deck: its first element is not <deck>.");
    const cards = [];
    for (const match of xml.matchAll(/<card\b([^<>]*?)(?:\/>|>([^<]*)<\/card\s*>)/gi)) {
      const attribute = (name) =>
        decodedEntities(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i")
          .exec(match[1])
          ?.slice(1)
          .find((value) => value !== undefined) ?? "");
      const name = (decodedEntities(match[2] ?? "").split(/\s+/).filter(Boolean).join(" ") || attribute("name").trim())
        .slice(0, MAX_CARD_NAME_LENGTH);
      if (name) cards.push({
        count: countIn(attribute("qty") || "1") ?? 1, names: readings(name),
        number: xml.slice(0, match.index).split("\n").length, hasCount: true, asTyped: ""
      });
    }
    return cards;
  }

  site.deckReading = { read, replaceName };
})((window.Rulings = window.Rulings || {}));
