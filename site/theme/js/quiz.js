/**
 * The quiz page: asks one question at a time and shows its ruling on demand. Questions that were
 * not known come again in the same sitting; nothing is stored.
 */
(function (site) {
  "use strict";

  const { button, element, link } = site;
  const ASKED_BEFORE = 5; // other questions, before one that was not known comes again
  const questionSection = document.getElementById("quiz-question"),
    progressSection = document.getElementById("quiz-progress");
  const selects = Object.fromEntries(["side", "topic", "keyword", "step"].map((name) =>
    [name, document.getElementById(`quiz-${name}`)]));
  let cardData, allQuestions;
  let deck = null; // positions of a deck's cards, to ask only about these; null: all
  let queue = []; // questions to come, in order
  let total = 0; // number of questions at the start

  function matchingQuestions() {
    const [side, topic, keyword, step] = Object.values(selects).map(({ value }) => value);
    return allQuestions.filter(({ ruling }) => {
      const card = ruling.ofCard ? cardData.cards[ruling.subject] : null;
      return (!side || (card && card.side === side))
        && (!topic || (!card && ruling.subject.id === topic))
        && (!keyword || (card && card.keywords.includes(keyword)))
        && (!step || ruling.steps.includes(Number(step)))
        && (!deck || [...ruling.namedCards].some((position) => deck.has(position)));
    });
  }

  /** Starts again with the questions that match the choices, in random order. */
  function begin() {
    queue = matchingQuestions().map((item) => ({ item, order: Math.random() }))
      .sort((a, b) => a.order - b.order).map(({ item }) => item);
    total = queue.length;
    ask();
  }

  function ask() {
    const [item] = queue;
    const questionsToGo = `${site.count(queue.length, "question")} to go`;
    progressSection.replaceChildren(element("p", {}, questionsToGo));
    if (!item)
      return questionSection.replaceChildren(
        element("p", { class: "question" }, ...(total
          ? ["That was the last question. ",
            button({ class: "plain-button" }, "Start again", begin)]
          : ["No questions match these choices."]))
      );
    const reveal = button({ class: "button main", id: "quiz-reveal" }, "Show the ruling", () =>
      showRuling(item));
    const isNamed = item.question.toLowerCase().includes(item.ruling.title.toLowerCase());
    questionSection.replaceChildren(
      ...(isNamed ? [] : [element("p", { class: "subject" }, item.ruling.title)]),
      element("h2", { class: "question" }, item.question),
      element("p", { class: "quiz-buttons" }, reveal)
    );
  }

  /** Moves the focus to a heading of the question, since the pressed button is gone. */
  function focusOn(selector) {
    const heading = questionSection.querySelector(selector);
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    questionSection.scrollIntoView({ block: "nearest" });
  }

  /** Shows the next question. A question that was not known comes again after some others. */
  function askNext(item, wasKnown) {
    queue.shift();
    if (!wasKnown) queue.splice(ASKED_BEFORE, 0, item);
    ask();
    focusOn(".question");
  }

  /** Shows the ruling and asks whether the reader knew it. */
  function showRuling(item) {
    const answer = (words, wasKnown) => button(
      { class: "button", "data-known": String(wasKnown) }, words, () => askNext(item, wasKnown)
    );
    questionSection.replaceChildren(
      element("h2", { class: "question" }, item.question),
      site.rulingElement(item.ruling, { level: 3, withQuestion: false }),
      element("p", {}, "Did you know it?"),
      element("p", { class: "quiz-buttons" }, answer("I knew it", true), answer("I did not", false))
    );
    focusOn(".subject");
  }

  async function start() {
    cardData = await site.loadCardData();
    allQuestions = cardData.quiz.map(({ ruling, question }) =>
      ({ ruling: cardData.rulings[ruling], question }));
    showDeck();
    for (const select of Object.values(selects)) select.addEventListener("change", begin);
    begin();
  }

  function showDeck() {
    const { ours, notes } = site.deckAddress.decode(cardData);
    deck = ours.length || notes.length ? new Set(ours.map(({ card }) => card.position)) : null;
    document.getElementById("quiz-deck").replaceChildren(...(deck
      ? [
        [`Your deck: ${site.count(deck.size, "card")}.`, ...notes, ""].join(" "),
        link("/quiz/", "Ask about all cards")
      ]
      : [link("/deck/", "Ask about the cards of a deck")]));
  }
  addEventListener("hashchange", () => {
    if (!cardData) return;
    showDeck();
    begin();
  });
  start().catch(() => questionSection.replaceChildren(
    element("p", { class: "remark" }, ...site.loadingFailed())
  ));
})(window.Rulings ??= {});
