/**
 * The walk through the run chart (`#walk`, with its positions as JSON in `#positions`). It shows
 * one step at a time: its question with two big buttons, its rulings folded below, and the path so
 * far as a breadcrumb.
 *
 * The path is kept in the address as `#walk=yn.…`, with one letter for each answer: y, n, or a dot
 * for a step without a question.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const container = document.getElementById("walk");
  // The positions begin with the first step; see `walk_positions` in `site/document_pages.py`
  const positions = JSON.parse(document.getElementById("positions").textContent);
  if (!positions.length) return;

  const ANSWERS = { y: "Yes", n: "No" };
  const wideScreen = matchMedia("(min-width: 64em)"); // rulings are beside the step and unfolded
  let hasWalked = false;

  const lettersInAddress = () => /^#walk=([yn.]*)$/.exec(location.hash)?.[1] ?? "";
  const addressFor = (letters) => `#walk=${letters}`;

  /** The positions that the letters lead to, from the first step on, up to an impossible letter. */
  function walk(letters) {
    const path = [positions[0]];
    for (const letter of letters) {
      const next = positions[path.at(-1)[letter]];
      if (!next) break;
      path.push(next);
    }
    return path;
  }

  /** Links to all positions before the last one, each with the answer that was given there. */
  const breadcrumb = (path, letters) => element(
    "ol", { class: "walk-breadcrumb", "aria-label": "Steps so far" },
    ...path.slice(0, -1).map(({ step }, n) => {
      const answer = ANSWERS[letters[n]];
      return element(
        "li", {}, element("a", { href: addressFor(letters.slice(0, n)) }, `Step ${step}`),
        answer && element("span", { class: "walk-answer" }, ` ${answer}`)
      );
    })
  );

  const itemsWithoutWords = (details) => [...details.querySelectorAll("li")]
    .filter((item) => !item.querySelector(".walk-ruling"));

  /** A copy of the step's rulings, which are under “All steps”. */
  function rulingsOf(section) {
    const details = section.querySelector("details.walk-rulings");
    if (!details) return element("p", { class: "walk-none" }, "There are no rulings on this step.");
    const copy = details.cloneNode(true);
    copy.open = wideScreen.matches;
    // On arrival, space is reserved until their words are there, so nothing moves
    const waits = copy.open && !hasWalked && itemsWithoutWords(copy).length > 0;
    copy.classList.toggle("is-filling", waits);
    return copy;
  }

  function buttons(position, letters) {
    const row = element("div", { class: "walk-buttons" });
    // Each kind has its own place in the row, so a button never appears in the place of another.
    const addButton = (label, target, kind) =>
      row.append(site.button({ class: `walk-${kind}` }, label, () => {
        history.pushState(null, "", addressFor(target));
        move();
      }));
    const next = positions[position["."]];
    if (position.question) {
      addButton("Yes", `${letters}y`, "yes");
      addButton("No", `${letters}n`, "no");
    } else if (next) addButton(position.end ? `Step ${next.step}` : "Go on", `${letters}.`, "on");
    if (letters) {
      addButton("Back", letters.slice(0, -1), "back");
      addButton("Start again", "", "again");
    }
    return row;
  }

  /** Shows the position in the address; returns its heading. */
  function show() {
    const path = walk(lettersInAddress()), letters = lettersInAddress().slice(0, path.length - 1);
    const position = path.at(-1), { step, question, end } = position;
    const section = document.getElementById(`step-${step}`);
    const copiesOf = (selector) => [...section.querySelectorAll(`:scope > ${selector}`)]
      .map((node) => node.cloneNode(true));
    const actor = section.querySelector(".actor")?.textContent.trim();
    const heading = element(
      "h2", { class: "walk-step", tabindex: "-1", id: "walk-step" }, `Step ${step}`,
      actor && element("span", { class: "walk-actor", "data-side": actor }, ` ${actor}`)
    );
    // A step that is only a question has no text
    const text = section.querySelector(".step-text")?.textContent.trim() ?? "";
    const parts = [
      heading, ...copiesOf(".status"), element("p", { class: "walk-text" }, text),
      ...copiesOf("p.see-note:not(.note-clarification)") // exceptions to the step
    ];
    if (question) parts.push(element("p", { class: "walk-question" }, question));
    else if (end || position["."] === undefined)
      parts.push(element("p", { class: "walk-end" }, end || "The run is over."));
    const content = element("div", {}, ...parts, buttons(position, letters));
    const card = element("div", { class: "walk-card" }, content, rulingsOf(section));
    const steps = breadcrumb(path, letters);
    // On a phone the path is below the card, so the first answer does not move the card.
    container.replaceChildren(...(wideScreen.matches ? [steps, card] : [card, steps]));
    steps.scrollLeft = steps.scrollWidth;
    container.hidden = false;
    markDiagram(step);
    return heading;
  }

  /**
   * Adds the words of the rulings from the search data, which are fetched when needed; they would
   * double the size of the page.
   */
  async function fillRulings(details) {
    const items = itemsWithoutWords(details);
    if (!items.length) return;
    const { index } = await site.searchEngine();
    for (const item of items) {
      const link = item.firstElementChild, id = link.hash.slice(1);
      const doc = index.documents.find((candidate) => candidate.id === id);
      if (!doc) continue;
      const hit = site.hits.hitOf(index, doc);
      const natures = hit.natures.filter((nature) => nature === "reversal"); // the others are above
      link.after(element(
        "div", { class: "walk-ruling" }, ...site.hits.marks({ doc, natures }),
        ...site.hits.entryParts(index, hit, new Map())
      ));
    }
  }

  document.addEventListener(
    "toggle",
    ({ target: details }) => {
      if (!details.matches("details.walk-rulings") || !details.open) return;
      // Without the words, the links still lead to the rulings.
      fillRulings(details).catch(() => {}).then(() => details.classList.remove("is-filling"));
    },
    true
  );

  function markDiagram(number) {
    for (const old of document.querySelectorAll(".current-step[data-step]"))
      old.classList.remove("current-step");
    for (const box of document.querySelectorAll(`[data-step="${number}"]`))
      box.classList.add("current-step");
    const chart = document.querySelector(".chart.tall");
    const box = chart?.querySelector(".current-step");
    if (box) // the chart beside the walk has its own scroll bar
      chart.scrollTop += box.getBoundingClientRect().top - chart.getBoundingClientRect().top - 24;
  }

  /** Shows the position in the address, and moves the focus to its heading. */
  function move() {
    hasWalked = true;
    show().focus();
  }

  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#walk=")) move();
    else if (!location.hash) show(); // other fragments are steps in words
  });
  show();
  if (lettersInAddress() && !wideScreen.matches) {
    const fillsScreen = container.offsetHeight > innerHeight - 150; // as on a phone
    container.scrollIntoView({ block: fillsScreen ? "start" : "nearest" });
  }
})(window.Rulings ??= {});
