/** Dates, as in `rulings/model/dates.py`. */
(function (site) {
  "use strict";

  const { pattern } = site.queryPatterns;
  const { DATE_SHAPES, MONTHS } = site.constants;

  const DATE_IN_FIGURES = pattern(`^(?:${site.constants.DATE_IN_FIGURES})$`);
  const DAY_PATTERN = pattern(site.constants.DAY_PATTERN, "gi");
  const SPACES = pattern(site.constants.SPACES_IN_FIGURES, "gi");
  const DATE_FILLERS = pattern(site.constants.DATE_FILLERS, "g");

  /** A typed date in ISO 8601, as `iso_date` reads it; anything else as it was typed. */
  function isoDate(text) {
    const figures = text.trim().replace(SPACES, "$1");
    if (DATE_IN_FIGURES.test(figures)) return dateInFigures(figures) || text;
    const words = figures.toLowerCase().replace(DATE_FILLERS, "$1 ").split(/\s+/).filter(Boolean);
    const parts = words.map(datePart);
    const { y, m, d } = Object.fromEntries(parts);
    if (!DATE_SHAPES.includes(parts.map(([kind]) => kind).join(""))) return text;
    return [y, m, d].filter(Boolean).join("-");
  }

  /** `in October 1996` → `1996-10`; empty for a text that is not just a month. */
  function monthAlone(text) {
    const month = isoDate(text);
    return /^[0-9]{4}-[0-9]{2}$/.test(month) && dateRange(month) ? month : "";
  }

  /** The text with each day in ISO 8601: `(Sparky, 8/6/96)` → `(Sparky, 1996-08-06)`. */
  const withIsoDays = (text) =>
    text.replace(DAY_PATTERN, (match, before, opening, day, closing) => {
      const iso = isoDate(day);
      if (!dateRange(iso)) return match;
      return before + iso + (opening ? "" : closing); // it closes what is not opened here
    });

  function dateInFigures(text) {
    const figures = text.split(/[-/.]/).map((figure) => figure.padStart(2, "0"));
    if (figures[0].length === 4) return dateRange(figures.join("-")) ? figures.join("-") : "";
    const year = fullYear(figures.pop());
    const orders = [figures, [...figures].reverse()]
      .map((order) => [year, ...order].join("-")).filter(dateRange);
    return orders[0] ?? "";
  }

  /** The kind of a word in a date (`y`, `m`, `d`, or `?` for none of these), and its figures. */
  function datePart(word) {
    const name = word === "sept" ? "sep" : word;
    const number = MONTHS.findIndex((month) => month.toLowerCase().startsWith(name)) + 1;
    if (word.length > 2 && number) return ["m", String(number).padStart(2, "0")];
    if (/^(?:(?:19|20)[0-9][0-9]|9[5-9]|00)$/.test(word)) return ["y", fullYear(word)];
    return /^[0-9]{1,2}$/.test(word) ? ["d", word.padStart(2, "0")] : ["?", word];
  }

  function fullYear(figures) {
    const century = figures > "50" ? "19" : "20";
    return figures.length === 4 ? figures : `${century}${figures}`;
  }

  /** The first and last day of `1996`, `1996-08` or `1996-08-06`; null if it is not a date. */
  function dateRange(text) {
    const match = /^([1-9]\d{3})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text.trim());
    if (!match) return null;
    const [, year, month, day] = match;
    const pad = (part) => String(part).padStart(2, "0");
    const lastMonth = Number(month ?? 12);
    const lastDay = new Date(Date.UTC(year, lastMonth, 0)).getUTCDate();
    const isDay = day === undefined || (Number(day) >= 1 && Number(day) <= lastDay);
    if (lastMonth < 1 || lastMonth > 12 || !isDay) return null;
    const first = `${year}-${pad(month ?? 1)}-${pad(day ?? 1)}`;
    return [first, `${year}-${pad(lastMonth)}-${pad(day ?? lastDay)}`];
  }

  /** `1997-02-25` → `25 February 1997`, `1996-08` → `August 1996`. */
  function dateInWords(iso) {
    const [year, month, day] = iso.split("-");
    return [Number(day) || "", MONTHS[month - 1], year].filter(Boolean).join(" ");
  }

  site.dates = { dateInWords, dateRange, isoDate, monthAlone, withIsoDays };
})(window.Rulings ??= {});
