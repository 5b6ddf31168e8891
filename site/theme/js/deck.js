/**
 * The deck page: shows the sheet for a deck list that is pasted or opened. The deck is kept in the
 * address after `#`, which is not sent to the server; nothing is stored.
 */
(function (site) {
  "use strict";

  const { button, element, link, rulingElement } = site;
  const form = document.getElementById("deck-form"),
    messages = document.getElementById("deck-messages"),
    sheetElement = document.getElementById("deck-sheet");
  const textareas = {
    ours: document.getElementById("deck-ours"),
    theirs: document.getElementById("deck-theirs")
  };
  const { MAX_DECK_BYTES, MAX_LISTED_LINES, MAX_QUOTED_LENGTH } = site.constants;

  const paragraph = (kind, ...words) => element("p", { class: kind }, ...words);
  const showMessage = (...words) => messages.replaceChildren(paragraph("remark", ...words));

  /** Reads a file into a textarea, and shows the sheet. */
  async function readFile(file, textarea) {
    if (file.size > MAX_DECK_BYTES) {
      const limit = `${MAX_DECK_BYTES / 1024} KB`;
      return showMessage(`${file.name} is larger than ${limit}; a deck list is a few KB.`);
    }
    textarea.value = decoded(new Uint8Array(await file.arrayBuffer()));
    return showSheet();
  }

  for (const textarea of Object.values(textareas)) {
    document.getElementById(`${textarea.id}-file`).addEventListener("change", ({ target }) => {
      const [file] = target.files;
      target.value = ""; // or choosing the same, edited file again would be no change
      if (file) readFile(file, textarea);
    });
  }

  /** The text of a file in UTF-16, UTF-8, or else Windows-1252, which older programs write. */
  function decoded(bytes) {
    const encoding = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.subarray(0, 2)];
    try {
      return new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("windows-1252").decode(bytes);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showSheet();
  });
  // Until now, the form would have been sent to the server, and a file would not have been read.
  for (const control of form.elements) control.disabled = false;

  /** Shows the sheet, moves the focus to its first heading, and scrolls to the messages. */
  async function showSheet() {
    await submit();
    const first = sheetElement.querySelector("h2, p"); // a paragraph if no card was recognized
    first?.setAttribute("tabindex", "-1");
    first?.focus({ preventScroll: true });
    messages.scrollIntoView();
  }

  /** Shows the sheet for the lists in the textareas, and writes the decks into the address. */
  async function submit() {
    const decks = await showDecks();
    if (!decks) return;
    const hash = site.deckAddress.encode(...decks.map((deck) => deck?.cards));
    site.writeHistory(null, `${location.pathname}${location.search}${hash}`);
  }

  /** Shows the sheet for the lists in the textareas, or a message. Returns the decks, if any. */
  async function showDecks() {
    messages.replaceChildren();
    sheetElement.replaceChildren();
    const cardData = await site.loadCardData().catch(() => null);
    if (!cardData) return showMessage(...site.loadingFailed());
    let decks;
    try {
      decks = ["ours", "theirs"].map((name) => {
        if (!textareas[name].value.trim() && name !== "ours") return null;
        const list = site.deckReading.read(textareas[name].value);
        if (list.isOctgn) // so that the list can be edited
          textareas[name].value = list.lines.map(({ text }) => text).join("\n");
        return site.deckSheet.resolveDeck(cardData, list);
      });
    } catch (error) {
      return showMessage(error.message);
    }
    show(cardData, ...decks);
    return decks;
  }

  /** Shows messages on the lines, and the sheet of a deck, alone or against another (or null). */
  function show(cardData, deck, against) {
    showLineMessages(deck, against);
    const [side, ...otherSides] = new Set([deck, against].flatMap((resolvedDeck) =>
      resolvedDeck?.sides.map((row) => row.side) ?? []));
    if (against?.cards.length && !otherSides.length)
      messages.prepend(paragraph("remark", `Both decks are ${side} decks, which never meet.`));
    const sheet = site.deckSheet.makeSheet(cardData, deck, against),
      positionsAbove = new Set();
    sheetElement.replaceChildren(
      ...(deck.cards.length
        ? [deckSection(deck, ""), ...(against ? [deckSection(against, "Against ")] : [])]
        : [element("p", {}, "No card was recognized.")])
    );
    if (against) sheetElement.append(pairSection(sheet.meeting, "the two decks", positionsAbove));
    if (sheet.together.length || (!against && deck.cards.length))
      sheetElement.append(pairSection(sheet.together, "two of its cards", positionsAbove));
    for (const sheetCard of sheet.cards)
      sheetElement.append(cardSection(sheetCard, positionsAbove));
    if (sheet.unruled.length) sheetElement.append(unruledSection(sheet.unruled));
    if (deck.cards.length) sheetElement.append(...footer(deck));
  }

  /** Shows messages on lines that do not mean exactly one card, and on names that were guessed. */
  function showLineMessages(ownDeck, otherDeck) {
    const decks = [ownDeck, otherDeck].filter(Boolean);
    const fieldOf = (deck) => (deck === ownDeck ? textareas.ours : textareas.theirs);
    const lineName = (deck, line) =>
      (deck === otherDeck ? `Other deck, line ${line}` : `Line ${line}`);
    const unreadLines = decks.flatMap((deck) =>
      deck.unread.map((row) => ({
        ...row, field: fieldOf(deck), lineName: lineName(deck, row.line)
      }))
    );
    const otherCount = unreadLines.length - MAX_LISTED_LINES;
    messages.replaceChildren(
      ...unreadLines.slice(0, MAX_LISTED_LINES).map(unreadMessage),
      ...(otherCount > 0
        ? [paragraph("remark", `${site.count(otherCount, "more line")} not recognized.`)] : []),
      ...decks.flatMap((deck) => deck.readAs.map(({ line, name, title }) =>
        paragraph("muted", `${lineName(deck, line)}: “${name}” was read as ${title}.`)))
    );
  }

  /** Reason why a line was not read → how the message goes on after the name. */
  const PROBLEMS = {
    ambiguous: "may mean several cards. Which one? ",
    "other-game": `is a card of ${site.constants.GAMES["android-netrunner"]}.`,
    count: "needs a clear number of copies, from 1 to 999. Copies of: "
  };

  /**
   * A message on a line that does not mean exactly one card. Its buttons write a possible card into
   * the list. `field`: the textarea with the list; `lineName`: the deck and line, in words.
   */
  function unreadMessage({ field, lineName, line, name, count, reason, possibleCards }) {
    const unknown = possibleCards.length ? "is not a card. Did you mean: " : "is not a card.";
    const quote = `“${[...name].slice(0, MAX_QUOTED_LENGTH).join("")}”`;
    const message = paragraph("remark", `${lineName}: ${quote} ${PROBLEMS[reason] ?? unknown}`);
    for (const card of possibleCards) {
      message.append(
        button({ class: "plain-button" }, card.title, () => {
          const list = site.deckReading.replaceLine(field.value, line, name, count, card.title);
          if (list === null) return; // the line has been edited
          field.value = list;
          showSheet();
        }),
        " "
      );
    }
    return message;
  }

  /** A section: its heading, with its content beside it or, if there is no room, below it. */
  const section = (heading, ...body) =>
    element("section", {}, element("div", {}, ...heading), element("div", {}, ...body));

  /** The title of a deck, and how many cards of each side were read. `prefix`: before the title. */
  function deckSection(deck, prefix) {
    const title = deck.title || (prefix ? "the other deck" : "The deck");
    const counts = deck.sides.flatMap(({ side, count, points }) =>
      [`${side}: ${site.count(count, "card")}`, points && site.count(points, "agenda point")]);
    const facts = counts.filter(Boolean).join(" · ");
    return section([element("h2", {}, `${prefix}${title}`)], paragraph("facts", facts));
  }

  /**
   * The rulings that several cards share, under the cards' titles. `cardsInWords` completes the
   * heading. `positionsAbove`: positions of rulings further up on the page; this adds its own.
   */
  function pairSection(pairs, cardsInWords, positionsAbove) {
    const content = [];
    const titles = (cards) => cards.map(({ title }) => title);
    for (const pair of pairs) {
      const ours = titles(pair.cards), theirs = titles(pair.others);
      const against = `${ours.join(" and ")} against ${theirs.join(" and ")}`;
      const withSubject = ![...ours, ...theirs].includes(pair.ruling.title);
      content.push(
        element("h3", {}, theirs.length ? against : ours.join(" with ")),
        rulingBelow(positionsAbove, pair.ruling, { level: 4, withSubject })
      );
      positionsAbove.add(pair.ruling.position);
    }
    const heading = pairs.length
      ? `${site.count(pairs.length, "ruling connects", "rulings connect")} ${cardsInWords}`
      : `No ruling connects ${cardsInWords}`;
    return section([element("h2", {}, heading)], ...content);
  }

  /** The rulings on a card. `positionsAbove`: see `pairSection`; folded rulings are not added. */
  function cardSection({ card, count, rulings, inherited }, positionsAbove) {
    const content = [];
    for (const ruling of rulings) {
      content.push(rulingBelow(positionsAbove, ruling, { level: 3, withSubject: false }));
      positionsAbove.add(ruling.position);
    }
    for (const group of inherited) {
      const source = [group.title, group.about].filter(Boolean).join(", ");
      content.push(
        element(
          "details",
          { class: "fold" },
          element("summary", {}, `From ${source} (${group.rulings.length})`),
          ...group.rulings.map((ruling) =>
            rulingBelow(positionsAbove, ruling, { level: 4, withSubject: false }))
        )
      );
    }
    return section(
      [
        element("h2", {}, `${count} `, link(`/cards/${card.id}/`, card.title)),
        paragraph("muted", [card.side, card.type, ...card.keywords].join(" · "))
      ],
      ...content
    );
  }

  const unruledSection = (cards) =>
    section(
      [element("h2", {}, "Cards without rulings")],
      element("ul", { class: "index" }, ...cards.map(({ id, title }) =>
        element("li", {}, link(`/cards/${id}/`, title))))
    );

  /** The button that prints the sheet, and a link to the quiz about the cards of the deck. */
  const footer = ({ cards }) => [
    paragraph("deck-print", button({ class: "button" }, "Print this sheet", () => window.print())),
    element("p", {}, link(`/quiz/${site.deckAddress.encode(cards)}`, "Practise with this deck"))
  ];

  /** A ruling, or a link to it if it is already on the page. `options`: see `rulingElement` */
  function rulingBelow(positionsAbove, ruling, options) {
    const { position, url, status_mark: statusMark, question, title } = ruling;
    return positionsAbove.has(position)
      ? paragraph("muted", link(url, statusMark + (question || title)), " (above)")
      : rulingElement(ruling, options);
  }

  /** Writes the decks in the address into the textareas, and shows their sheet. */
  async function showAddressDeck() {
    if (!site.deckAddress.isInAddress()) return;
    const { ours, theirs, notes } = site.deckAddress.decode(await site.loadCardData());
    const line = ({ card, count }) => `${count} ${card.title}`;
    textareas.ours.value = ours.map(line).join("\n");
    textareas.theirs.value = theirs.map(line).join("\n");
    if (theirs.length) textareas.theirs.closest("details").open = true;
    await showDecks();
    messages.prepend(...notes.map((note) => paragraph("remark", note)));
  }
  const showAddress = () =>
    showAddressDeck().catch(() => showMessage(...site.loadingFailed()));
  addEventListener("hashchange", showAddress);
  // The browser has restored the lists, because the reader came back
  const isRestored = Object.values(textareas).some(({ value }) => value);
  if (!isRestored) showAddress();
  else if (location.hash) submit();
})(window.Rulings ??= {});
