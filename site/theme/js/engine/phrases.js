/**
 * Divides the plain words of a query into items, each the longest phrase of the lexicon, and reads
 * the conditions that they mean, as in `search/phrases.py`, which says what each part is for;
 * `phraseOf` is that of `search/lexicon.py`.
 */
(function (site) {
  "use strict";

  const { corrections, plausibleEdits } = site.editDistance;
  const { dateRange, isoDate } = site.dates;
  const { pattern, unquoted } = site.parameters;
  const { All, AnyOf, FieldCondition, fieldsOf, negated, nodeOf } = site.query;
  const {
    CONJUNCTIONS, FACT_FIELDS, ITEM_PATTERN, MAX_DATE_ITEMS, MAX_PHRASE_WORDS,
    MAX_VALUES, MAX_WORDS, MIN_TYPO_NAME_LENGTH, MONTHS, NUMBER_FIELDS, OTHER_GAME_WORDS, TRIGGERS,
    VALUES, WAITING
  } = site.constants;

  const ITEM = pattern(ITEM_PATTERN, "giu");
  const GAME_WORDS = new Set(OTHER_GAME_WORDS.split(" "));
  const NOTHING = { start: 0, end: 0, phrase: "", roles: {} };

  const has = ({ roles }, ...names) => names.some((name) => name in roles);
  /** Whether an item says what is listed. */
  const isHead = (item) => has(item, "rulings") || item.phrase === "cards";
  /**
   * What a number, negation, comparison or superlative means, which no reading may lose; of other
   * items nothing.
   */
  function meaningToKeep(item) {
    if (has(item, "not")) return "not";
    if (item.phrase === "one" || has(item, "opaque")) return "";
    const number = item.roles.number || item.roles.date;
    return number || (has(item, "bound", "most") ? item.phrase : "");
  }

  /** A time or number, or two as a range; without `first`, nothing. */
  class ValueSpan {
    constructor(stop, first = "", last = "", joiner = "") {
      Object.assign(this, { stop, first, last, joiner });
    }
  }

  /** What some items mean. */
  class PhraseReading {
    isPlural = false;
    isJoined = false; // to the one before it, of the same field
    isNegated = false;
    order = ""; // what comes first: `newest`, `highest cost`

    constructor(values) {
      Object.assign(this, values); // `itemNumbers`, `node`, `trigger`
    }

    /** The number of its first item. */
    get first() {
      return Math.min(...this.itemNumbers);
    }

    /** The number of the item after it. */
    get stop() {
      return Math.max(...this.itemNumbers) + 1;
    }

    /** The name of its first field. */
    get name() {
      return fieldsOf(this.node)[0]?.name ?? "";
    }

    /** The reading, negated. */
    get leftOut() {
      return this.replaced({ node: negated(this.node), isNegated: true });
    }

    /** Whether it compares something. */
    get isBounded() {
      return fieldsOf(this.node).some(({ sign }) => sign);
    }

    /** Whether it is a fact of cards. */
    get isFact() {
      return FACT_FIELDS.includes(this.name);
    }

    /** The reading with other values. */
    replaced(values) {
      return new PhraseReading({ ...this, ...values });
    }
  }

  /** Words as in the lexicon: in lower case, apart, without apostrophes; signs stay. */
  function phraseOf(text) {
    const spaced = unquoted(text).toLowerCase().replace(/'s$/, "");
    const words = spaced.replace(/[-.]/g, " ").replaceAll("'", "").split(/\s+/).filter(Boolean);
    return words.join(" ") || text;
  }

  /** A condition on who said it, as one on who passed it on. */
  const relayed = ({ value }) => new FieldCondition("via", value);

  /** The items of a text, in order. @returns {QueryItem[]} */
  function itemsOf(index, text) {
    const tokens = [...text.matchAll(ITEM)].slice(0, MAX_WORDS).map((match) => {
      const start = match.index + (match.groups.before ?? "").length;
      const end = match.index + match[0].length;
      const phrase = phraseOf(match[0]);
      const [foldedText, foldedPhrase] = [match[0], phrase].map(index.analyzer.folded);
      return { ...match.groups, text: match[0], start, end, phrase, foldedText, foldedPhrase };
    });
    const items = [];
    for (let at = 0, size = 1; at < tokens.length; at += size) {
      const { start, word, quoted } = tokens[at];
      let roles = rolesOf(index, tokens[at]);
      size = 1;
      if (word || quoted) { // `"Green Knight" Surge Buffers`
        const [length, phraseRoles] = longest(index, tokens.slice(at));
        if (word || length > 1) [size, roles] = [length, phraseRoles];
      }
      let { end } = tokens[at + size - 1];
      if ("title" in roles && text.startsWith(roles.title.slice(-1), end)) end += 1; // of `Setup!`
      if (roles.not === "every") {
        const nextRoles = index.roles.get(tokens[at + size]?.phrase) ?? {};
        roles = withOneMeaning(roles, items, nextRoles);
      }
      const phrase = tokens.slice(at, at + size).map((token) => token.phrase).join(" ");
      items.push({ start, end, phrase, roles });
    }
    return items;
  }

  /**
   * The roles of *but*, a negation after *all*, *every* …, which otherwise joins, as it does a
   * condition of its own to another: `all rulings by Sparky but from 1996`.
   */
  function withOneMeaning(roles, itemsBefore, nextRoles) {
    const hasValue = itemsBefore.some((item) => has(item, ...VALUES));
    const isCondition = ["clause", "preposition", "bound"].some((role) => role in nextRoles);
    const isNegation = itemsBefore.some((item) => has(item, "every"))
      && !(isCondition && hasValue);
    const unmeantRole = isNegation ? "join" : "not";
    return Object.fromEntries(Object.entries(roles).filter(([role]) => role !== unmeantRole));
  }

  /** The roles of what is no word. */
  function rolesOf(index, { text, phrase, opaque, quoted, date, figures }) {
    const roles = index.roles.get(phrase.replace(/^by /, "")) ?? {};
    if (opaque) return /^-[0-9]+$/.test(opaque) ? { number: opaque } : { opaque: "field" };
    if (quoted) return TRIGGERS.some((role) => role in roles) ? roles : { opaque: "quoted" };
    if (date) return { date: text };
    if (!figures || Object.keys(roles).length) return roles;
    return { [/\d$/.test(figures) ? "number" : "ordinal"]: figures.replace(/\D/g, "") };
  }

  /** How many tokens the longest known phrase has with which they begin, and its roles. */
  function longest(index, tokens) {
    for (let size = Math.min(tokens.length, MAX_PHRASE_WORDS); size > 0; size--) {
      const phrase = tokens.slice(0, size).map((token) => token.phrase).join(" ");
      const { foldedPhrase } = tokens[size - 1];
      const inner = tokens.slice(0, size - 1).map((token) => token.foldedText);
      const title = [...inner, foldedPhrase].filter(Boolean).join(" "); // `Pattel's Virus's`
      const { matchKind, things: [thing] } = index.names.exact(title, ["card", "topic"]);
      const isTitle = ["title", "alias"].includes(matchKind) && foldedPhrase !== "";
      const field = `${thing?.kind}:"${title}"`;
      let roles = index.roles.get(phrase) ?? {};
      if (isTitle) {
        const ofWord = size === 1 ? roles : { opaque: "title" };
        roles = { ...ofWord, denied: field, title: thing.title };
      }
      const { figures, date, phrase: nextPhrase } = tokens[size] ?? {};
      const isMonth = "month" in (index.roles.get(nextPhrase) ?? {});
      const isBound = figures || date || nextPhrase === "than" || isMonth;
      if ("trailing" in roles && isBound) continue; // `since 1997 and before 1999`
      if (Object.keys(roles).length) return [size, roles];
    }
    return [1, {}];
  }

  /** Makes conditions of items: `readings`. */
  class PhraseReader {
    readings = [];
    pending = new Map(); // role → the number of the item that waits for a value

    constructor(index, text) {
      Object.assign(this, { index, text, items: itemsOf(index, text) });
      this.isCounted = ["count", "rulings"].every((role) =>
        this.items.some((item) => has(item, role)));
      let at = 0;
      while (at < this.items.length && this.readings.length < MAX_VALUES) {
        const reading = this.comparison(at) ?? this.extreme(at) ?? this.value(at);
        if (reading) {
          this.readings.push(reading);
          this.pending.clear();
        } else this.take(at);
        at = reading ? reading.stop : at + 1;
      }
      this.join();
      const taken = new Set(this.readings.flatMap(({ itemNumbers }) => itemNumbers));
      this.items = this.items.map((item, number) => {
        if (item.roles.not !== "condition" || taken.has(number)) return item;
        const roles = { ...item.roles };
        delete roles.not; // `in less time`
        return { ...item, roles };
      });
    }

    at = (at) => this.items[at] ?? NOTHING;
    waiting = (role) => this.at(this.pending.get(role) ?? -1).roles[role] ?? "";

    /** Notes what waits for a value. Other words than those of asking end the clause. */
    take(at) {
      let item = this.items[at];
      if (item.roles.not === "after") {
        this.leaveOutBefore(at);
        return;
      }
      if (has(item, "several") && this.areSeveralNumbers(at + 1)) {
        item = { ...item, roles: { fact: item.roles.several } };
        this.items[at] = item;
      }
      const isNoNegation = ["condition", "sign"].includes(item.roles.not)
        && this.at(at + 1).phrase === ",";
      const waits = WAITING.filter((role) => has(item, role) && !(role === "not" && isNoNegation));
      for (const role of waits) if (!this.pending.has(role)) this.pending.set(role, at);
      if (!waits.length && !has(item, "asking", "join", "to")) this.pending.clear();
    }

    /** Whether a number begins a range or list: `run 3-5`, `step 3, 4 and 5`. */
    areSeveralNumbers(at) {
      const [number, joiner, second] = [at, at + 1, at + 2].map(this.at);
      return has(number, "number") && has(joiner, "to", "join") && has(second, "number");
    }

    /** The numbers of these items, and of those that waited for them in these roles. */
    itemNumbers(at, stop, ...roles) {
      const pending = roles.filter((role) => this.pending.has(role));
      const itemNumbers = pending.map((role) => this.pending.get(role));
      for (let number = at; number < stop; number++) itemNumbers.push(number);
      return itemNumbers;
    }

    /**
     * Leaves out what stands before an item: `1997, errata and reversals excluded`, and in
     * parentheses all of it.
     */
    leaveOutBefore(at) {
      const { readings } = this;
      const before = this.items.slice(0, at).map(({ phrase }) => phrase);
      const bracket = Math.max(before.lastIndexOf("("), before.lastIndexOf(")"));
      for (let start = readings.length - 1; readings[start]?.first > bracket; start--) {
        readings[start] = readings[start].leftOut;
        if (start === readings.length - 1)
          readings[start].itemNumbers = [...readings[start].itemNumbers, at];
        if (before[bracket] === "(") continue;
        const words = start ? this.joiningWords(start) : [];
        const isJoined = words.some((word) => CONJUNCTIONS.includes(word));
        if (!isJoined && !(start && this.isListed(start))) break;
      }
    }

    /** Joins the readings that are of one list, and leaves out what an exception enumerates. */
    join() {
      let end = 0;
      this.readings.forEach((reading, number) => {
        if (reading.isNegated) end = this.endOfException(number);
        else if (number < end) this.readings[number] = reading.leftOut;
        else if (number !== end) // what follows an exception does not continue it
          this.readings[number] = reading.replaced({ isJoined: this.isListed(number) });
      });
    }

    /** The number of the reading after those that are left out, as in Python. */
    endOfException(start) {
      const { first } = this.readings[start];
      const isException = this.items[first].roles.not !== "1";
      const isPutFirst = isException && this.isPutFirst(first);
      const conjunctions = isException ? CONJUNCTIONS : ["or", "nor"];
      let end = start + 1;
      let firstAfterComma = 0;
      for (let number = end; number < this.readings.length; number++) {
        const words = this.joiningWords(number);
        if (this.readings[number].isNegated || words.includes("but")) break;
        const isListed = !isPutFirst && this.isListed(number);
        if (isListed || words.some((word) => conjunctions.includes(word))) end = number + 1;
        else if (words.length && words.every((word) => word === ",")) firstAfterComma ||= number;
        else break;
      }
      // `except walls, sentries and AP, ice`
      const isEnded = isPutFirst && ![",", ":"].includes(this.markAfter(end));
      return firstAfterComma && isEnded ? firstAfterComma : end;
    }

    isPutFirst(number) {
      const isIdle = (item) => has(item, "asking") && !isHead(item);
      return this.items.slice(0, number).every(isIdle);
    }

    markAfter(number) {
      const itemsAfter = this.items.slice(this.readings[number - 1].stop);
      return itemsAfter.find((item) => !has(item, "asking"))?.phrase;
    }

    /**
     * The words that join a reading to the one before it; none, if more than words of asking stand
     * between, or the one before ends what is left out: `august excluded, from 1997`.
     */
    joiningWords(number) {
      const [last, reading] = this.readings.slice(number - 1, number + 1);
      const between = this.items.slice(last.stop, reading.first);
      const isEnded = this.items[last.stop - 1].roles.not === "after";
      if (isEnded || !between.every((item) => has(item, "join", "asking"))) return [];
      return between.filter((item) => has(item, "join")).map(({ phrase }) => phrase);
    }

    /** Whether a reading and the one before it are of one list, and not both meant. */
    isListed(number) {
      const [last, reading] = this.readings.slice(number - 1, number + 1);
      const words = this.joiningWords(number);
      const before = this.items.slice(Math.max(last.first - 1, 0), last.stop);
      const areBoth = last.name === "by"
        ? before.some((item) => has(item, "both"))
        : last.isBounded && reading.isBounded && !words.includes("or");
      return words.length > 0 && last.name === reading.name && !areBoth;
    }

    /** A time or number, or two with what joins them, with what it is compared by. */
    comparison(at) {
      const isTime = this.date(at).first !== "";
      const fact = isTime ? "date" : this.waiting("fact") || this.factOfList(at);
      const span = this.range(at, fact);
      const [stop, name, sign] = this.unit(span.stop, fact);
      if (!span.first || !name || (sign && span.first.startsWith("*"))) return null;
      const node = this.bounded(at, name, sign, span);
      // `minus 3`, `strength minus below 3`
      const places = [at - 1, (this.pending.get("fact") ?? at - 2) + 1];
      const isSign = !isTime && places.some((place) => this.at(place).roles.not === "sign");
      const isNegated = this.pending.has("not") && !isSign;
      const waitingRoles = ["bound", ...(isTime ? [] : ["fact"]), ...(isNegated ? ["not"] : [])];
      return new PhraseReading({
        itemNumbers: this.itemNumbers(at, stop, ...waitingRoles),
        node: isNegated ? negated(node) : node,
        trigger: isTime ? "usual" : "ordinary",
        isNegated
      });
    }

    /** The field with a time or number, or with the bounds of a range. */
    bounded(at, name, sign, { first, last, joiner }) {
      const places = [at, this.pending.get("fact") ?? at]; // `between cost 3 and 5`
      const isBetween = places.some((place) => this.at(place - 1).phrase === "between");
      if (["and", "or"].includes(joiner) && !isBetween)
        return new AnyOf([new FieldCondition(name, first), new FieldCondition(name, last)]);
      if (sign && !joiner) {
        const value = ["<", ">="].includes(sign) ? first : last;
        return new FieldCondition(name, value, sign);
      }
      if (first === last) return new FieldCondition(name, first);
      return new All([
        new FieldCondition(name, first, sign || ">="),
        new FieldCondition(name, last, "<=")
      ]);
    }

    /** A time or number or, with what joins them, two. */
    range(at, name) {
      const readSpan = name === "date" ? this.date : this.number;
      const span = readSpan(at);
      const joiner = this.at(span.stop);
      const after = span.stop + 1;
      const isRepeated = name && this.at(after).roles.fact === name; // `from cost 3 to cost 5`
      const second = readSpan(isRepeated ? after + 1 : after);
      const isOther = name && has(this.at(second.stop), "fact"); // `difficulty 3 and 2 points`
      const isRange = has(joiner, "to") && second.first !== "" && !isOther;
      if (!isRange || this.waiting("bound").includes("<")) return span;
      return new ValueSpan(second.stop, span.first, second.last, joiner.phrase);
    }

    /** A superlative of a number of cards: `strongest`, `the most points`. */
    extreme(at) {
      const { roles } = this.items[at];
      const before = this.at(at - 1);
      const mostBefore = has(before, "fact") ? "" : before.roles.most;
      const superlative = mostBefore || roles.most;
      const name = roles.fact || roles.counted;
      if (!superlative || !name || this.pending.has("not")) return null;
      return new PhraseReading({
        itemNumbers: mostBefore ? [at - 1, at] : [at],
        node: new FieldCondition(name, "0", ">="),
        trigger: "ordinary",
        order: `${superlative} ${name}`
      });
    }

    /**
     * The field of the number before, or after, if it is also that of this one: `over 3 and under
     * 6`, `strength 3, 4 or 5`, `1, 2 or 3 bits`.
     */
    factOfList(at) {
      let stop = at + 1;
      const last = this.readings.at(-1);
      if (last && !has(this.at(stop), "fact", "counted")) {
        const between = this.items.slice(last.stop, at);
        const isSame = between.length && between.every((item) => has(item, "join", "bound", "not"));
        if (isSame && NUMBER_FIELDS.includes(last.name)) return last.name;
      }
      while (has(this.at(stop), "join", "number")) stop += 1;
      const { unit, fact } = this.at(stop).roles;
      return stop > at + 1 ? unit || fact || "" : "";
    }

    /** The number of the item after what follows a number or time, the field, and the sign. */
    unit(rangeStop, fact) {
      let stop = rangeStop;
      let name = fact;
      let sign = this.waiting("bound");
      for (const role of ["trailing", "unit", "counted", "fact", "trailing"]) { // each once
        const value = this.at(stop).roles[role];
        const isOther = ["counted", "fact"].includes(role) && name && name !== value;
        if (!value || isOther || (name === "date" && role === "unit")) continue;
        stop += 1;
        if (role === "trailing") sign ||= value;
        else if (!name || value === "trash") name = value;
      }
      return [stop, name, sign];
    }

    /** A number of a card. */
    number = (at) => {
      const { number = "" } = this.at(at).roles;
      return number.length < 3 ? new ValueSpan(at + 1, number, number) : new ValueSpan(at + 1);
    };

    /** A day, month or year, a part of a year, or a month of any year. */
    date = (at) => {
      const names = ["partOfYear", "longestDate", "daysOfMonth", "firstOfRange", "monthOfAnyYear"];
      if (has(this.at(at), "part", "date", "month", "number", "ordinal"))
        for (const name of names) {
          const span = this[name](at);
          if (span.first) return span;
        }
      return new ValueSpan(at);
    };

    /** The date that most items from here are. */
    longestDate(at) {
      for (let stop = Math.min(at + MAX_DATE_ITEMS, this.items.length); stop > at; stop--) {
        const date = this.dateOfItems(at, stop);
        if (date) return new ValueSpan(stop, date, date);
      }
      return new ValueSpan(at);
    }

    /** Days after their month: `march 1-15 1997`. */
    daysOfMonth(at) {
      const [month, { roles }, joiner] = [0, 1, 2].map((place) => this.at(at + place));
      if (!has(month, "month") || !has(joiner, "to")) return new ValueSpan(at);
      const figures = (roles.number || roles.ordinal || "").padStart(2, "0");
      for (let stop = Math.min(at + MAX_DATE_ITEMS, this.items.length); stop > at + 4; stop--) {
        const text = this.text.slice(this.items[at + 3].start, this.items[stop - 1].end);
        const last = isoDate(`${month.phrase} ${text}`);
        const first = `${last.slice(0, 8)}${figures}`;
        if (dateRange(last) && dateRange(first)) return new ValueSpan(stop, first, last);
      }
      return new ValueSpan(at);
    }

    /**
     * The first of two times, of which the second has the year or month: `march to may 1997`, `1 to
     * 10 may 1996`.
     */
    firstOfRange(at) {
      const stop = has(this.at(at + 1), "to") ? at + 1 : at + 2;
      const last = this.longestDate(stop + 1).first;
      if (!has(this.at(stop), "to") || !last) return new ValueSpan(at);
      const text = this.text.slice(this.items[at].start, this.items[stop - 1].end);
      const [year, month] = last.split("-");
      for (const end of [year, `${MONTHS[month - 1]} ${year}`]) {
        const first = isoDate(`${text} ${end}`);
        if (dateRange(first)) return new ValueSpan(stop, first, first);
      }
      return new ValueSpan(at);
    }

    monthOfAnyYear(at) {
      const { phrase, roles } = this.items[at];
      const isLong = phrase.length > 3 && phrase !== "march"; // `may`
      const isAfterDate = this.readings.at(-1)?.name === "date";
      const isClear = isLong || (isAfterDate && this.pending.has("not")) // `1996 excluding may`
        || ["any", "every", "each", "in", "from"].includes(this.at(at - 1).phrase);
      const isMeant = roles.month && isClear && !this.pending.has("bound");
      const date = isMeant ? `*-${roles.month}` : "";
      return new ValueSpan(at + 1, date, date);
    }

    /** The date that these items are, or empty. */
    dateOfItems(at, stop) {
      const first = this.items[at];
      const last = this.items[stop - 1];
      const isOpen = has(first, "date") && !this.pending.has("bound");
      const names = isOpen ? [".date", ".printed"] : [];
      const printedDates = new Set(names.flatMap((name) => this.index.fieldTerms(name)));
      const dateText = isoDate(this.text.slice(first.start, last.end), printedDates);
      let isEnded = has(last, "date", "month", "number", "ordinal");
      isEnded &&= !(has(last, "month") && this.year(stop));
      const isMeant = has(first, "date") || dateText.length > 4 || this.isYear(at);
      return isEnded && isMeant && dateRange(dateText) ? dateText : "";
    }

    /** A part of a year, whose months are given: `summer 1997`, `winter 1996/97`. */
    partOfYear(at) {
      let after = at + 1;
      while (["of", "in", "the", "year", "-"].includes(this.at(after).phrase)) after += 1;
      const year = this.year(after);
      const { part } = this.items[at].roles;
      if (!part || !year) return new ValueSpan(at);
      const [first, last] = part.split(" ");
      const lastYear = String(Number(year) + Number(last < first));
      const isNamed = has(this.at(after + 1), "to") && this.year(after + 2) === lastYear;
      const stop = isNamed ? after + 3 : after + 1;
      return new ValueSpan(stop, `${year}-${first}`, `${lastYear}-${last}`);
    }

    year(at) {
      const { number, date = "" } = this.at(at).roles;
      const year = isoDate(number || date.split(/[-/.]/)[0]);
      return year.length === 4 ? year : "";
    }

    /** Whether a year alone is a time, and does not tell this game from the later one. */
    isYear(at) {
      const { number = "" } = this.at(at).roles;
      const before = this.at(at - 1);
      const isOfRange = [[at - 1, at - 2], [at + 1, at + 2]].some(([joiner, year]) =>
        has(this.at(joiner), "to") && this.year(year)); // `96-97`
      const isDated = isOfRange || this.pending.has("bound")
        || ["in", "from", "year"].includes(before.phrase)
        || has(before, "always", "usual"); // `wylie 99`
      const isClear = isDated || this.index.years.has(number);
      return isClear && !GAME_WORDS.has(this.at(at + 1).phrase);
    }

    /** A value in words. */
    value(at) {
      const item = this.items[at];
      const roles = Object.keys(item.roles).length ? item.roles : this.misspelt(item.phrase);
      const trigger = TRIGGERS.find((role) => role in roles) ?? "";
      let isNegated = this.pending.has("not");
      const preposition = this.waiting("preposition");
      const value = roles[trigger] ?? "";
      const order = value.includes(":") ? "" : value;
      let node = value.includes(":") ? nodeOf(this.index, value) : new All();
      const isPerson = node instanceof FieldCondition && node.name === "by";
      if (isPerson && preposition === "via") node = relayed(node);
      // Not `by anyone`
      const isSaidSo = node instanceof FieldCondition && node.name === preposition;
      if (!this.isMeant(at, trigger, isNegated, isSaidSo) || (isNegated && order)) return null;
      const waitingRoles = isSaidSo ? ["not", "preposition"] : ["not"];
      let stop = has(this.at(at + 1), "only") ? at + 2 : at + 1; // `by Sparky only`
      if (isPerson && has(this.at(stop), "passing")) // `what did Wiker pass on`
        [node, stop] = [relayed(node), stop + 1];
      const isSure = isSaidSo || trigger === "always";
      const end = isSure && !isNegated ? this.endOfDenial(stop) : 0;
      if (end) [isNegated, stop] = [true, end];
      return new PhraseReading({
        itemNumbers: this.itemNumbers(at, stop, ...waitingRoles),
        node: isNegated ? negated(node) : node, // `not undated` is dated
        trigger: isSaidSo ? "always" : trigger,
        isPlural: "plural" in roles,
        isNegated,
        order
      });
    }

    /**
     * The number of the item after words at the end which say that a person did not rule: `Sparky
     * never gave`, `Sparky did not write`; 0: there are none.
     */
    endOfDenial(start) {
      const at = has(this.at(start), "not") ? start : start + 1; // *did*
      const isDenied = has(this.at(at), "not") && has(this.at(at + 1), "ruling");
      return isDenied && !/^[\p{L}\p{N}]/u.test(this.at(at + 2).phrase) ? at + 2 : 0;
    }

    /** Whether the value of an item is meant where it stands. */
    isMeant(at, trigger, isNegated, isSaidSo) {
      if (trigger === "said") return isSaidSo;
      if (trigger !== "denied") return trigger !== "";
      const later = this.items.slice(at + 1, at + 4);
      const isTitle = has(this.items[at], "title");
      if (!isNegated || (isTitle && this.isCounted))
        return isTitle && this.isCounted; // `how many rulings on Dr. Dreff`
      const negation = this.pending.get("not");
      const isAsked = [negation, negation - 1].some((place) => has(this.at(place), "question"));
      if (isTitle && (isAsked || this.items[negation].phrase === "never"))
        return false; // a verb: `can't jack out`, `never access`
      const isNumbered = later.slice(0, 2).some((item) => has(item, "number"));
      if (isNumbered && has(this.items[at], "fact")) return false; // `without a trash cost of 0`
      // No sure value or time may follow: `no rulings by sparky`, `no rulings from 1997`.
      return !later.some((item, place) =>
        has(item, "always", "usual", "preposition") || this.date(at + 1 + place).first);
    }

    /** The roles of the fact of cards or, where one is expected, person that a word misspells. */
    misspelt(word) {
      const rolesByPhrase = this.index.roles;
      if (this.index.isPrinted(word)) return {};
      const isWord = (phrase) => phrase.length >= MIN_TYPO_NAME_LENGTH && /^\p{L}+$/u.test(phrase);
      const words = [...rolesByPhrase.keys()].sort().filter(isWord);
      if (this.pending.has("preposition"))
        return rolesByPhrase.get(corrections(word, words)[0]) ?? {};
      const isNear = (phrase) => phrase[0] === word[0] && plausibleEdits(word, phrase) === 1;
      const roles = rolesByPhrase.get(words.find(isNear)) ?? {};
      return FACT_FIELDS.includes((roles.ordinary ?? "").split(":")[0]) ? roles : {};
    }
  }

  site.phrases = { PhraseReader, has, isHead, itemsOf, meaningToKeep };
})(window.Rulings ??= {});
