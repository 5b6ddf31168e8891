/**
 * The walk through the run chart (`#walk`, with the steps as JSON in `#steps`): one step at a time, its question with
 * two big buttons (or the keys y and n), its rulings folded below it, the path so far as a breadcrumb. `after`: the
 * step that follows although the chart says that the run ends.
 *
 * The way is in the address as `#walk=yn.…`: one letter for each answer, a dot for going on without a question. A way
 * that the chart does not have is followed as far as possible.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const place = document.getElementById("walk"), data = document.getElementById("steps");
  if (!place || !data) return;
  const { steps } = JSON.parse(data.textContent);
  for (const step of steps) {
    const shown = (part) =>
      (document.querySelector(`#step-${step.number} ${part}`) || { textContent: "" }).textContent.trim();
    step.actor = shown(".actor");
    step.text = shown(".does"); // empty where the step is its question
  }
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  const first = steps[0].number;

  /**
   * @typedef {{step: object, decision: object|null, end: string|null}} Spot where one stands: a step, and which of its
   *   questions
   */

  const spotAt = (number) => ({ step: byNumber.get(number), decision: byNumber.get(number).decision, end: null });

  /** @param {Spot} spot @param {string} letter y, n, or `.` for going on @returns {Spot|null} the next spot */
  function follow(spot, letter) {
    if (spot.end !== null) return letter === "." && byNumber.has(spot.step.after) ? spotAt(spot.step.after) : null;
    if (!spot.decision)
      return letter === "." && spot.step.next && byNumber.has(spot.step.next) ? spotAt(spot.step.next) : null;
    const answer = letter === "y" ? spot.decision.yes : letter === "n" ? spot.decision.no : null;
    if (!answer) return null;
    if (answer.go !== undefined) return byNumber.has(answer.go) ? spotAt(answer.go) : null;
    if (answer.decision) return { step: spot.step, decision: answer.decision, end: null };
    return { step: spot.step, decision: null, end: answer.end || "" };
  }

  /** @param {string} letters @returns {{way: {spot: Spot, letter: string}[], at: Spot}} as far as the chart goes */
  function walk(letters) {
    const way = [];
    let at = spotAt(first);
    for (const letter of letters) {
      const next = follow(at, letter);
      if (!next) break;
      way.push({ spot: at, letter });
      at = next;
    }
    return { way, at };
  }

  const lettersOf = () => (/^#walk=([yn.]*)$/.exec(location.hash) || [null, ""])[1];
  const addressOf = (letters) => `#walk=${letters}`;
  const ANSWERS = { y: "Yes", n: "No", ".": "" };

  function go(letters) {
    history.pushState(null, "", addressOf(letters));
    walked = true;
    show(true);
  }

  function breadcrumb(way) {
    const list = element("ol", { class: "walk-way", "aria-label": "Steps so far" });
    way.forEach(({ spot, letter }, n) => {
      const back = way.slice(0, n).map((part) => part.letter).join("");
      const link = element("a", { href: addressOf(back) }, `Step ${spot.step.number}`);
      list.append(element(
        "li", {}, link, letter === "." ? "" : element("span", { class: "walk-answer" }, ` ${ANSWERS[letter]}`)
      ));
    });
    return list;
  }

  const wide = matchMedia("(min-width: 64em)"); // the rulings stand open beside the step
  const tablet = matchMedia("(min-width: 48em)");
  let walked = false;

  /** The walk shows a copy of the rulings, which are on the page under the step in words. */
  function rulings(step) {
    const folded = document.querySelector(`#step-${step.number} details.walk-rulings`);
    if (!folded) return element("p", { class: "walk-none" }, "There are no rulings on this step.");
    const copy = folded.cloneNode(true);
    copy.open = wide.matches;
    return copy;
  }

  /** A copy of the step's status, too. */
  function status(step) {
    return [...document.querySelectorAll(`#step-${step.number} > .status`)].map((words) => words.cloneNode(true));
  }

  function buttons(at, letters) {
    const row = element("div", { class: "walk-buttons" });
    // each kind has its own place, so that no button appears where another was
    const add = (label, next, key, kind) => {
      const button = element("button", { type: "button", class: `walk-${kind}`, "aria-keyshortcuts": key }, label);
      button.addEventListener("click", () => go(next));
      row.append(button);
    };
    if (at.end === null && at.decision) {
      add("Yes", `${letters}y`, "y", "yes");
      add("No", `${letters}n`, "n", "no");
    } else if (follow(at, ".")) add(at.end === null ? "Go on" : `Step ${at.step.after}`, `${letters}.`, "Enter", "on");
    if (letters) {
      add("Back", letters.slice(0, -1), "Backspace", "back");
      add("Start again", "", "Home", "again");
    }
    return row;
  }

  function show(moved) {
    const { way, at } = walk(lettersOf());
    const letters = way.map((part) => part.letter).join("");
    const heading = element("h2", { class: "walk-step", tabindex: "-1", id: "walk-step" }, `Step ${at.step.number}`,
      at.step.actor ? element("span", { class: "walk-actor", "data-side": at.step.actor }, ` ${at.step.actor}`) : "");
    const parts = [heading, ...status(at.step),
      element("p", { class: "walk-text" }, at.step.text)];
    if (at.end !== null) parts.push(element("p", { class: "walk-end" }, at.end || "The run is over."));
    else if (at.decision) parts.push(element("p", { class: "walk-question" }, at.decision.question));
    else if (!follow(at, ".")) parts.push(element("p", { class: "walk-end" }, "The run is over."));
    const card =
      element("div", { class: "walk-card" }, element("div", {}, ...parts), rulings(at.step), buttons(at, letters));
    const steps = way.length ? breadcrumb(way) : "";
    // below the card, so that the first answer does not move it
    place.replaceChildren(...(tablet.matches ? [card, steps] : [steps, card]));
    place.hidden = false;
    markDiagram(at.step.number);
    if (moved) heading.focus({ preventScroll: false });
  }

  /**
   * Takes the words of the rulings from the search data when a reader opens them or walks: on the page they would
   * double its size.
   */
  async function fill(details) {
    const items = [...details.querySelectorAll("li:not(:has(.walk-ruling))")];
    if (!items.length) return;
    const { index } = await site.searchEngine();
    const texts = new Map(index.docs.map((document) => [document.id, document.text]));
    for (const item of items) {
      const text = texts.get(item.firstElementChild.hash.slice(1));
      if (text && !item.querySelector(".walk-ruling"))
        item.firstElementChild.after(element("p", { class: "walk-ruling" }, text));
    }
  }

  document.addEventListener("toggle", (event) => {
    const { target } = event, unasked = wide.matches && place.contains(target) && !walked;
    // the links lead there
    if (target.matches("details.walk-rulings") && target.open && !unasked) fill(target).catch(() => {});
  }, true);

  /** Marks the current step in the diagram, too. */
  function markDiagram(number) {
    for (const old of document.querySelectorAll(".here[data-step]")) old.classList.remove("here");
    for (const box of document.querySelectorAll(`[data-step="${number}"]`)) box.classList.add("here");
  }

  place.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#walk="]');
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(link.getAttribute("href").slice("#walk=".length));
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest && event.target.closest("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { way, at } = walk(lettersOf());
    const letters = way.map((part) => part.letter).join("");
    const key = event.key.toLowerCase();
    const onControl = event.target.closest && event.target.closest("a, button, summary");
    const next = key === "y" || key === "n" ? key
      : key === "enter" && !onControl && place.contains(event.target) ? "."
      : null;
    if (next && follow(at, next)) {
      event.preventDefault();
      go(letters + next);
    } else if (key === "backspace" && letters) {
      event.preventDefault();
      go(letters.slice(0, -1));
    }
  });

  addEventListener("popstate", () => show(false));
  addEventListener("hashchange", () => show(false));
  show(false);
  // a phone's window is full of it
  if (lettersOf()) place.scrollIntoView({ block: place.offsetHeight > innerHeight - 150 ? "start" : "nearest" });
})((window.Rulings = window.Rulings || {}));
