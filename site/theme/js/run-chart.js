/**
 * The walk through the run chart (`#walk`, with the steps as JSON in `#steps`): shows one step at a
 * time, its question with two big buttons, its rulings folded below it, and the path so far as a
 * breadcrumb.
 *
 * The path is kept in the address as `#walk=yn.…`, in the letters of `run-chart-steps.js`.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const container = document.getElementById("walk");
  const { steps } = JSON.parse(document.getElementById("steps").textContent);
  if (!steps.length) return;
  for (const step of steps) {
    const textOf = (part) =>
      document.querySelector(`#step-${step.number} ${part}`)?.textContent.trim() ?? "";
    step.actor = textOf(".actor");
    step.text = textOf(".step-text"); // empty if the step consists of its question
  }
  const { follow, walk } = site.runChart(steps);

  const lettersInAddress = () => (/^#walk=([yn.]*)$/.exec(location.hash) || [null, ""])[1];
  const addressFor = (letters) => `#walk=${letters}`;
  const ANSWERS = { y: "Yes", n: "No" };

  /** Shows the position at the end of the letters, as a new entry of the browser's history. */
  function go(letters) {
    history.pushState(null, "", addressFor(letters));
    hasWalked = true;
    show(true);
  }

  function breadcrumb(path) {
    const list = element("ol", { class: "walk-breadcrumb", "aria-label": "Steps so far" });
    let letters = "";
    for (const { from, letter } of path) {
      const link = element("a", { href: addressFor(letters) }, `Step ${from.step.number}`);
      const answer = ANSWERS[letter];
      list.append(element(
        "li", {}, link, answer ? element("span", { class: "walk-answer" }, ` ${answer}`) : ""
      ));
      letters += letter;
    }
    return list;
  }

  const wideScreen = matchMedia("(min-width: 64em)"); // shows the rulings beside the step, unfolded
  let hasWalked = false;

  /** A copy of the step's rulings, which stand under “All steps”. */
  function rulingsOf(step) {
    const details = document.querySelector(`#step-${step.number} details.walk-rulings`);
    if (!details) return element("p", { class: "walk-none" }, "There are no rulings on this step.");
    const copy = details.cloneNode(true);
    copy.open = wideScreen.matches;
    return copy;
  }

  /**
   * Copies of what is told of the step there: its status (`.status`), or what decides and what it
   * leaves out (`p.see-note`).
   */
  function toldOf(step, selector) {
    const nodes = document.querySelectorAll(`#step-${step.number} > ${selector}`);
    return [...nodes].map((node) => node.cloneNode(true));
  }

  function buttons(position, letters) {
    const row = element("div", { class: "walk-buttons" });
    // Each kind has its own place in the row, so that no button appears where another one was.
    const addButton = (label, target, kind) =>
      row.append(site.button({ class: `walk-${kind}` }, label, () => go(target)));
    if (position.end === null && position.decision) {
      addButton("Yes", `${letters}y`, "yes");
      addButton("No", `${letters}n`, "no");
    } else if (follow(position, ".")) {
      const label = position.end === null ? "Go on" : `Step ${position.step.after}`;
      addButton(label, `${letters}.`, "on");
    }
    if (letters) {
      addButton("Back", letters.slice(0, -1), "back");
      addButton("Start again", "", "again");
    }
    return row;
  }

  /**
   * Shows the position in the address.
   * @param {boolean} focus whether to move the focus to its heading
   */
  function show(focus) {
    const { path, position, letters } = walk(lettersInAddress());
    const { step, decision, end } = position;
    const { number, actor } = step;
    const heading = element(
      "h2", { class: "walk-step", tabindex: "-1", id: "walk-step" }, `Step ${number}`,
      actor ? element("span", { class: "walk-actor", "data-side": actor }, ` ${actor}`) : ""
    );
    const text = element("p", { class: "walk-text" }, step.text);
    const parts = [heading, ...toldOf(step, ".status"), text, ...toldOf(step, "p.see-note")];
    if (decision) parts.push(element("p", { class: "walk-question" }, decision.question));
    else if (end !== null || !follow(position, "."))
      parts.push(element("p", { class: "walk-end" }, end || "The run is over."));
    // The breadcrumb is below the card, so that the first answer does not move the card.
    const content = element("div", {}, ...parts, buttons(position, letters));
    container.replaceChildren(
      element("div", { class: "walk-card" }, content, rulingsOf(step)),
      path.length ? breadcrumb(path) : ""
    );
    container.hidden = false;
    markDiagram(number);
    if (focus) heading.focus({ preventScroll: false });
  }

  /**
   * Adds the words of the rulings, which are fetched with the search data only when needed, as they
   * would double the size of the page.
   */
  async function fillRulings(details) {
    const items = [...details.querySelectorAll("li")].filter(
      (item) => !item.querySelector(".walk-ruling")
    );
    if (!items.length) return;
    const { index } = await site.searchEngine();
    const docs = new Map(index.docs.map((doc) => [doc.id, doc]));
    for (const item of items) {
      const doc = docs.get(item.firstElementChild.hash.slice(1));
      if (!doc || item.querySelector(".walk-ruling")) continue;
      const hit = site.hits.hitOf(index, doc);
      const natures = hit.natures.filter((nature) => nature === "reversal"); // others are above
      const reversal = site.hits.marks({ doc, natures });
      item.firstElementChild.after(element(
        "div", { class: "walk-ruling" }, ...reversal,
        ...site.hits.entryParts(index, hit, new Map(), new Set())
      ));
    }
  }

  document.addEventListener(
    "toggle",
    ({ target }) => {
      const isInitial = wideScreen.matches && container.contains(target) && !hasWalked;
      // Without the words, the links still lead to the rulings.
      if (target.matches("details.walk-rulings") && target.open && !isInitial)
        fillRulings(target).catch(() => {});
    },
    true
  );

  /** Marks the step in the diagrams. */
  function markDiagram(number) {
    for (const old of document.querySelectorAll(".current-step[data-step]"))
      old.classList.remove("current-step");
    for (const box of document.querySelectorAll(`[data-step="${number}"]`))
      box.classList.add("current-step");
    const chart = document.querySelector(".chart.tall");
    const box = chart?.querySelector(".current-step");
    if (box) // where the chart is beside the walk, it scrolls by itself
      chart.scrollTop += box.getBoundingClientRect().top - chart.getBoundingClientRect().top - 24;
  }

  container.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#walk="]');
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(link.getAttribute("href").slice("#walk=".length));
  });

  addEventListener("popstate", () => show(false));
  addEventListener("hashchange", () => show(false));
  show(false);
  if (lettersInAddress()) {
    const fillsScreen = container.offsetHeight > innerHeight - 150; // as on a phone
    container.scrollIntoView({ block: fillsScreen ? "start" : "nearest" });
  }
})(window.Rulings ??= {});
