/**
 * The plain words of a query → items, each the longest phrase of the lexicon; items → the conditions that they mean:
 * as in `search/conditions.py`, which says what each part is for.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { constants } = site;
  const { ARTICLES, FACT_FIELDS, MAX_PHRASE_WORDS, MAX_VALUES, MAX_WORDS, NUMBER_FIELDS } = constants;

  /** A pattern of Python's as one of JavaScript's; `\w` and `\d` are those of all scripts. */
  const pattern = (source, flags = "") => new RegExp(
    source.replaceAll("(?P<", "(?<").replaceAll("[^\\W\\d_]", "\\p{L}").replaceAll("[^\\W_]", "[\\p{L}\\p{N}]")
      .replaceAll("[^\\w*]", "[^\\p{L}\\p{N}_*]").replaceAll("[^\\s.\\w-]", "[^\\s.\\p{L}\\p{N}_-]"),
    flags
  );
  const ITEM = pattern(constants.ITEM_PATTERN, "giu"), GAME_WORDS = new Set(constants.OTHER_GAME_WORDS.split(" "));
  const TRIGGERS = ["always", "usual", "ordinary", "said", "denied"];
  const OPPOSITES = { "<": ">=", ">=": "<", ">": "<=", "<=": ">" };
  const NOTHING = { start: 0, end: 0, phrase: "", roles: {} };

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

  const has = ({ roles }, ...names) => names.some((name) => name in roles);
  const nameOf = ({ field }) => field.replace(/^-/, "").split(":")[0];
  const isFact = (condition) => FACT_FIELDS.includes(nameOf(condition));

  /** Words as in the lexicon: in lower case, apart, without apostrophes; signs stay. */
  function phraseOf(text) {
    const spaced = text.replace(/^"+|"+$/g, "").toLowerCase().replace(/'s$/, "").replace(/[-.]/g, " ");
    return spaced.replaceAll("'", "").split(/\s+/).filter(Boolean).join(" ") || text;
  }

  /** The items of a text, in order. @returns {QueryItem[]} */
  function itemsOf(index, text) {
    const tokens = [...text.matchAll(ITEM)].slice(0, MAX_WORDS).map((match) => {
      const start = match.index + (match.groups.before ?? "").length;
      return { ...match.groups, text: match[0], start, end: match.index + match[0].length, phrase: phraseOf(match[0]) };
    });
    const found = [];
    for (let at = 0, size = 1; at < tokens.length; at += size) {
      let roles;
      [size, roles] = tokens[at].word ? longest(index, tokens.slice(at)) : [1, rolesOf(index, tokens[at])];
      const phrase = tokens.slice(at, at + size).map((token) => token.phrase).join(" ");
      found.push({ start: tokens[at].start, end: tokens[at + size - 1].end, phrase, roles });
    }
    return found;
  }

  /** The roles of what is no word. */
  function rolesOf(index, { text, phrase, opaque, quoted, date, figures }) {
    const known = index.roles.get(phrase.replace(/^by /, "")) ?? {};
    if (opaque) return { opaque: "field" };
    if (quoted) return TRIGGERS.some((role) => role in known) ? known : { opaque: "quoted" };
    if (date) return { date: text };
    if (!figures || Object.keys(known).length) return known;
    return { [/\d$/.test(figures) ? "number" : "ordinal"]: figures.replace(/\D/g, "") };
  }

  /** How many tokens the longest known phrase has with which they begin, and its roles. */
  function longest(index, tokens) {
    for (let size = Math.min(tokens.length, MAX_PHRASE_WORDS); size > 0; size--) {
      const phrase = tokens.slice(0, size).map((token) => token.phrase).join(" ");
      const isTitle = size > 1 && index.nameTable.exact(phrase, ["card"]).matchKind === "title";
      const roles = isTitle ? { opaque: "card" } : index.roles.get(phrase) ?? {};
      const { figures, date, phrase: following } = tokens[size] ?? {};
      const isBound = figures || date || following === "than" || "month" in (index.roles.get(following) ?? {});
      if ("trailing" in roles && isBound) continue; // `since 1997 and before 1999`
      if (Object.keys(roles).length) return [size, roles];
    }
    return [1, {}];
  }

  /** Makes conditions of items: `found`. `unread`: those that mean something, but with nothing beside them. */
  class PhraseReader {
    found = [];
    unread = [];
    pending = new Map(); // role → the number of the item that waits for a value

    constructor(index, text) {
      this.index = index;
      this.items = itemsOf(index, text);
      let at = 0;
      while (at < this.items.length && this.found.length < MAX_VALUES) {
        const condition = this.comparison(at) ?? this.value(at);
        if (condition) {
          const first = Math.min(condition.first, ...this.pending.values());
          this.found.push(this.joined({ ...condition, first }));
          this.pending.clear();
        } else this.take(at);
        at = condition ? condition.stop : at + 1;
      }
      this.endClause();
    }

    at = (at) => this.items[at] ?? NOTHING;
    after = (at, ...words) => (words.includes(this.at(at).phrase) ? this.after(at + 1, ...words) : at);
    waiting = (role) => this.at(this.pending.get(role) ?? -1).roles[role] ?? "";

    /** Notes what waits for a value. Other words than those of asking end the clause. */
    take(at) {
      const item = this.items[at], roles = ["not", "bound", "source", "fact"].filter((role) => has(item, role));
      for (const role of roles) if (!this.pending.has(role)) this.pending.set(role, at);
      if (!roles.length && !has(item, "asking", "join", "to")) this.endClause();
      if (has(item, "date") || (has(item, "number") && /^\d/.test(item.phrase))) this.unread.push(item);
    }

    /** A negation or comparison that nothing took is unread. */
    endClause() {
      for (const [role, at] of this.pending)
        if ((role === "not" || role === "bound") && !has(this.at(at), "asking")) this.unread.push(this.at(at));
      this.pending.clear();
    }

    /** The condition, if joined to the one before it: a list of values is excluded as a whole. */
    joined(condition) {
      const last = this.found.at(-1), between = last ? this.items.slice(last.stop, condition.first) : [];
      const isArticle = (item) => ARTICLES.includes(item.phrase), joiners = between.filter((item) => !isArticle(item));
      if (!joiners.length || nameOf(last) !== nameOf(condition) || !joiners.every((item) => has(item, "join")))
        return condition;
      const isBounded = /[<>]/.test(last.field) && /[<>]/.test(condition.field);
      if (isBounded && !joiners.some((item) => item.phrase === "or")) return condition; // `more than 3 and less than 6`
      const isExcluded = last.field.startsWith("-") && !condition.field.startsWith("-");
      return { ...condition, field: isExcluded ? `-${condition.field}` : condition.field, isJoined: true };
    }

    /** A time or number, or two with what joins them, with what it is compared by. */
    comparison(at) {
      const isTime = this.date(at)[1] !== "", read = isTime ? this.date : this.number;
      const [after, first, one] = read(at);
      let name = isTime ? "date" : this.waiting("fact") || this.factBefore(at);
      let stop = after, last = one, sign = this.waiting("bound");
      const joiner = this.at(stop), later = read(stop + 1);
      const isEither = this.at(at - 1).phrase !== "between" && ["and", "or"].includes(joiner.phrase);
      const isRange = has(joiner, "to") && later[1] !== "" && !(name && has(this.at(later[0]), "fact"));
      if (isRange) [stop, , last] = later;
      for (const role of ["trailing", "unit", "fact", "trailing"]) { // each may follow once
        const value = this.at(stop).roles[role];
        if (!value || (name && role === "fact") || (isTime && role === "unit")) continue;
        stop += 1;
        if (role === "trailing") sign ||= value;
        else if (!name || value === "trash") name = value;
      }
      if (!first || !name) return null;
      let minus = this.pending.has("not") ? "-" : "";
      if (sign && minus) [sign, minus] = [OPPOSITES[sign], ""];
      let field = `${name}:>=${first} ${name}:<=${last}`;
      if (sign || first === last) field = `${minus}${name}:${sign}${["<", ">="].includes(sign) ? first : last}`;
      else if (isRange && isEither) field = `${minus}${name}:${first}${minus ? " " : " OR "}${minus}${name}:${last}`;
      else if (minus) field = `${name}:<${first} OR ${name}:>${last}`;
      return { first: at, stop, field, trigger: isTime ? "usual" : "ordinary" };
    }

    /** The field of the number before, if this one bounds it too: `over 3 and under 6`. */
    factBefore(at) {
      const last = this.found.at(-1), between = last ? this.items.slice(last.stop, at) : [];
      const isSame = this.pending.has("bound") && between.every((item) => has(item, "join", "bound"));
      return last && isSame && NUMBER_FIELDS.includes(nameOf(last)) ? nameOf(last) : "";
    }

    /** A number of a card. */
    number = (at) => {
      const { number = "" } = this.at(at).roles;
      return number.length < 3 ? [at + 1, number, number] : [at + 1, "", ""];
    };

    /** A time in figures, a month of a year, a day of it, a part of a year, or a year. */
    date = (at) => {
      const item = this.at(at);
      let day = this.day(at), after = day ? this.after(at + 1, "of") : at, typed = "";
      const { month } = this.at(after).roles, { part } = item.roles;
      if (has(item, "date")) [after, typed] = [at, this.inFigures(item.roles.date)];
      else if (month) {
        after = this.after(after + 1, ",", "of", "-");
        const second = this.after(after + 1, ",", "of");
        if (!day && this.day(after) && this.year(second)) [day, after] = [this.day(after), second];
        let year = this.year(after);
        if (!year && has(this.at(after), "to")) [year, after] = [this.date(after + 1)[1].slice(0, 4), after - 1];
        typed = [year, month, ...(day ? [day.padStart(2, "0")] : [])].join("-");
      } else if (part) {
        after = this.after(at + 1, "of", "in", "the", "year", "-");
        const year = this.year(after), [first, last] = part.split(" ").map((each) => `${year}-${each}`);
        return year ? [after + 1, first, last] : [at, "", ""];
      } else if (this.isYear(at)) {
        const { month: next } = this.at(at + 1).roles, isAfter = next && !this.year(at + 2); // `1998 september`
        typed = isAfter ? `${this.year(at)}-${next}` : this.year(at);
        after = isAfter ? at + 1 : at;
      }
      return dateRange(typed) ? [after + 1, typed, typed] : [at, "", ""];
    };

    day = (at) => this.number(at)[1] || (this.at(at).roles.ordinal ?? "");

    year(at) {
      const { number = "" } = this.at(at).roles;
      if (/^(?:19|20)[0-9][0-9]$/.test(number)) return number;
      return /^9[5-9]$/.test(number) ? `19${number}` : number === "00" ? "2000" : "";
    }

    /** Whether a year alone is a time, and does not tell this game from the later one: `old 1996 cards`. */
    isYear(at) {
      const { number = "" } = this.at(at).roles, before = this.at(at - 1);
      const isDated = this.pending.has("bound") || ["in", "from", "year"].includes(before.phrase)
        || has(before, "always", "usual"); // `wylie 99`
      const isClear = isDated || (number >= "1995" && number <= "2000");
      return this.year(at) !== "" && isClear && !GAME_WORDS.has(this.at(at + 1).phrase);
    }

    /** A date in figures as in ISO 8601, or empty. The month comes first, unless only the other order finds any. */
    inFigures(typed) {
      const figures = typed.split(/[-/.]/), four = figures.findIndex((figure) => figure.length === 4);
      let [year] = figures.splice(four, 1); // the last if there is none
      if (year.length !== 4) year = `${year > "50" ? 19 : 20}${year}`;
      const padded = figures.map((figure) => figure.padStart(2, "0"));
      const orders = [padded, [...padded].reverse()].map((order) => [year, ...order].join("-")).filter(dateRange);
      const isKnown = (day) => [".date", ".printed"].some((field) => this.index.lexicon(field).includes(day));
      return orders.find(isKnown) ?? orders[0] ?? "";
    }

    /** A value in words. */
    value(at) {
      const { roles: known, phrase } = this.items[at], before = this.at(at - 1);
      const roles = Object.keys(known).length ? known : this.misspelt(phrase);
      const role = TRIGGERS.find((each) => each in roles), source = this.waiting("source");
      if (!role) return null;
      const minus = this.pending.has("not") ? "-" : "";
      const field = source === "via" ? roles[role].replace("by:", "via:") : roles[role];
      const trigger = source && field.startsWith(`${source}:`) ? "always" : role; // `not relayed by anyone`
      const following = this.items.slice(at + 1, at + 4);
      const isLast = !following.some((item) => has(item, "always", "usual", "source", "date"));
      if (role === "denied" && !(minus && isLast)) return null; // `no rulings by sparky`
      if (trigger === "said" || (minus && !field.includes(":"))) return null;
      if (this.pending.get("bound") === at - 1 && !has(before, "source")) this.unread.push(before);
      return { first: at, stop: at + 1, field: minus + field, trigger, isPlural: /(?:s|ice)$/.test(phrase) };
    }

    /** The roles of the fact of cards or, where one is expected, person that a word misspells. */
    misspelt(word) {
      const { roles } = this.index;
      if (this.index.isPrinted(word)) return {};
      const isLong = (each) => each.length >= constants.MIN_TYPO_NAME_LENGTH;
      const words = [...roles.keys()].sort().filter((each) => isLong(each) && /^\p{L}+$/u.test(each));
      const meant = roles.get(corrections(word, words)[0]) ?? {};
      const isMeant = this.pending.has("source") || FACT_FIELDS.includes((meant.ordinary ?? "").split(":")[0]);
      return isMeant ? meant : {};
    }
  }

  site.conditions = { PhraseReader, dateRange, dayAfter, has, isFact, nameOf, pattern };
})(window.Rulings ??= {});
