/**
 * The deck page: a pasted or opened list becomes a sheet. The deck is in the address after `#`, which no server sees;
 * nothing is stored.
 */
(function (site) {
  "use strict";

  const { element } = site, { link, ruling } = site.table;
  const form = document.getElementById("deck-form"),
    messages = document.getElementById("deck-messages"),
    place = document.getElementById("deck-sheet");
  if (!form) return;
  const box = { ours: document.getElementById("deck-ours"), theirs: document.getElementById("deck-theirs") };
  const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
  const MOST = 256 * 1024;

  const say = (...lines) => messages.replaceChildren(...lines.map((line) => element("p", { class: "remark" }, line)));

  for (const name of ["ours", "theirs"]) {
    document.getElementById(`deck-${name}-file`).addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      if (file.size > MOST) return say(`${file.name} is larger than 256 KB; a deck list is a few KB.`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      box[name].value = decoded(bytes);
      await submit();
    });
  }

  /** The text of a file: UTF-8, UTF-16 with a byte-order mark, or else Windows-1252, as older programs write. */
  function decoded(bytes) {
    const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be"
      : "utf-8";
    try {
      return new TextDecoder(mark, { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("windows-1252").decode(bytes);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });

  async function submit() {
    say();
    place.replaceChildren();
    let table, decks;
    try {
      table = await site.table.open();
      decks = ["ours", "theirs"].map((name) => (box[name].value.trim() || name === "ours"
        ? site.deckSheet.match(table, site.deckReading.read(box[name].value))
        : null));
    } catch (error) {
      return say(error.message);
    }
    show(table, ...decks);
    const counts = (deck) => new Map(deck.cards.map(({ card, count }) => [card.n, count]));
    const written = decks.map((deck) => (deck && deck.cards.length ? site.table.written(table, counts(deck)) : ""));
    history.replaceState(
      null, "",
      `${location.pathname}${location.search}${written[0] ? `#d=${written[0]}${written[1] ? `&a=${written[1]}` : ""}` : ""}`
    );
  }

  function show(table, deck, against) {
    const sheet = site.deckSheet.make(table, deck, against), shown = new Set();
    const unread = [deck, against].filter(Boolean).flatMap((one) => one.unread);
    messages.replaceChildren(
      ...unread.slice(0, 20).map((row) => asked(row, table)),
      ...(unread.length > 20
        ? [element("p", { class: "remark" }, `${unread.length - 20} more lines name no card.`)]
        : []),
      ...[deck, against]
        .filter(Boolean)
        .flatMap((one) => one.readAs)
        .map((row) => element("p", { class: "why" }, `Line ${row.line}: “${row.name}” is read as ${row.title}.`)),
    );
    place.replaceChildren(...(deck.cards.length
      ? [head(deck, ""), ...(against ? [head(against, "against ")] : [])]
      : [element("p", {}, "No card was recognised.")]));
    if (against) place.append(pairs(sheet.meeting, "where the decks meet", shown));
    if (deck.cards.length) place.append(pairs(sheet.together, "on two of its cards", shown));
    for (const one of sheet.cards) place.append(cardSection(one, shown));
    if (sheet.unruled.length) place.append(part(
      [element("h2", {}, "Cards without rulings")],
      listed(sheet.unruled.map((card) => link(`/cards/${card.id}/`, card.title)))
    ));
    if (sheet.steps.length) {
      place.append(part(
        [element("h2", {}, "Steps of a run that these rulings apply to")],
        element("ol", {}, ...sheet.steps.map((step) => element(
          "li", { value: step.number }, link(step.url, step.text), " ",
          element("span", { class: "why" }, [...new Set(step.rulings.map(({ title }) => title))].join(" · "))
        )))
      ));
    }
    if (deck.cards.length) {
      const print = element("button", { type: "button", class: "more" }, "Print this sheet");
      print.addEventListener("click", () => window.print());
      const hash = `#d=${site.table.written(table, new Map(deck.cards.map(({ card, count }) => [card.n, count])))}`;
      place.append(
        element("p", { class: "deck-print" }, print),
        element("p", {}, link(`/quiz/${hash}`, "Practise with this deck"))
      );
    }
  }

  /** A line that means no card or several, with buttons that write a possible card into the list. */
  function asked({ line, name, reason, candidates }, table) {
    const says = element(
      "p", { class: "remark" },
      `Line ${line}: “${name.slice(0, 60)}” ${reason === "ambiguous" ? "may mean several cards. Which one? " : candidates.length ? "is not a card. Did you mean: " : "is not a card."}`
    );
    for (const card of candidates) {
      const button = element("button", { type: "button", class: "plain" }, card.title);
      button.addEventListener("click", () => {
        const field = [box.ours, box.theirs].find(({ value }) =>
          (value.split(/\r\n|\n|\r/)[line - 1] || "").includes(name));
        if (!field) return;
        const lines = field.value.split(/\r\n|\n|\r/);
        lines[line - 1] = lines[line - 1].replace(name, () => card.title);
        field.value = lines.join("\n");
        submit();
      });
      says.append(button, " ");
    }
    return says;
  }

  /** A section: a heading, and its content below or, if there is room, beside it. */
  const part = (heading, ...body) =>
    element("section", {}, element("div", {}, ...heading), element("div", {}, ...body));

  function head(deck, before) {
    const made = [];
    for (const side of deck.facts) {
      const parts = [side.side, plural(side.cards, "card"), plural(side.titles, "title")];
      if (side.points !== null) parts.push(`${plural(side.agendas, "agenda")} worth ${plural(side.points, "point")}`);
      made.push(
        element("p", { class: "facts" }, parts.join(" · ")),
        element("p", { class: "why" }, side.types
          .map(([type, n]) => `${n} ${type.toLowerCase()}${n === 1 || ["Ice", "Hardware"].includes(type) ? "" : "s"}`)
          .join(" · ")),
        ...(side.keywords.length
          ? [element(
            "p", { class: "why" }, `Keywords: ${side.keywords.map(([keyword, n]) => `${n} ${keyword}`).join(" · ")}`
          )]
          : []),
      );
    }
    for (const rule of deck.construction) {
      made.push(element(
        "p", { class: rule.holds === false ? "remark" : "why" },
        `${rule.holds === false ? "Rule not met: " : ""}${rule.says}${rule.found ? ` This deck: ${rule.found}.` : ""} `,
        link(rule.url, rule.source)
      ));
    }
    return part([element("h2", {}, `${before}${deck.title || (before ? "the other deck" : "The deck")}`)], ...made);
  }

  function pairs(several, where, shown) {
    const made = [];
    const titles = (cards) => cards.map(({ title }) => title);
    for (const one of several) {
      const words = one.others.length
        ? `${titles(one.cards).join(" and ")} against ${titles(one.others).join(" and ")}`
        : titles(one.cards).join(" with ");
      made.push(
        element("h3", {}, words),
        shown.has(one.ruling.n)
          ? again(one.ruling)
          : ruling(one.ruling, {
            level: 4, subject: ![...one.cards, ...one.others].some(({ title }) => title === one.ruling.title)
          })
      );
      shown.add(one.ruling.n);
    }
    return part(
      [element(
        "h2", {}, several.length ? plural(several.length, `ruling ${where}`, `rulings ${where}`) : `No ruling ${where}`
      )],
      ...made
    );
  }

  function cardSection({ card, count, rulings, inherited }, shown) {
    const made = [];
    for (const one of rulings) {
      made.push(shown.has(one.n) ? again(one) : ruling(one, { level: 3, subject: false }));
      shown.add(one.n);
    }
    for (const group of inherited) {
      made.push(element(
        "details", { class: "fold" },
        element(
          "summary", {}, `From ${[group.from, group.about].filter(Boolean).join(", ")} (${group.rulings.length})`
        ),
        ...group.rulings.map((one) => ruling(one, { level: 4, subject: false }))
      ));
    }
    return part([
      element("h2", {}, `${count} `, link(`/cards/${card.id}/`, card.title)),
      element("p", { class: "why" }, [card.side, card.type, ...card.keywords].join(" · "))
    ], ...made);
  }

  const again = (one) => element(
    "p", { class: "why" },
    link(one.url, `${one.standing ? `${one.standing}: ` : ""}${one.question || one.title}`),
    " (above)"
  );
  const listed = (items) => element("ul", { class: "index" }, ...items.map((item) => element("li", {}, item)));

  /** Shows the deck in the address at once, and writes it into the box. */
  async function fromAddress() {
    if (!/[#&]d=/.test(location.hash)) return;
    const table = await site.table.open(), { ours, theirs } = site.table.decks(table);
    for (const [name, counts] of [["ours", ours], ["theirs", theirs]])
      if (counts) box[name].value = [...counts].map(([n, count]) => `${count} ${table.cards[n].title}`).join("\n");
    if (theirs) box.theirs.closest("details").open = true;
    if (ours) await submit();
  }
  addEventListener("hashchange", fromAddress);
  fromAddress().catch((error) => say(error.message));
})((window.Rulings = window.Rulings || {}));
