/**
 * The plain words of a query → its text with a field for each value that they name, as in
 * `search/values_in_query.py`.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { constants } = site;
  const { FACTS, FEW_WORDS, MAX_VALUES, SHORT_QUERY_WORDS } = constants;

  /** A pattern of Python's as one of JavaScript's; `\w` and `\d` are those of all scripts. */
  const pattern = (source, flags = "") => new RegExp(
    source.replaceAll("(?P<", "(?<").replaceAll("[^\\W\\d_]", "\\p{L}").replaceAll("[^\\W_]", "[\\p{L}\\p{N}]")
      .replaceAll("[\\w*]", "[\\p{L}\\p{N}_*]"),
    flags
  );
  const FIELD = pattern(constants.FIELD_PATTERN, "g"), MONTH = pattern(constants.MONTH_PATTERN, "i");
  const ON_OTHERS = pattern(constants.OTHER_KINDS_PATTERN, "i");
  const JOINER = pattern(`^(?:${constants.JOINER_PATTERN})$`, "i");
  const JOINED = pattern(constants.JOINED_VALUES_PATTERN, "gi");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN), PERSON = pattern(constants.PERSON_PATTERN, "gi");
  const MIN_PERSON_LENGTH = 5;
  const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
  const FLIPPED = { before: "since", since: "before", after: "until", until: "after" };
  const apart = (text) => text.toLowerCase().replace(/[\s.'-]+/g, " ");
  const nameOf = ({ field }) => field.replace(/^-/, "").split(":")[0];
  const isFact = (value) => FACTS.includes(nameOf(value));

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
    const { values } = index, words = index.analyzer.words(asTyped), whole = words.join(" ");
    const text = withKnownPeople(index, asTyped), isTimed = /\d/.test(text);
    const typed = apart(` ${text.replaceAll('"', " ")}`);
    const named = [...values.names.keys()].filter((name) => typed.includes(` ${name}`));
    const isName = index.names.has(whole) && !index.authorityNames.has(whole) // `errata`, `nodes`
      && !words.some((word) => values.words.list.has(word));
    const unread = { text, notes: [], order: "", person: "", fields: [] };
    const isTitle = index.nameTable.exact(whole, ["card"]).matchKind === "title";
    if (isName || isTitle || !(named.length || isTimed)) return unread;
    const names = named.join("|").replaceAll(" ", "[\\s.'-]+") || "(?!)";
    const source = values.pattern.replace("{timed}", () => (isTimed ? values.timed : "")).replaceAll("{names}", names);
    const regex = pattern(source, "gi");
    const found = new Map();
    for (const { index: start, groups } of text.matchAll(regex)) {
      const value = groups.named ? valueOf(index, groups) : null;
      if (value?.field && found.size < MAX_VALUES) found.set(start, value);
    }
    if (!found.size) return unread;
    const without = (isOut) => text.replace(regex, (...match) => {
      const value = found.get(match.at(-3));
      return value && isOut(value) ? " " : match[0];
    });
    const about = stripped(index, without((value) => !isFact(value))).replace(/'s$/, "");
    const isOfCard = index.nameTable.exact(index.analyzer.words(about).join(" "), ["card"]).things.length > 0;
    if (isOfCard) // whose title has facts: `wall of ice errata`
      for (const [start, value] of found) if (isFact(value)) found.delete(start);
    const rest = index.analyzer.words(without(() => true).replace(FIELD, " "));
    const context = { ...contextOf(index, text, rest, [...found.values()]), isOfCard }, notes = [], fields = [];
    let end = 0;
    let changed = text.replace(regex, (...match) => {
      const value = found.get(match.at(-3)), { named: name = "", minus, denied, first } = match.at(-1);
      const shown = name.trim();
      if (!value || !isRead(value, context)) {
        const isTold = first || (value && !isFact(value) && (minus || denied));
        if (isTold && context.asks && context.isOpen) notes.push(`“${shown}” was searched for as words`);
        return match[0];
      }
      const isOr = isOfCard && value.field === "is:superseded*"; // what reversed it may be all that is left
      let field = isOr ? `is:reversal OR ${value.field}` : value.field;
      if (fields.at(-1)?.startsWith(`-${nameOf(value)}:`) && JOINER.test(text.slice(end, match.at(-3))))
        field = `-${field.replace(/^-/, "")}`;
      const isField = field.includes(":");
      fields.push(field);
      end = match.at(-3) + match[0].length;
      if (!keeps) return " ";
      notes.push(`“${shown}” was read as ${isField ? field : `the ${field} first`}`);
      return isField ? ` ${field} ` : " ";
    });
    if (context.isOpen && fields.length) {
      const parts = changed.replace(FIELD, (field) => `\n${field}\n`).split("\n");
      changed = parts.map((part, i) => (i % 2 ? part : stripped(index, part))).join(" ");
    }
    if (!fields.length || !keeps) return { ...unread, text: changed, notes, fields };
    const order = fields.find((field) => !field.includes(":")) ?? "";
    changed = changed.replace(JOINED, "$1 OR ");
    if (!ON_OTHERS.test(changed)) {
      if (context.ofRulings || (order && !context.others.length)) changed += " kind:ruling";
      else if (context.isList && !context.ofKind) changed += " kind:card";
    }
    const isPerson = !context.unread && !context.asks && fields.length === 1 && fields[0].startsWith("by:");
    return { text: changed, notes, order, person: isPerson ? fields[0].slice(4, -1) : "", fields };
  }

  /** The text with the names of people that it misspells, where one is expected, as they are written. */
  function withKnownPeople(index, text) {
    const people = [...index.authorityNames.keys()]
      .filter((name) => /^[a-z]+$/.test(name) && name.length >= MIN_PERSON_LENGTH);
    return text.replace(PERSON, (...match) => {
      const { name } = match.at(-1), word = name.toLowerCase();
      const near = people.includes(word) || index.isPrinted(word) ? [] : corrections(word, people);
      return near.length ? match[0].replace(name, near[0]) : match[0];
    });
  }

  /** What the words are, which stand beside the values. */
  function contextOf(index, text, rest, found) {
    const { ruling, list, defining, asking } = index.values.words;
    const others = rest.filter((word) => !asking.has(word)), hasAny = (set) => rest.some((word) => set.has(word));
    const facts = found.filter(isFact), kinds = found.map(nameOf), ofKind = kinds.includes("is");
    const asks = hasAny(ruling), lists = hasAny(list);
    const ofRulings = hasAny(new Set(["ruled", "ruling", "rulings"])), ofCards = hasAny(new Set(["card", "cards"]));
    const hasPlural = lists || (facts.length > 1 && facts.some(({ isPlural }) => isPlural));
    const isList = (ofKind || (facts.length > 0 && (ofRulings || (hasPlural && !asks))))
      && !others.length && (ofKind || ofRulings || !kinds.includes("by")) && (ofRulings || lists || !hasAny(defining));
    const unread = others.length + (isList ? 0 : facts.length);
    const isFew = unread <= (asks ? SHORT_QUERY_WORDS : ofKind ? FEW_WORDS : 0);
    const isOpen = isFew || isShort(text.replace(/[ ?]+$/, ""));
    return { others, unread, asks: asks || ofKind, ofKind, ofRulings, ofCards, isList, isOpen };
  }

  /** Whether a value is meant, beside these words. Excluded is no order, no time with two ends, no card's errata. */
  function isRead(value, { others, unread, asks, ofRulings, ofCards, isList, isOpen, isOfCard }) {
    const { field, sureness } = value, isOrder = !field.includes(":");
    if (field.startsWith("-") && (isOrder || / before:| OR /.test(field))) return false;
    if (field.startsWith("-is:") && ofCards && !ofRulings) return false;
    if (isFact(value) || sureness === "always") return isList || sureness === "always";
    if (value.isOne) return false; // `a superseded counter`
    const isAlone = !unread && (nameOf(value) === "by" || (asks && !isOrder)) || (isOfCard && nameOf(value) === "is");
    const isAsked = sureness === "asked" && (asks || !others.length);
    return isOpen && (sureness === "usual" || isAsked || isAlone);
  }

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

  /** What a match names. */
  function valueOf(index, groups) {
    const { value, part, said, ruled, speaker } = groups, isExcluded = groups.minus || groups.denied;
    let minus = isExcluded ? "-" : "";
    if (value) {
      const name = apart(value), [field, usual] = index.values.names.get(name), isPerson = field.startsWith("by:");
      const isBeside = usual === "ordinary" && (isPerson ? said : ruled) !== undefined;
      const sureness = isPerson && speaker ? "always" : field === "oldest" ? "asked" : isBeside ? "usual" : usual;
      if (!field.includes(":") && usual === "ordinary" && !isBeside) return { field: "" }; // `last` in other words
      const isPlural = Boolean(groups.plural) || /(?:s|ice|hardware)$/.test(name), isOne = Boolean(groups.article);
      return { field: `${minus}${field}`, sureness, isPlural, isOne };
    }
    if (groups.number) {
      const { numbers } = index.values;
      const meant = (...names) => names.map((name) => numbers.get(apart(groups[name] ?? ""))).find(Boolean);
      const field = meant("fact", "fact_after"), sign = meant("bound", "bound_after") ?? "";
      return { field: field ? `${minus}${field}:${sign}${groups.number}` : "", sureness: "usual" };
    }
    let { first, last } = groups, when = Object.keys(FLIPPED).find((name) => groups[name]) ?? "";
    if (when && isExcluded) [when, minus] = [FLIPPED[when], ""];
    when = groups.onwards ? "since" : groups.backwards ? "until" : when;
    const sureness = !groups.year || minus ? "always" : first.length > 2 ? "usual" : "asked";
    if (part) {
      const months = index.values.monthsOf.get(apart(part));
      [first, last] = months.map((month) => `${first.slice(-4)}-${String(month).padStart(2, "0")}`);
    }
    if (when || !last) { // `before summer 1997`, `until 1996 or 1997`
      const end = last && (when === "after" || when === "until") ? last : first;
      const field = timeField(index, when || "date", end, last);
      return { field: field ? `${minus}${field}` : "", sureness };
    }
    const isEither = /\s(?:and|or)\s/i.test(groups.named) && !/between/i.test(groups.named); // `1996 and 1998`
    const fields = isEither ? ["date", "date"] : ["since", "until"];
    const ends = [timeField(index, fields[0], first, last), timeField(index, fields[1], last)];
    return { field: ends.every(Boolean) ? minus + ends.join(isEither ? " OR " : " ") : "", sureness };
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
