/**
 * "How many players?" (`#players`, with the tables as JSON in `#tables`): says how many Swiss rounds each structure
 * has for that many players, and how large the cut is, and marks the row of its table. The number is kept in the
 * address (`?players=24`).
 */
(function (site) {
  "use strict";

  const { element } = site;
  const container = document.getElementById("players"), data = document.getElementById("tables");
  if (!container || !data) return;
  const structures = Object.entries(JSON.parse(data.textContent));
  const fewest = Math.min(...structures.flatMap(([, { rows }]) => rows.map(({ players: [from] }) => from)));

  const input = container.querySelector("input"), answer = container.querySelector(".players-answer");
  input.min = String(fewest);

  const rowFor = (rows, players) =>
    rows.find(({ players: [from, to] }) => players >= from && (to === null || players <= to));

  function sentence(name, rows, players) {
    const title = site.capitalized(name);
    const row = rowFor(rows, players);
    if (!row) return `${title} structure: the table begins at ${rows[0].players[0]} players.`;
    return `${title} structure: ${row.rounds} Swiss rounds, ${row.cut ? `then the top ${row.cut}` : "no cut"}.`;
  }

  function show() {
    const players = Number(input.value);
    const isValid = Number.isInteger(players) && players >= fewest && input.value.trim() !== "";
    answer.replaceChildren();
    for (const old of document.querySelectorAll(".matching-row")) old.classList.remove("matching-row");
    if (input.value.trim() && !isValid)
      answer.append(element("p", {}, `Type a whole number of players, ${fewest} or more.`));
    if (!isValid) return;
    for (const [name, { rows }] of structures) {
      answer.append(element("p", {}, sentence(name, rows, players)));
      const row = rowFor(rows, players), table = document.querySelector(`#${name} tbody`);
      if (row && table) table.rows[rows.indexOf(row)]?.classList.add("matching-row");
    }
  }

  input.addEventListener("input", () => {
    show();
    const query = input.value.trim() ? `?players=${encodeURIComponent(input.value.trim())}` : "";
    history.replaceState(null, "", location.pathname + query + location.hash);
  });
  input.value = (/[?&]players=(\d+)/.exec(location.search) || ["", ""])[1];
  show();
})(window.Rulings ??= {});
