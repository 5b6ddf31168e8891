/**
 * A deck list as text → its entries, as `rulings/deck/reading.py` finds them: lines, CSV, OCTGN's .o8d.
 *
 * An entry has a count, the readings of its name (likeliest first) and its line. Anything that cannot be a list throws
 * an `Error` with a message for users.
 */
(function (site) {
  "use strict";

  const MAX_LETTERS = 256 * 1024, MAX_LINES = 2000, MAX_NAMES = 500, MAX_COPIES = 999, NAME = 200;
  const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

  /**
   * @param {string} text
   * @returns {{form: string, title: string, entries: {count: number, names: string[], line: number}[]}}
   */
  function read(text) {
    if (text.length > MAX_LETTERS) throw new Error("The deck is larger than 256 KB; a deck list is a few KB.");
    text = text.replace(/^\ufeff/, "");
    if (CONTROL.test(text)) throw new Error("The deck is not text; save it as text, CSV or .o8d.");
    let form = "lines", title = "", listed;
    if (text.trimStart().startsWith("<")) {
      form = "o8d";
      listed = octgn(text);
    } else {
      const lines = text.split(/\r\n|[\n\r\x0c\x1c-\x1e\x85\u2028\u2029]/);
      if (lines.at(-1) === "") lines.pop();
      if (lines.length > MAX_LINES)
        throw new Error(`The deck has ${lines.length} lines; a deck list has at most ${MAX_LINES}.`);
      listed = rows(lines);
      if (listed) form = "csv";
      else {
        listed = [...entriesOf(lines)];
        title = lines.slice(0, 20).map((line) => TITLE.exec(line)).find(Boolean)?.[1].trim() || "";
      }
    }
    const many = listed.find(({ count }) => count > MAX_COPIES);
    if (many) throw new Error(`Line ${many.line}: ${many.count} copies of one card cannot be in a deck.`);
    const entries = listed.filter(({ count }) => count);
    if (!entries.length) throw new Error("The deck names no card; write one a line, such as “3 Dr. Dreff”.");
    if (new Set(entries.map(({ names }) => names.join("\n"))).size > MAX_NAMES)
      throw new Error(`The deck has more than ${MAX_NAMES} different names.`);
    return { form, title, entries };
  }

  // Lines

  const MARKER = /^\s*(?:[-*•·+]\s+)?/;
  const COMMENT = /^\s*(?:#|\/\/|;|--(?!\S)).*$|\s(?:#|\/\/)\s.*$/;
  const BEFORE = /^(?:[x×*]\s*(\d{1,12})|(\d{1,12})\s*[x×*]|(\d{1,12}))[\s:]+(?=\S)/i;
  const BEHIND =
    /\s*(?:\s[x×*]\s*(\d{1,12})|\s(\d{1,12})\s*[x×]|\t\s*(\d{1,12})|\s[([](?:x\s*)?(\d{1,12})(?:\s*x)?[)\]])\s*$/i;
  const NOTED = /\s*[([][^()[\]]*[)\]]\s*$/;
  const TITLE = /^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$/i;
  const FIELD = /^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version)\s*[:=]/i;
  const HEADINGS = new Set((
    "agenda agendas card cards corp corporation corporate deck decklist hardware ice code gates gate walls wall sentries sentry icebreaker icebreakers "
    + "breakers list main name node nodes operation operations other prep preps program programs quantity resource resources runner sideboard side total "
    + "upgrade upgrades and count qty").split(" "));

  function* entriesOf(lines) {
    for (const [at, whole] of lines.entries()) {
      const line = whole.replace(COMMENT, "").trimEnd().replace(MARKER, "");
      if (!line || FIELD.test(line) || TITLE.test(line) || /^[-=_*~ ]+$/.test(line)) continue;
      const before = BEFORE.exec(line), behind = before ? null : BEHIND.exec(line);
      const digits = [before, behind].filter(Boolean).flatMap((match) => match.slice(1)).find(Boolean);
      const name = (before ? line.slice(before[0].length) : behind ? line.slice(0, behind.index) : line)
        .trim().replace(/^\|+|\|+$/g, "").slice(0, NAME).trim();
      if (!name || (!before && isHeading(line, name))) continue;
      yield { count: digits === undefined ? 1 : Number(digits), names: readings(name), line: at + 1 };
    }
  }

  function isHeading(line, name) {
    const words = name.toLowerCase().match(/[a-z]+/g) || [];
    return line.endsWith(":")
      || (words.length > 0 && words.every((word) => HEADINGS.has(word)))
      || /^[=[].*[=\]]$/.test(name);
  }

  /** The name as it is, then without what follows in brackets (a set, a number). */
  function readings(name) {
    const bare = name.replace(NOTED, "").trim();
    return bare && bare !== name ? [name, bare] : [name];
  }

  // CSV

  const COUNTS = new Set(["count", "qty", "quantity", "copies", "number", "amount", "no", "#"]);
  const NAMES = new Set(["name", "card", "title", "card name", "cardname", "card title"]);
  const countIn = (cell) => {
    const match = /^\s*(?:x\s*)?(\d{1,12})(?:\s*x)?\s*$/i.exec(cell ?? "");
    return match ? Number(match[1]) : null;
  };

  /** The entries of a table, or null if the lines are not a table: no header row and no column of counts. */
  function rows(lines) {
    const waiting = lines.map((line, at) => [at + 1, line])
      .filter(([, line]) => line.trim() && !line.trimStart().startsWith("#"));
    if (!waiting.length) return null;
    const first = waiting[0][1], often = (sign) => first.split(sign).length - 1;
    const delimiter = [",", ";", "\t"].reduce((best, sign) => (often(sign) > often(best) ? sign : best));
    if (!often(delimiter)) return null;
    const cells = waiting.map(([line, text]) => [line, cellsOf(text, delimiter)]);
    const head = cells[0][1].map((cell) => cell.trim().toLowerCase());
    const nameAt = head.findIndex((cell) => NAMES.has(cell));
    if (nameAt >= 0) {
      const countAt = head.findIndex((cell) => COUNTS.has(cell));
      return cells.slice(1).map(([line, row]) => rowEntry(line, row, countAt, nameAt, "")).filter(Boolean);
    }
    const side = [0, 1].find((at) => cells.every(([, row]) => row.length > 1 && countIn(row[at]) !== null));
    return side === undefined
      ? null
      : cells.map(([line, row]) => rowEntry(line, row, side, 1 - side, delimiter)).filter(Boolean);
  }

  function rowEntry(line, row, countAt, nameAt, rest) {
    const name = (row[nameAt] ?? "").trim().slice(0, NAME),
      count = countAt >= 0 && countAt < row.length ? countIn(row[countAt]) : 1;
    if (!name) return null;
    const names = readings(name);
    // a comma of the title itself: 3,Disinfectant, Inc.
    if (rest && nameAt && row.length > 2)
      names.unshift(row.slice(nameAt).map((cell) => cell.trim()).join(`${rest} `).slice(0, NAME));
    return { count: count ?? 1, names, line };
  }

  /** The cells of a line: quoted ones may contain the delimiter, and doubled quotation marks. */
  function cellsOf(line, delimiter) {
    const cells = [];
    let cell = "", quoted = false, started = false;
    for (let at = 0; at < line.length; at++) {
      const c = line[at];
      if (quoted) {
        if (c !== '"') cell += c;
        else if (line[at + 1] === '"') cell += line[++at];
        else quoted = false;
      } else if (c === '"' && !started) {
        quoted = started = true;
      } else if (c === delimiter) {
        cells.push(cell);
        cell = "";
        started = false;
      } else if (c !== " " || started) {
        cell += c;
        started = true;
      }
    }
    return [...cells, cell];
  }

  // OCTGN

  const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  const decoded = (text) => text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, ten, sixteen, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = ten ? Number(ten) : parseInt(sixteen, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

  /** The cards of `<deck><section><card qty="3">Dr. Dreff</card>…`. Document types, so all entities, are refused. */
  function octgn(text) {
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error("The deck declares a document type; an .o8d deck has none.");
    const bare = text.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, "");
    if (!/^\s*<deck[\s>]/i.test(bare))
      throw new Error("The deck is XML, but not an .o8d deck: its first element is not <deck>.");
    const cards = [];
    for (const card of bare.matchAll(/<card\b([^<>]*?)(?:\/>|>([^<]*)<\/card\s*>)/gi)) {
      const attribute = (name) =>
        decoded(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i")
          .exec(card[1])
          ?.slice(1)
          .find((v) => v !== undefined) ?? "");
      const name = (decoded(card[2] ?? "").split(/\s+/).filter(Boolean).join(" ") || attribute("name").trim())
        .slice(0, NAME);
      if (name) cards.push({
        count: countIn(attribute("qty") || "1") ?? 1, names: readings(name),
        line: bare.slice(0, card.index).split("\n").length
      });
    }
    return cards;
  }

  site.deckReading = { read };
})((window.Rulings = window.Rulings || {}));
