/**
 * Deck lists and `Rulings.tableData` → the sheet of rulings, as `rulings/deck/sheet.py` makes it: the cards with
 * their rulings, facts, construction, the rulings on several of the cards, the steps of a run.
 *
 * `n` is the index of a card or ruling in the table.
 */
(function (site) {
  "use strict";

  /**
   * The table as objects. By index of a card, it has the rulings filed under it (`own`), the other rulings that name it
   * (`mentioned`) and those that it inherits (`inherited`); `titles`: the names of the cards.
   * @param {object} data see `site/export/table_data.py`
   */
  async function open(data) {
    const cards = data.cards.map(([id, title, side, type, keywords, points], n) =>
      ({ n, id, title, side, type, keywords, points }));
    const own = cards.map(() => []), mentioned = cards.map(() => []);
    const rulings = data.rulings.map((ruling, n) => ({ ...ruling, n, ofCard: typeof ruling.subject === "number" }));
    for (const ruling of rulings) {
      ruling.title = ruling.ofCard ? cards[ruling.subject].title : ruling.subject[1];
      ruling.named = new Set(ruling.ofCard ? [...ruling.mentions, ruling.subject] : ruling.mentions);
      if (ruling.ofCard) own[ruling.subject].push(ruling);
      for (const card of ruling.mentions) if (card !== ruling.subject) mentioned[card].push(ruling);
    }
    const inherited = cards.map((card) => (data.inherited[card.n] || []).map(([from, about, places]) =>
      ({ from, about, rulings: places.map((place) => rulings[place]) })));
    for (const list of own) list.sort((a, b) => b.errata - a.errata || a.n - b.n);
    return {
      ...data, cards, rulings, own, mentioned, inherited, titles: await site.names.buildTable(cards, data.aliases)
    };
  }

  /**
   * The deck in a list, with the lines that mean no card or several (`unread`) and those whose name is not exact
   * (`readAs`).
   */
  function match(table, list) {
    const counts = new Map(), unread = [], readAs = [];
    for (const { count, names, number } of list.lines) {
      const name = names.at(-1);
      const exact = names
        .map((reading) => site.names.exactMatches(table.titles, reading))
        .find((matches) => matches.length === 1);
      let resolution = exact
        ? { status: "found", matches: exact, nearest: [] }
        : { status: "none", matches: [], nearest: [] };
      if (!exact) {
        for (const reading of names) {
          const candidate = site.names.resolve(table.titles, reading);
          if (candidate.status !== "none" || !resolution.nearest.length) resolution = candidate;
          if (candidate.status !== "none") break;
        }
      }
      if (resolution.status !== "found") {
        unread.push({
          line: number, count, name, reason: resolution.status === "ambiguous" ? "ambiguous" : "unknown",
          candidates: resolution.status === "ambiguous" ? resolution.matches : resolution.nearest
        });
        continue;
      }
      const [card] = resolution.matches;
      counts.set(card.n, (counts.get(card.n) || 0) + count);
      if (!exact) readAs.push({ line: number, name, title: card.title });
    }
    return { ...deckOf(table, counts, list.title), unread, readAs };
  }

  /** A deck, sorted by side, type and title. @param {Map<number, number>} counts index of a card → copies */
  function deckOf(table, counts, title = "") {
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const cards = [...counts].map(([n, count]) => ({ card: table.cards[n], count }));
    cards.sort((a, b) => compare(a.card.side, b.card.side)
      || compare(a.card.type, b.card.type)
      || compare(a.card.title.toLowerCase(), b.card.title.toLowerCase()));
    const facts = ["Corp", "Runner"]
      .map((side) => factsOf(side, cards.filter(({ card }) => card.side === side)))
      .filter(Boolean);
    return { title, cards, facts, construction: construction(table, cards, facts), unread: [], readAs: [] };
  }

  /** What can be counted of the cards of one side; null if there are none. */
  function factsOf(side, cards) {
    if (!cards.length) return null;
    const types = new Map(), keywords = new Map(), add = (map, key, n) => map.set(key, (map.get(key) || 0) + n);
    let total = 0, agendas = 0, points = 0;
    for (const { card, count } of cards) {
      total += count;
      add(types, card.type, count);
      for (const keyword of card.keywords) add(keywords, keyword, count);
      if (card.type === "Agenda") {
        agendas += count;
        points += card.points * count;
      }
    }
    const sorted = (map) => [...map].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    return {
      side, cards: total, titles: cards.length, types: sorted(types), keywords: sorted(keywords), agendas,
      points: agendas ? points : null
    };
  }

  /** What the documents say about building this deck, and whether it complies: `holds`, null if that is not known. */
  function construction(table, cards, facts) {
    const results = [];
    for (const rule of table.construction) {
      const side = facts.find((sideFacts) => sideFacts.side === rule.side),
        namedCards = cards.filter(({ card }) => (rule.cards || []).includes(card.id));
      if ((rule.side && !side) || (rule.cards && !namedCards.length)) continue;
      let holds = null, deckHas = null;
      if (rule.minimum && side) {
        holds = side.cards >= rule.minimum;
        deckHas = `${side.cards} card${side.cards === 1 ? "" : "s"}`;
      } else if (namedCards.length) {
        deckHas = namedCards.map(({ card, count }) => `${count} ${card.title}`).join(", ");
      } else if (rule.points) {
        const corpFacts = facts.find((sideFacts) => sideFacts.points !== null);
        if (!corpFacts) continue;
        holds = corpFacts.points >= rule.points;
        deckHas = `${corpFacts.points} agenda point${corpFacts.points === 1 ? "" : "s"}`;
      }
      results.push({ says: rule.says, source: rule.source, url: rule.url, holds, deckHas });
    }
    return results;
  }

  /** The sheet of a deck, alone or against another one (or null). */
  function make(table, deck, against) {
    const ours = new Set(deck.cards.map(({ card }) => card.n)),
      theirs = new Set(against ? against.cards.map(({ card }) => card.n) : []);
    const allCards = new Set([...theirs, ...ours]), inheritors = new Map();
    for (const n of allCards) {
      for (const group of table.inherited[n]) {
        for (const ruling of group.rulings) {
          if (!inheritors.has(ruling.n)) inheritors.set(ruling.n, new Set());
          inheritors.get(ruling.n).add(n);
        }
      }
    }
    // the cards of `left` and those of `right` that a ruling ties together
    const between = (ruling, left, right) => {
      const heirs = inheritors.get(ruling.n) || new Set(), named = ruling.named;
      const fromLeft = new Set(), fromRight = new Set();
      // an heir takes the place of the ruling's subject: it meets the other named cards, not that subject
      const isOther = (card) => named.has(card) && !(ruling.ofCard && card === ruling.subject);
      const concerned = (set) => [...set].filter((card) => named.has(card) || heirs.has(card));
      for (const a of concerned(left)) {
        for (const b of concerned(right)) {
          if (a === b
              || !((named.has(a) && named.has(b)) || (heirs.has(a) && isOther(b)) || (heirs.has(b) && isOther(a))))
            continue;
          fromLeft.add(a);
          fromRight.add(b);
        }
      }
      return [fromLeft, fromRight];
    };
    const byTitle = (set) =>
      [...set].map((n) => table.cards[n]).sort((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1));
    const together = [], meeting = [];
    for (const ruling of rulingsOf(table, ours)) {
      const cards = new Set(between(ruling, ours, ours).flatMap((set) => [...set]));
      if (cards.size > 1) together.push({ ruling, cards: byTitle(cards), others: [] });
    }
    if (against) {
      for (const ruling of rulingsOf(table, allCards)) {
        const [own, others] = between(ruling, ours, theirs);
        if (own.size && others.size) meeting.push({ ruling, cards: byTitle(own), others: byTitle(others) });
      }
    }
    const cards = deck.cards.map(({ card, count }) =>
      ({ card, count, rulings: table.own[card.n], inherited: table.inherited[card.n] }));
    const ruled = cards.filter(({ rulings, inherited }) => rulings.length || inherited.length);
    const shown = new Map([...meeting, ...together].map(({ ruling }) => [ruling.n, ruling]));
    for (const { rulings } of ruled) for (const ruling of rulings) shown.set(ruling.n, ruling);
    const steps = table.steps.map(([number, text, url]) =>
      ({ number, text, url, rulings: [...shown.values()].filter((ruling) => ruling.steps.includes(number)) }));
    return {
      deck, against, meeting, together, cards: ruled,
      unruled: cards.filter((entry) => !ruled.includes(entry)).map(({ card }) => card),
      steps: steps.filter(({ rulings }) => rulings.length)
    };
  }

  /** All rulings on these cards, also those that name them or that they inherit: errata first, then by subject. */
  function rulingsOf(table, cards) {
    const rulings = new Set();
    for (const n of cards)
      for (const ruling of [
        ...table.own[n], ...table.inherited[n].flatMap((group) => group.rulings), ...table.mentioned[n]
      ]) rulings.add(ruling);
    const title = (ruling) => ruling.title.toLowerCase();
    return [...rulings].sort((a, b) => b.errata - a.errata || (title(a) < title(b) ? -1 : title(a) > title(b) ? 1 : 0));
  }

  site.deckSheet = { open, match, deckOf, make };
})((window.Rulings = window.Rulings || {}));
