/**
 * "How many players?" (`#players`): says how many Swiss rounds each structure has for that many players, and how large
 * the cut is, and marks the row of its table. The number is kept in the address (`?players=24`).
 */
(function (site) {
  "use strict";

  const container = document.getElementById("players");
  if (!container) return;
  const input = container.querySelector("input"), answer = container.querySelector(".players-answer");
  const sections = [...document.querySelectorAll("section:has(tr[data-from])")];
  const rowsOf = (section) => [...section.querySelectorAll("tr[data-from]")];
  const fewest = Math.min(...sections.flatMap(rowsOf).map((row) => Number(row.dataset.from)));

  /** What a structure says; `row`: that of its table for the number of players, if there is one. */
  function sentence(section, row) {
    const name = section.querySelector("h2").textContent;
    if (!row) return `${name}: the table begins at ${rowsOf(section)[0].dataset.from} players.`;
    const [, rounds, cut] = [...row.cells].map((cell) => cell.textContent);
    return `${name}: ${rounds} Swiss rounds, ${cut === "none" ? "no cut" : `then the ${cut}`}.`;
  }

  function show() {
    const typed = input.value.trim(), players = typed ? Number(typed) : NaN;
    const isValid = Number.isInteger(players) && players >= fewest;
    const lines = typed && !isValid ? [`Type a whole number of players, ${fewest} or more.`] : [];
    for (const section of sections) {
      const isMatch = ({ dataset: { from, to } }) => isValid && players >= from && players <= (to || Infinity);
      for (const row of rowsOf(section)) row.classList.toggle("matching-row", isMatch(row));
      if (isValid) lines.push(sentence(section, rowsOf(section).find(isMatch)));
    }
    answer.replaceChildren(...lines.map((line) => site.element("p", {}, line)));
  }

  input.addEventListener("input", () => {
    show();
    const query = input.value.trim() ? `?players=${encodeURIComponent(input.value.trim())}` : "";
    history.replaceState(null, "", location.pathname + query + location.hash);
  });
  input.value = (/[?&]players=(\d+)/.exec(location.search) || ["", ""])[1];
  show();
})(window.Rulings ??= {});
