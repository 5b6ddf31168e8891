/**
 * The plain words of a query → its text with a field for each value that they name, as in `search/values_in_query.py`.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { constants } = site;
  const { FACTS, FEW_WORDS, MAX_NOTE_QUOTE_LENGTH, MAX_VALUES, SHORT_QUERY_WORDS } = constants;

  /** A pattern of Python's as one of JavaScript's; `\w` and `\d` are those of all scripts. */
  const pattern = (source, flags = "") => new RegExp(
    source.replaceAll("(?P<", "(?<").replaceAll("[^\\W\\d_]", "\\p{L}").replaceAll("[^\\W_]", "[\\p{L}\\p{N}]")
      .replaceAll("[\\w*]", "[\\p{L}\\p{N}_*]"),
    flags
  );
  const FIELD = pattern(constants.FIELD_PATTERN, "g"), MONTH = pattern(constants.MONTH_PATTERN, "i");
  const SAYING = pattern(`^${constants.SAYING_PATTERN}`, "i"), RULING = pattern(`^${constants.RULING_PATTERN}`, "i");
  const ON_OTHERS = pattern(constants.OTHER_KINDS_PATTERN, "i"), JOINED = pattern(constants.JOINED_VALUES_PATTERN, "gi");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN), PERSON = pattern(constants.PERSON_PATTERN, "gi");
  const MIN_PERSON_LENGTH = 5, QUOTED = /(?<![^\s(])"(?:by\s+)?([^"]*)"/gi;
  const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
  const SIGNS = { over: ">", under: "<", less: "<=", more: ">=" };
  const FLIPPED = { before: "since", since: "before", after: "until", until: "after" };
  const apart = (text) => text.toLowerCase().replace(/[\s.'-]+/g, " ");
  const nameOf = (field) => field.split(":")[0];

  /** The ISO date so many days after another. */
  const dayAfter = (iso, days = 1) => new Date(Date.parse(`${iso}T00:00Z`) + days * 864e5).toISOString().slice(0, 10);

  /** The first and last day of `1996`, `1996-08` or `1996-08-06`; null if it is not a date. */
  function dateRange(text) {
    const match = /^([1-9]\d{3})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text.trim());
    if (!match) return null;
    const [, year, month, day] = match, pad = (part) => String(part).padStart(2, "0");
    const lastMonth = Number(month ?? 12), length = new Date(Date.UTC(2000, lastMonth, 0)).getUTCDate();
    const isLeap = (Number(year) % 4 === 0 && Number(year) % 100 !== 0) || Number(year) % 400 === 0;
    const lastDay = lastMonth === 2 && !isLeap ? 28 : length;
    const isDay = day === undefined || (Number(day) >= 1 && Number(day) <= lastDay);
    if (lastMonth < 1 || lastMonth > 12 || !isDay) return null;
    return [`${year}-${pad(month ?? 1)}-${pad(day ?? 1)}`, `${year}-${pad(lastMonth)}-${pad(day ?? lastDay)}`];
  }

  /** Whether a text is short and no sentence, so that its signs mean something. */
  function isShort(text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    return outside.split(/\s+/).filter(Boolean).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
  }

  /** The text with fields, and without words of asking; `keeps`: or without the values. @returns {ValuesRead} */
  function read(index, asTyped, keeps = true) {
    const { values } = index, whole = index.analyzer.words(asTyped), name = whole.join(" ");
    const text = withKnownPeople(index, asTyped), typed = ` ${apart(text)}`, isTimed = /\d/.test(text);
    const named = [...values.names.keys()].filter((known) => typed.includes(` ${known}`));
    const unread = { text, notes: [], order: "", person: "", fields: [] };
    const isName = (index.names.has(name) && !index.authorityNames.has(name) // `errata`, `nodes`
        && !whole.some((word) => values.words.list.has(word)))
      || index.nameTable.exact(name, ["card"]).how === "title";
    const inNames = new Set(named.flatMap((known) => known.split(" ")));
    const known = Object.values(values.words);
    const hasOthers = whole.some((word) => !inNames.has(word) && !known.some((set) => set.has(word)));
    const hasOnlyFacts = named.every((known) => FACTS.includes(nameOf(values.names.get(known)[0])));
    if (isName || (!isTimed && hasOnlyFacts && (hasOthers || !named.length))) return unread;
    const names = [...values.names.keys()].join("|").replaceAll(" ", "[\\s.'-]+");
    const regex = pattern((isTimed ? values.timedPattern : values.pattern).replace("{}", () => names), "gi");
    const found = new Map();
    for (const match of text.matchAll(regex))
      if (match.groups.named && found.size < MAX_VALUES) found.set(match.index, valueOf(index, match.groups, text, match.index));
    if (![...found.values()].some(({ field }) => field)) return unread;
    const isFact = ({ field }) => FACTS.includes(nameOf(field));
    const without = (isOut) => text.replace(regex, (...match) => {
      const value = found.get(match.at(-3));
      return value?.field && isOut(value) ? " " : match[0];
    });
    const about = index.analyzer.words(stripped(index, without((value) => !isFact(value)))).join(" ");
    if (index.nameTable.exact(about, ["card"]).things.length) // whose title has facts: `wall of ice errata`
      for (const [start, value] of found) if (isFact(value)) found.set(start, { field: "" });
    const rest = index.analyzer.words(without(() => true).replace(FIELD, " "));
    const context = contextOf(index, text, rest, [...found.values()].filter(({ field }) => field));
    const notes = [], fields = [];
    const replaced = text.replace(regex, (...match) => {
      const groups = match.at(-1), value = found.get(match.at(-3)) ?? { field: "" };
      const minus = Boolean(groups.minus || groups.denied), shown = (groups.named ?? "").trim();
      if (!value.field || !isRead(groups, value, context) || (minus && !canBeExcluded(value, context))) {
        const isTold = groups.first || (minus && value.field && !isFact(value));
        if (isTold && context.asks && context.isOpen) notes.push(`“${shown}” was searched for as words`);
        return match[0];
      }
      const field = `${minus && !whenOf(groups) ? "-" : ""}${value.field}`, isField = field.includes(":");
      fields.push(field);
      if (!keeps) return " ";
      notes.push(`“${shown}” was read as ${isField ? field : `the ${field} first`}`);
      return isField ? ` ${field} ` : " ";
    });
    let changed = replaced;
    if (context.isOpen && fields.length) {
      const parts = changed.replace(FIELD, (field) => `\n${field}\n`).split("\n");
      changed = parts.map((part, i) => (i % 2 ? part : stripped(index, part))).join(" ");
    }
    if (!fields.length || !keeps) return { ...unread, text: changed, notes, fields };
    const order = fields.find((field) => !field.includes(":")) ?? "";
    changed = changed.replace(JOINED, "$1 OR ");
    if (!ON_OTHERS.test(changed)) {
      if (context.ofRulings || (order && !context.others.length)) changed += " kind:ruling";
      else if (context.isList && !fields.some((field) => /^-?is:/.test(field))) changed += " kind:card";
    }
    const isPerson = !context.unread && !context.asks && fields.length === 1 && fields[0].startsWith("by:");
    return { text: changed, notes, order, person: isPerson ? fields[0].slice(4, -1) : "", fields };
  }

  /** The text with names of people as they are written, where one is misspelt or in quotation marks. */
  function withKnownPeople(index, text) {
    const people = [...index.authorityNames.keys()]
      .filter((name) => /^[a-z]+$/.test(name) && name.length >= MIN_PERSON_LENGTH);
    const unquoted = text.replace(QUOTED, (phrase, name) =>
      (index.authorityNames.has(index.analyzer.words(name).join(" ")) ? phrase.replaceAll('"', "") : phrase));
    return unquoted.replace(PERSON, (...match) => {
      const { name } = match.at(-1), word = name.toLowerCase();
      const near = people.includes(word) || index.isPrinted(word) ? [] : corrections(word, people);
      return near.length ? match[0].replace(name, near[0]) : match[0];
    });
  }

  /** What the words are, which stand beside the values. */
  function contextOf(index, text, rest, found) {
    const { ruling, list, defining, asking } = index.values.words;
    const others = rest.filter((word) => !asking.has(word)), hasAny = (set) => rest.some((word) => set.has(word));
    const kinds = new Set(found.map(({ field }) => nameOf(field)));
    const facts = found.filter(({ field }) => FACTS.includes(nameOf(field)));
    const asks = hasAny(ruling) || kinds.has("is"), lists = hasAny(list);
    const ofRulings = hasAny(new Set(["ruling", "rulings"])), ofCards = hasAny(new Set(["card", "cards"]));
    const hasPlural = lists || (facts.length > 1 && facts.some(({ isPlural }) => isPlural));
    const mayBeList = (facts.length > 0 || kinds.has("is")) && (kinds.has("is") || ofRulings || (hasPlural && !asks));
    const isList = mayBeList && !others.length && !kinds.has("by") && (ofRulings || lists || !hasAny(defining));
    const unread = others.length + (isList ? 0 : facts.length);
    const isFew = unread <= (hasAny(ruling) ? SHORT_QUERY_WORDS : kinds.has("is") ? FEW_WORDS : 0);
    const isOpen = isFew || isShort(text.replace(/[ ?]+$/, ""));
    return { others, unread, asks, ofRulings, ofCards, isList, isOpen };
  }

  /** Whether a value is meant, beside these words. */
  function isRead({ first, year, speaker }, { field, sureness }, { others, unread, asks, isList, isOpen }) {
    const name = nameOf(field);
    if (FACTS.includes(name)) return isList;
    if (first) return !year || (isOpen && (asks || first.length > 2));
    if (sureness === "always" || (name === "by" && speaker)) return true;
    if (field === "oldest") return isOpen && (asks || !others.length);
    const isAlone = !unread && (name === "by" || (asks && field.includes(":")));
    return isOpen && (sureness === "usual" || isAlone);
  }

  /** Whether the condition can be turned round: of no order, no time with two ends, no errata that cards have. */
  const canBeExcluded = ({ field }, { ofCards, ofRulings }) =>
    field.includes(":") && !/ before:| OR /.test(field) && !(nameOf(field) === "is" && ofCards && !ofRulings);

  /** The text without words of asking at its ends; inside, they may belong to a name. Joiners of values stay. */
  function stripped(index, text) {
    const parts = text.split(/\s+/).filter(Boolean);
    if (parts.every((part) => ["or", "and", ","].includes(part.toLowerCase()))) return parts.join(" ");
    const words = (part) => index.analyzer.words(part), isTitle = () => // `time to collect`
      index.nameTable.exact(words(parts.join(" ")).join(" "), ["card"]).things.length > 0;
    for (const end of [-1, 0]) {
      const isAsking = (part) => words(part).every((word) => index.values.words.asking.has(word));
      while (parts.length && isAsking(parts.at(end)) && !isTitle()) parts.splice(end, 1);
    }
    return parts.join(" ");
  }

  /** The field of a time. */
  function whenOf(groups) {
    const when = Object.keys(FLIPPED).find((name) => groups[name]) ?? "";
    if (groups.onwards || groups.plus) return "since";
    return groups.backwards ? "until" : when && (groups.minus || groups.denied) ? FLIPPED[when] : when;
  }

  /** What a match names. */
  function valueOf(index, groups, text, start) {
    const { value, bound, part } = groups;
    if (value) {
      const name = apart(value), [field, sureness] = index.values.names.get(name);
      const end = start + groups.named.indexOf(value) + value.length;
      const after = text.slice(end, end + MAX_NOTE_QUOTE_LENGTH);
      const isPlural = name !== field.split(":").slice(1).join(":").replaceAll("-", " ") || name === "ice";
      const isBeside = (field.startsWith("by:") ? SAYING : RULING).test(after);
      if (!FACTS.includes(nameOf(field)) && sureness === "ordinary" && isBeside)
        return { field, sureness: "usual", isPlural };
      const isRead = field.includes(":") || sureness === "usual"; // not `last` in other words
      return isRead ? { field, sureness, isPlural } : { field: "" };
    }
    if (bound) {
      const sign = SIGNS[Object.keys(SIGNS).find((name) => groups[name])] ?? "=";
      return { field: `${groups.strength ? "strength" : "cost"}:${sign}${groups.number}`, sureness: "ordinary" };
    }
    let { first, last } = groups;
    if (part) {
      const months = index.values.monthsOf.get(apart(part));
      [first, last] = months.map((month) => `${first.slice(-4)}-${String(month).padStart(2, "0")}`);
    }
    const when = whenOf(groups);
    if (when || !last) { // `before summer 1997`, `until 1996 or 1997`
      const end = last && (when === "after" || when === "until") ? last : first;
      return { field: timeField(index, when || "date", end, last) ?? "", sureness: "usual" };
    }
    const isEither = /\s(?:and|or)\s/i.test(groups.named) && !/between/i.test(groups.named); // `1996 and 1998`
    const fields = isEither ? ["date", "date"] : ["since", "until"];
    const ends = [timeField(index, fields[0], first, last), timeField(index, fields[1], last)];
    return { field: ends.every(Boolean) ? ends.join(isEither ? " OR " : " ") : "", sureness: "usual" };
  }

  /** The field for a time, null if it is no date; `last`: the time that follows. */
  function timeField(index, when, typed, last = "") {
    const month = MONTH.exec(typed), figures = typed.match(/\d+/g) ?? [last.slice(-4)];
    let year = figures.find((figure) => figure.length === 4) ?? figures.at(-1);
    figures.splice(figures.indexOf(year), 1);
    const order = figures.map(Number);
    if (month) order.unshift(MONTHS.indexOf(month[0].slice(0, 3).toLowerCase()) + 1);
    if (year.length !== 4) year = `${year > "50" ? 19 : 20}${year}`;
    const orders = order.length === 2 && !month ? [order, [...order].reverse()] : [order];
    const isKnown = (value) => [".date", ".printed"].some((field) => index.lexicon(field).includes(value));
    const values = orders.map((each) => [year, ...each.map((n) => String(n).padStart(2, "0"))].join("-"));
    const value = values.sort((one, other) => Number(isKnown(other)) - Number(isKnown(one))).find(dateRange);
    if (value === undefined) return null;
    const [, end] = dateRange(value);
    if (when === "after") return `after:${dayAfter(end)}`;
    return when === "until" ? `before:${end}` : `${when}:${value}`;
  }

  site.values = { dateRange, dayAfter, isShort, pattern, read };
})(window.Rulings ??= {});
