/**
 * The results of a search (see `engine/searching.js`) → the elements of the search page: the summary, the list of hits,
 * and what to try if there are none.
 */
(function (site) {
  "use strict";

  const { button, element, link } = site;
  const PREVIEW_LENGTH = 320; // characters of a text

  const commas = (nodes) => nodes.flatMap((node, n) => [n ? ", " : "", node]);
  /** A paragraph with a sentence, in which a field such as `keyword:icebreaker` is its value, linked to its search. */
  const paragraph = (attributes, words) => element("p", attributes, ...`${site.capitalized(words)}.`
    .split(/(keyword:(?:"[^"]*"|[^,.\s]+))/)
    .map((part, n) => (n % 2
      ? link(`search/?q=${encodeURIComponent(part)}`, part.replace(/^keyword:|"/g, ""))
      : part)));

  /** The list of hits. `stems`: see `hitParts` in `hit-elements.js` */
  function hitList(engine, hits, stems) {
    const items = element("ol", { class: "hits" });
    for (const hit of hits) {
      const hitLink = element(
        "a", { class: "hit-link", href: site.address(site.hitElements.path(hit.doc, hit.fragment)) },
        ...site.hitElements.hitParts(engine.index, hit, stems, PREVIEW_LENGTH)
      );
      items.append(element(
        "li", { class: `hit hit-${hit.doc.kind}`, "data-id": hit.id, "data-game": hit.doc.game }, hitLink
      ));
    }
    return items;
  }

  /** What stands for the list if the filters hide all hits: a button that shows them. `total`: their number. */
  function allHidden(total, showAll) {
    return element(
      "div", { class: "nothing" }, element("p", {}, "No results match these filters."),
      button({ class: "button" }, `Show all ${total} without filters`, showAll)
    );
  }

  /** Why nothing was found, and what to try instead. `typed`: the query as typed. */
  function nothingFound(engine, results, typed) {
    const container = element("div", { class: "nothing" });
    for (const reason of results.explanation) container.append(paragraph({}, reason));
    const similar = [...new Set([...results.nearest, ...engine.namesLike(typed, true)])].slice(0, 6);
    const topics = similar.filter((doc) => doc.kind === "topic"), cards = similar.filter((doc) => doc.kind === "card");
    for (const [label, docs] of [["Cards with similar names", cards], ["Topics with similar names", topics]]) {
      if (docs.length) container.append(element(
        "p", {}, `${label}: `, ...commas(docs.map((doc) => link(site.hitElements.path(doc), doc.title))), "."
      ));
    }
    container.append(element("p", {}, "Other ways: ", link("query-language/", "how to search"), ", ",
      link("cards/", "all cards"), ", ", link("topics/", "all topics"), ", ",
      link("run-chart/#walk=", "a walk through the run"), ", ", link("keywords/", "keywords"), "."));
    return container;
  }

  /**
   * The number of results that pass the filters (`hits`), how the query was read, whether the results are doubtful, and
   * notes.
   */
  function summary(engine, results, hits) {
    const kinds = Object.entries(results.counts)
      .map(([kind, number]) => site.count(number, kind))
      .join(", ");
    const total = site.count(hits.length, "result"),
      reading = site.hitElements.shortReading(engine.index, results);
    const isUnsure = results.confidence === "low" && hits.length > 0;
    return [
      element(
        "p", { class: "total" }, hits.length === results.total && kinds ? kinds : total,
        reading && element("span", { class: "understood" }, ` for ${reading}`)
      ),
      isUnsure && element("p", { class: "doubt" }, "Perhaps not answered here. The nearest:"),
      ...results.notes.map((note) => paragraph({ class: "note" }, note)),
      pairLink(engine, results),
      tournamentLink(results, hits),
    ].filter(Boolean);
  }

  /** A link to the rulings that concern both of the two cards that the query names; null if there are none. */
  function pairLink({ index }, { expansion }) {
    const certain = expansion.mentions.filter(({ cards: each }) => each.length === 1);
    const cards = [...new Set(certain.flatMap((each) => each.cards))];
    if (cards.length !== 2) return null;
    const [first, second] = cards.map((card) => [...index.about(card).keys()]);
    const titles = cards.map((card) => index.docs[card].title);
    const both = first.filter((number) => second.includes(number) && index.docs[number].kind === "ruling").length;
    const query = titles.map((title) => `card:"${title}"`).join(" ");
    return both ? element("p", {}, link(
      `search/?q=${encodeURIComponent(`${query} is:ruling`)}`,
      `${titles.join(" + ")}: ${site.count(both, "ruling concerns both", "rulings concern both")}`
    )) : null;
  }

  /** A link to the tables for the number of players in the query, if it asks about tournaments; otherwise null. */
  function tournamentLink(results, hits) {
    const players = new RegExp(site.constants.PLAYER_COUNT_PATTERN, "i").exec(results.typed)?.[1];
    const first = hits.slice(0, site.constants.MAX_PLAN_RANK);
    if (!players || !first.some((hit) => hit.id.startsWith("tournament-"))) return null;
    return element("p", {}, link(`tournament/?players=${players}`, `Swiss rounds and cut for ${players} players`));
  }

  site.resultsElements = { summary, hitList, allHidden, nothingFound };
})((window.Rulings = window.Rulings || {}));
