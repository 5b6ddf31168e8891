/**
 * Decks as read and `RULINGS_TABLE` → the sheet, as `rulings/deck/sheet.py` makes it: cards, facts, construction, the
 * rulings on several of its cards, the steps of a run. Cards and rulings are identified by their index in the table.
 */
(function (site) {
  "use strict";

  /** The table with maps for looking things up. */
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
      ({ from, about, rulings: places.map((p) => rulings[p]) })));
    for (const list of own) list.sort((a, b) => b.errata - a.errata || a.n - b.n);
    return {
      ...data, cards, rulings, own, mentioned, inherited, titles: await site.names.tableOf(cards, data.aliases)
    };
  }

  /** The cards of a list with their copies; the lines that mean no card or several; the lines that were guessed. */
  function match(table, list) {
    const counts = new Map(), unread = [], readAs = [];
    for (const { count, names, line } of list.entries) {
      const name = names.at(-1);
      const sure = names.map((one) => site.names.known(table.titles, one)).find((resolved) => resolved.length === 1);
      let resolved = sure ? { status: "found", things: sure, near: [] } : { status: "none", things: [], near: [] };
      if (!sure) {
        for (const one of names) {
          const its = site.names.resolve(table.titles, one);
          if (its.status !== "none" || !resolved.near.length) resolved = its;
          if (its.status !== "none") break;
        }
      }
      if (resolved.status !== "found") {
        unread.push({
          line, count, name, reason: resolved.status === "ambiguous" ? "ambiguous" : "unknown",
          candidates: resolved.status === "ambiguous" ? resolved.things : resolved.near
        });
        continue;
      }
      const [card] = resolved.things;
      counts.set(card.n, (counts.get(card.n) || 0) + count);
      if (!sure) readAs.push({ line, name, title: card.title });
    }
    return { ...deckOf(table, counts, list.title), unread, readAs };
  }

  /** A deck of cards (place → copies), in the order of side, type and title. */
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

  /** What the documents say about building this deck, and whether it complies. */
  function construction(table, cards, facts) {
    const results = [];
    for (const rule of table.construction) {
      const side = facts.find((one) => one.side === rule.side),
        named = cards.filter(({ card }) => (rule.cards || []).includes(card.id));
      if ((rule.side && !side) || (rule.cards && !named.length)) continue;
      let holds = null, has = null;
      if (rule.minimum && side) {
        holds = side.cards >= rule.minimum;
        has = `${side.cards} card${side.cards === 1 ? "" : "s"}`;
      } else if (named.length) {
        has = named.map(({ card, count }) => `${count} ${card.title}`).join(", ");
      } else if (rule.points) {
        const corp = facts.find((one) => one.points !== null);
        if (!corp) continue;
        holds = corp.points >= rule.points;
        has = `${corp.points} agenda point${corp.points === 1 ? "" : "s"}`;
      }
      results.push({ says: rule.says, source: rule.source, url: rule.url, holds, found: has });
    }
    return results;
  }

  /** The sheet of a deck, and of the one it meets (or null). */
  function make(table, deck, against) {
    const ours = new Set(deck.cards.map(({ card }) => card.n)),
      theirs = new Set(against ? against.cards.map(({ card }) => card.n) : []);
    const every = new Set([...theirs, ...ours]), inheriting = new Map();
    for (const n of every) {
      for (const group of table.inherited[n]) {
        for (const ruling of group.rulings) {
          if (!inheriting.has(ruling.n)) inheriting.set(ruling.n, new Set());
          inheriting.get(ruling.n).add(n);
        }
      }
    }
    const between = (ruling, left, right) => {
      const heirs = inheriting.get(ruling.n) || new Set(), named = ruling.named, here = new Set(), there = new Set();
      const others = (card) => named.has(card) && !(ruling.ofCard && card === ruling.subject);
      const concerned = (set) => [...set].filter((card) => named.has(card) || heirs.has(card));
      for (const a of concerned(left)) {
        for (const b of concerned(right)) {
          if (a === b
              || !((named.has(a) && named.has(b)) || (heirs.has(a) && others(b)) || (heirs.has(b) && others(a))))
            continue;
          here.add(a);
          there.add(b);
        }
      }
      return [here, there];
    };
    const titled = (set) =>
      [...set].map((n) => table.cards[n]).sort((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1));
    const together = [], meeting = [];
    for (const ruling of rulingsOf(table, ours)) {
      const [here, there] = between(ruling, ours, ours), both = new Set([...here, ...there]);
      if (both.size > 1) together.push({ ruling, cards: titled(both), others: [] });
    }
    if (against) {
      for (const ruling of rulingsOf(table, every)) {
        const [here, there] = between(ruling, ours, theirs);
        if (here.size && there.size) meeting.push({ ruling, cards: titled(here), others: titled(there) });
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
      unruled: cards.filter((one) => !ruled.includes(one)).map(({ card }) => card),
      steps: steps.filter(({ rulings }) => rulings.length)
    };
  }

  /** Every ruling on these cards, naming them or inherited by them; errata first, then by subject. */
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
