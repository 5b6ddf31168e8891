/**
 * Searches: understands a query, finds and shows the hits, and adds notes and confidence, as in
 * `search/searching.py`.
 */
(function (site) {
  "use strict";

  const { orderedBy, parse } = site.queryLanguage;
  const { understand } = site.understanding;
  const { find, isAboutNamedCards, jointRulings } = site.finding;
  const { hit } = site.showing;
  const {
    cardsWithoutJointRuling, cardsWithoutRulings, doubtfulParts, doubtfulWords, gone, howRead,
    passedOn, unknownWords, whyNothingFound, wordsSearchedAlone
  } = site.messages;
  const { answerability } = site;
  const { FAR_FUTURE, HIGHLIGHTED_SYNONYM_WEIGHT, MAX_NOTES, STRONG } = site.constants;

  /**
   * The results of a query.
   * @param {Index} index
   * @param {string} text
   * @param {SearchOptions} [options]
   * @returns {Results}
   */
  function search(index, text, options = {}) {
    const request = understand(index, text, options);
    const sentence = gone(request);
    if (sentence)
      return { ...NO_RESULTS, typed: text, expansion: request.expansion, explanation: [sentence] };
    const [results, unmet] = foundOf(text, options, request);
    const { request: finalRequest } = results;
    const { expansion, query } = finalRequest;
    if (!results.ranked.length) {
      const { reason, nearest } = whyNothingFound(finalRequest);
      const notes = query.notes.slice(0, MAX_NOTES);
      return { ...NO_RESULTS, typed: text, expansion, notes, explanation: [reason], nearest };
    }
    const best = results.ranked.slice(0, 3).map((scored) => hit(finalRequest, scored));
    const reasons = unmet.length ? unmet : reasonsOf(results, best);
    const order = options.byDate ? "newest" : query.plain.order;
    let { ranked } = results;
    if (order && Object.keys(results.counts).length) // no word decides between equals
      ranked = [...ranked].sort((a, b) => a.number - b.number);
    if (order) ranked = ordered(finalRequest, ranked, order);
    const hits = ranked.map((scored) => hit(finalRequest, scored));
    const { limit = 10 } = options;
    return {
      ...NO_RESULTS,
      typed: text,
      expansion,
      all: hits,
      list: finalRequest.list ?? "",
      total: hits.length,
      counts: results.counts,
      notes: notesOf(finalRequest, reasons),
      stems: highlighted(expansion),
      hits: hits.slice(0, limit ?? hits.length),
      confidence: reasons.length ? "low" : "high"
    };
  }

  const NO_RESULTS = {
    notes: [],
    list: "",
    total: 0,
    counts: {},
    explanation: [],
    nearest: [],
    all: [],
    hits: [],
    confidence: "low"
  };

  /** Stems that are highlighted in hits, each with its weight. */
  const highlighted = ({ termGroups }) =>
    new Map(
      termGroups.flatMap(({ terms, weight }) =>
        [...terms]
          .filter(([, synonymWeight]) => synonymWeight >= HIGHLIGHTED_SYNONYM_WEIGHT)
          .map(([stem, synonymWeight]) => [stem, weight * synonymWeight])
      )
    );

  /**
   * What is found with the values in the query or, if its words answer and these do not, without
   * them; and sentences on what these do not meet.
   */
  function foundOf(text, options, request) {
    const { index, query } = request;
    const { plain } = query;
    const results = find(request);
    const isMet = isAboutNamedCards(results);
    if (!plain.conditions.length || (isMet && ["", "list"].includes(plain.leads)))
      return [results, []];
    if (!plain.leads && !query.text.trim()) return [results, []];
    const alone = understand(index, text, options, parse(index, text, false));
    const resultsAlone = find(alone);
    if (plain.leads && results.ranked.length) {
      if (!isAnswered(resultsAlone, plain.leads)) return [results, []];
      alone.query.notes.unshift(`${site.kindCounts(results.counts).join(", ")}: ${plain.query}`);
      alone.list = plain.query;
      return [resultsAlone, []];
    }
    const isBetter = resultsAlone.ranked.length > 0 && !results.ranked.length;
    if (!isBetter && !isAboutNamedCards(resultsAlone)) return [results, []];
    if (plain.leads === "question") return [resultsAlone, []]; // `can strength go below 0`
    const unmet =
      plain.leads ? whyNothingFound(request).reason : wordsSearchedAlone(request, alone);
    return [resultsAlone, [...query.notes, unmet]];
  }

  /**
   * Whether words that are also conditions are answered; if their list may be meant, surely and
   * very well.
   */
  function isAnswered(results, leads) {
    if (["words", "question"].includes(leads)) return results.ranked.length > 0;
    const best = results.ranked.slice(0, 3).map((scored) => hit(results.request, scored));
    if (!best.length || reasonsOf(results, best).length) return false;
    return (answerability.strengthOf(results) ?? STRONG) >= STRONG;
  }

  /** Why the best hits may not answer; none if they surely do, or an id asks for one. */
  function reasonsOf(results, best) {
    const { request } = results;
    if (request.query.numbers.length) return [];
    const reasons = answerability.reasonsOf(results, best);
    if (reasons.length) return reasons;
    const doubtful = doubtfulWords(request);
    return doubtful.length ? doubtful : doubtfulParts(request, best[0]);
  }

  /** The candidates, the newest, oldest, highest or lowest first; last those without that. */
  function ordered({ index, query }, ranked, order) {
    const values = orderedBy(index, query, order);
    const isDown = /^(?:newest|highest)/.test(order);
    const without = [isDown ? "" : FAR_FUTURE];
    const end = isDown ? -1 : 0;
    const lastOf = (candidate) => [...(values.get(candidate.number) ?? without)].sort().at(end);
    const sortKeys = new Map(ranked.map((candidate) => [candidate, lastOf(candidate)]));
    const byValue = (a, b) => compare(sortKeys.get(a), sortKeys.get(b));
    return [...ranked].sort((a, b) => (isDown ? byValue(b, a) : byValue(a, b)));
  }

  /** The sentences above the hits, each once: how the query was read, then what is doubted. */
  function notesOf(request, reasons) {
    const { index, expansion, query, note } = request;
    const notes = [...query.notes, ...passedOn(request), ...(note ? [note] : [])];
    for (const [word, correction] of expansion.corrected)
      notes.push(`“${word}” was read as “${correction}”`);
    for (const name of expansion.cardNames) if (name.typed) notes.push(howRead(index, name));
    if (!request.isName && !query.numbers.length) notes.push(...unknownWords(request));
    const unruled = cardsWithoutRulings(request);
    notes.push(...reasons, ...(unruled.length ? unruled : cardsWithoutJointRuling(request)));
    return [...new Set(notes)].slice(0, MAX_NOTES);
  }

  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  /**
   * Builds the index, and returns the function that searches it, beside the search of names.
   * @param {NameSearch} nameSearch
   * @param {SearchData} data
   * @param {function(): Promise<void>} [pause] called between two slices of work
   * @returns {Promise<Engine>}
   */
  async function open(nameSearch, data, pause) {
    const index = await site.invertedIndex.build(nameSearch, data, pause);
    return { index, nameSearch, search: (text, options) => search(index, text, options) };
  }

  site.engine = { jointRulings, open };
})(window.Rulings ??= {});
