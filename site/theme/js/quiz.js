/**
 * The quiz page: one question, time to think, then its ruling. Answers are kept in Leitner's boxes as by
 * `rulings quiz`, in memory; in this browser only with the reader's consent. They can be saved as a file, and deleted.
 */
(function (site) {
  "use strict";

  const { element } = site, { WAITS } = site.constants, KEY = "rulings-quiz";
  const place = document.getElementById("quiz"),
    card = document.getElementById("quiz-question"),
    kept = document.getElementById("quiz-progress");
  if (!place) return;
  const choice = Object.fromEntries(["side", "topic", "keyword", "step"].map((name) =>
    [name, document.getElementById(`quiz-${name}`)]));
  let table, every, deck = null, progress = nothing(), stored = false, last = -1;

  function nothing() {
    return { version: 1, questions: {} };
  }

  /** The progress saved in this browser, if it is valid. */
  function recalled() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      const good = kept && kept.version === 1
        && Object.values(kept.questions).every(({ box, due, asked, known }) =>
          box >= 1 && box <= WAITS.length && /^\d{4}-\d\d-\d\d$/.test(due) && asked >= known && known >= 0);
      return good ? kept : null;
    } catch {
      return null;
    }
  }

  function keep() {
    if (!stored) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      stored = false; // the browser allows none
    }
  }

  const dayFrom = (days) => {
    const day = new Date();
    day.setDate(day.getDate() + days);
    return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
  };

  /** The questions that match the choices. */
  function chosen() {
    const { side, topic, keyword, step } = Object.fromEntries(
      Object.entries(choice).map(([name, { value }]) => [name, value])
    );
    return every.filter(({ ruling }) => {
      const of = ruling.ofCard ? table.cards[ruling.subject] : null;
      return (!side || (of && of.side === side))
        && (!topic || (!of && ruling.subject[0] === topic))
        && (!keyword || (of && of.keywords.includes(keyword)))
        && (!step || ruling.steps.includes(Number(step))) && (!deck || [...ruling.named].some((n) => deck.has(n)));
    });
  }

  /** Questions that are due, the lowest box first, then new ones; shuffled among equals. */
  function next(questions) {
    const today = dayFrom(0), of = ({ ruling }) => progress.questions[ruling.id];
    const due = questions.filter((one) => of(one) && of(one).due <= today),
      lowest = Math.min(...due.map((one) => of(one).box));
    let pool = due.filter((one) => of(one).box === lowest);
    if (!pool.length) pool = questions.filter((one) => !of(one));
    const others = pool.filter((one) => one.ruling.n !== last);
    pool = others.length ? others : pool;
    return pool[Math.floor(Math.random() * pool.length)];
  }

  function ask() {
    const questions = chosen(), one = next(questions);
    tell(questions);
    if (!questions.length) return card.replaceChildren(element("p", {}, "No questions match these choices."));
    if (!one) {
      const due = questions
        .map(({ ruling }) => progress.questions[ruling.id])
        .filter(Boolean)
        .map(({ due: day }) => day)
        .sort()[0];
      return card.replaceChildren(element(
        "p", {}, `No question is due now (${questions.length} in all); the next is due on ${due}.`
      ));
    }
    last = one.ruling.n;
    const reveal = element("button", { type: "button", class: "more main", id: "quiz-reveal" }, "Show the ruling");
    reveal.addEventListener("click", () => answer(one));
    const about = one.question.toLowerCase().includes(one.ruling.title.toLowerCase())
      ? null
      : element("p", { class: "subject" }, one.ruling.title);
    card.replaceChildren(
      ...[about, element("h2", { class: "question" }, one.question), element("p", { class: "quiz-buttons" }, reveal)]
        .filter(Boolean)
    );
  }

  function answer(one) {
    const buttons = [["I knew it", true], ["I did not", false]].map(([words, known]) => {
      const button = element("button", { type: "button", class: "more", "data-known": String(known) }, words);
      button.addEventListener("click", () => {
        const before = progress.questions[one.ruling.id],
          box = known ? Math.min((before ? before.box : 0) + 1, WAITS.length) : 1;
        progress.questions[one.ruling.id] = {
          box, due: dayFrom(WAITS[box - 1]), asked: (before ? before.asked : 0) + 1,
          known: (before ? before.known : 0) + (known ? 1 : 0)
        };
        keep();
        ask();
        document.getElementById("quiz-reveal")?.focus();
      });
      return button;
    });
    const skip = element("button", { type: "button", class: "plain" }, "Skip");
    skip.addEventListener("click", ask);
    card.replaceChildren(
      element("h2", { class: "question" }, one.question),
      site.table.ruling(one.ruling, { level: 3, question: false }),
      element("p", {}, "Did you know it?"),
      element("p", { class: "quiz-buttons" }, ...buttons, " ", skip)
    );
    buttons[0].focus();
  }

  /** The number of questions in each box, and what the reader can do with the answers. */
  function tell(questions) {
    const counts = [0, ...WAITS.map(() => 0)];
    for (const { ruling } of questions) counts[progress.questions[ruling.id]?.box || 0] += 1;
    const remember = element("input", { type: "checkbox", id: "quiz-remember" });
    remember.checked = stored;
    remember.addEventListener("change", () => {
      stored = remember.checked;
      if (stored) keep();
      else forget();
    });
    const save = element("button", { type: "button", class: "plain" }, "Save my answers as a file");
    save.addEventListener("click", () => {
      const url = URL.createObjectURL(new Blob([JSON.stringify(progress, null, 1)], { type: "application/json" }));
      const way = element("a", { href: url, download: "quiz.json" });
      document.body.append(way);
      way.click();
      way.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    });
    const drop = element("button", { type: "button", class: "plain" }, "Delete my answers");
    drop.addEventListener("click", () => {
      progress = nothing();
      forget();
      stored = false;
      ask();
    });
    kept.replaceChildren(
      element(
        "p", {},
        `${questions.length} questions: ${counts[0]} not asked yet${WAITS.map((days, n) => (counts[n + 1] ? ` · ${counts[n + 1]} again after ${days} day${days > 1 ? "s" : ""}` : "")).join("")}`
      ),
      element(
        "p", {}, remember, " ", element("label", { for: "quiz-remember" }, "Remember my answers in this browser")
      ),
      element("p", {}, save, " ", drop),
    );
  }

  function forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // nothing was kept
    }
  }

  function fill(select, values) {
    select.append(...values.map(([value, words]) => element("option", { value }, words)));
  }

  async function start() {
    table = await site.table.open();
    every = table.quiz.map(([n, question]) => ({ ruling: table.rulings[n], question }));
    const kept = recalled();
    if (kept) [progress, stored] = [kept, true];
    fill(choice.topic, table.topics.filter(([id]) =>
      every.some(({ ruling }) => !ruling.ofCard && ruling.subject[0] === id)));
    fill(
      choice.keyword,
      [...new Set(every.flatMap(({ ruling }) => (ruling.ofCard ? table.cards[ruling.subject].keywords : [])))]
        .sort()
        .map((keyword) => [keyword, keyword])
    );
    fill(choice.step, table.steps.filter(([number]) => every.some(({ ruling }) => ruling.steps.includes(number)))
      .map(([number, text]) => [number, `${number} ${text.slice(0, 50)}`]));
    ofDeck();
    for (const select of Object.values(choice)) select.addEventListener("change", ask);
    ask();
  }

  function ofDeck() {
    const { ours } = site.table.decks(table);
    deck = ours && new Set(ours.keys());
    document.getElementById("quiz-deck").replaceChildren(...(deck
      ? [
        `Your deck: ${deck.size} card${deck.size === 1 ? "" : "s"}. `,
        site.table.link("/quiz/", "Ask about all cards")
      ]
      : [site.table.link("/deck/", "Ask about the cards of a deck")]));
  }
  addEventListener("hashchange", () => {
    if (!table) return;
    ofDeck();
    ask();
  });
  start().catch((error) => card.replaceChildren(element("p", { class: "remark" }, error.message)));
})((window.Rulings = window.Rulings || {}));
