/**
 * The quiz page: asks one question at a time and shows its ruling on demand. It keeps the questions in
 * Leitner boxes, as in `rulings/quiz.py`. The progress is held in memory or, with the reader's consent, stored
 * in this browser; it can be saved as a file and deleted.
 */
(function (site) {
  "use strict";

  const { button, element, leitner, link } = site, { REVIEW_INTERVALS_DAYS } = site.constants;
  const STORAGE_KEY = "rulings-quiz";
  if (!document.getElementById("quiz")) return;
  const questionSection = document.getElementById("quiz-question"),
    progressSection = document.getElementById("quiz-progress");
  const selects = Object.fromEntries(["side", "topic", "keyword", "step"].map((name) =>
    [name, document.getElementById(`quiz-${name}`)]));
  let cardData, allQuestions;
  let deck = null; // positions of the cards of a deck: only rulings that name one of them are asked
  let progress = leitner.noProgress();
  let isStored = false; // whether the progress is kept in this browser
  let lastPosition = -1; // position of the ruling that was asked last

  /** The progress stored in this browser; null if there is none, or it is invalid. */
  function readProgress() {
    try {
      const stored = JSON.parse(site.remembered(STORAGE_KEY));
      return leitner.isValid(stored) ? stored : null;
    } catch {
      return null; // it is not JSON
    }
  }

  /** Stores the progress if the reader wants that; the storage may be full or forbidden. */
  function saveProgress() {
    if (isStored) isStored = site.remember(STORAGE_KEY, JSON.stringify(progress));
  }

  const deleteProgress = () => site.remember(STORAGE_KEY, null);

  /** Today's date at this place. */
  function today() {
    const now = new Date(), digits = (number) => String(number).padStart(2, "0");
    return `${now.getFullYear()}-${digits(now.getMonth() + 1)}-${digits(now.getDate())}`;
  }

  /** The questions that match the choices. */
  function matchingQuestions() {
    const { side, topic, keyword, step } = Object.fromEntries(
      Object.entries(selects).map(([name, { value }]) => [name, value])
    );
    return allQuestions.filter(({ ruling }) => {
      const card = ruling.ofCard ? cardData.cards[ruling.subject] : null;
      return (!side || (card && card.side === side))
        && (!topic || (!card && ruling.subject.id === topic))
        && (!keyword || (card && card.keywords.includes(keyword)))
        && (!step || ruling.steps.includes(Number(step)))
        && (!deck || [...ruling.named].some((position) => deck.has(position)));
    });
  }

  const idOf = ({ ruling }) => ruling.id;

  /** A random one of the questions that are to be asked first, if possible not the last one; undefined if none is. */
  function nextQuestion(questions) {
    const others = questions.filter(({ ruling }) => ruling.position !== lastPosition);
    for (const some of [others, questions]) {
      const ids = new Set(leitner.askedFirst(some.map(idOf), progress, today()));
      const pool = some.filter((item) => ids.has(idOf(item)));
      if (pool.length) return pool[Math.floor(Math.random() * pool.length)];
    }
  }

  /** Shows the next question. */
  function ask() {
    const questions = matchingQuestions(), item = nextQuestion(questions);
    showProgress(questions);
    if (!questions.length)
      return questionSection.replaceChildren(element("p", {}, "No questions match these choices."));
    if (!item) {
      const due = leitner.nextDue(questions.map(idOf), progress);
      return questionSection.replaceChildren(element(
        "p", {}, `No question is due now (${questions.length} in all); the next is due on ${site.dateInWords(due)}.`
      ));
    }
    lastPosition = item.ruling.position;
    const reveal = button({ class: "button main", id: "quiz-reveal" }, "Show the ruling", () => showRuling(item));
    const subject = item.question.toLowerCase().includes(item.ruling.title.toLowerCase())
      ? null
      : element("p", { class: "subject" }, item.ruling.title);
    questionSection.replaceChildren(
      ...[subject, element("h2", { class: "question" }, item.question), element("p", { class: "quiz-buttons" }, reveal)]
        .filter(Boolean)
    );
  }

  /** Moves the focus to a heading of the question, because the button that was pressed is gone, and it into sight. */
  function focusOn(selector) {
    const heading = questionSection.querySelector(selector);
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    questionSection.scrollIntoView({ block: "nearest" });
  }

  /** Shows the next question. */
  function askNext() {
    ask();
    focusOn(".question");
  }

  /** Shows the ruling and asks whether the reader knew it. */
  function showRuling(item) {
    /** @type {[string, boolean][]} */
    const answers = [["I knew it", true], ["I did not", false]];
    const buttons = answers.map(([words, known]) =>
      button({ class: "button", "data-known": String(known) }, words, () => {
        leitner.recordAnswer(progress, idOf(item), known, today());
        saveProgress();
        askNext();
      }));
    const skip = button({ class: "plain-button" }, "Skip", askNext);
    questionSection.replaceChildren(
      element("h2", { class: "question" }, item.question),
      site.rulingElement(item.ruling, { level: 3, withQuestion: false }),
      element("p", {}, "Did you know it?"),
      element("p", { class: "quiz-buttons" }, ...buttons, " ", skip)
    );
    focusOn(".subject");
  }

  /** Shows the number of questions in each box, and the controls to keep, save or delete the answers. */
  function showProgress(questions) {
    const counts = leitner.boxCounts(questions.map(idOf), progress);
    const checkbox = element("input", { type: "checkbox", id: "quiz-remember" });
    checkbox.checked = isStored;
    checkbox.addEventListener("change", () => {
      isStored = checkbox.checked;
      if (isStored) saveProgress();
      else deleteProgress();
      if (checkbox.checked && !isStored) {
        checkbox.checked = false;
        site.say("This browser cannot store your answers.", true);
      }
    });
    const saveButton = button({ class: "plain-button" }, "Save my answers as a file", () => {
      const url = URL.createObjectURL(new Blob([JSON.stringify(progress, null, 1)], { type: "application/json" }));
      const download = element("a", { href: url, download: "quiz.json" });
      document.body.append(download);
      download.click();
      download.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    });
    const deleteButton = button({ class: "plain-button" }, "Delete my answers", () => {
      progress = leitner.noProgress();
      deleteProgress();
      isStored = false;
      askNext();
    });
    const boxes = REVIEW_INTERVALS_DAYS.map((days, index) =>
      (counts[index + 1] ? ` · ${counts[index + 1]} again after ${site.count(days, "day")}` : ""));
    progressSection.replaceChildren(
      element("p", {}, `${site.count(questions.length, "question")}: ${counts[0]} not asked yet${boxes.join("")}`),
      element(
        "p", {}, checkbox, " ", element("label", { for: "quiz-remember" }, "Remember my answers in this browser")
      ),
      ...(Object.keys(progress.questions).length ? [element("p", {}, saveButton, " ", deleteButton)] : []),
    );
  }

  async function start() {
    cardData = await site.loadCardData();
    allQuestions = cardData.quiz.map(({ ruling, question }) => ({ ruling: cardData.rulings[ruling], question }));
    const stored = readProgress();
    if (stored) [progress, isStored] = [stored, true];
    showDeck();
    for (const select of Object.values(selects)) select.addEventListener("change", ask);
    ask();
  }

  function showDeck() {
    const { ours } = site.deckAddress.decode(cardData);
    deck = ours && new Set(ours.keys());
    document.getElementById("quiz-deck").replaceChildren(...(deck
      ? [`Your deck: ${site.count(deck.size, "card")}. `, link("/quiz/", "Ask about all cards")]
      : [link("/deck/", "Ask about the cards of a deck")]));
  }
  addEventListener("hashchange", () => {
    if (!cardData) return;
    showDeck();
    ask();
  });
  start().catch((error) => questionSection.replaceChildren(element("p", { class: "remark" }, error.message)));
})(window.Rulings ??= {});
