// The decks on standard input (a JSON list of {ours, theirs}) → the sheets that the page makes of them, as JSON.
// Arguments: the theme's folder, and the generated scripts.
const { readFileSync } = require("fs");
const { join } = require("path");
const [, , theme, ...generated] = process.argv;
global.window = global;
for (const file of generated) eval.call(null, readFileSync(file, "utf-8"));
for (const name of ["search-analysis", "search-names", "deck-reading", "deck-sheet"]) eval.call(null, readFileSync(join(theme, "js", `${name}.js`), "utf-8"));
const { deckReading, deckSheet } = window.Rulings;
const summarize = (table) => ({ ours, theirs }) => {
  let lists;
  try {
    lists = [ours, theirs].map((text) => (text === null ? null : deckReading.read(text)));
  } catch (error) {
    return { error: error.message };
  }
  const [deck, against] = lists.map((list) => list && deckSheet.match(table, list)), sheet = deckSheet.make(table, deck, against);
  const pair = ({ ruling, cards, others }) => [ruling.id, cards.map(({ id }) => id), others.map(({ id }) => id)];
  return {
    form: lists[0].form, title: lists[0].title,
    cards: deck.cards.map(({ card, count }) => [card.id, count]),
    facts: deck.facts.map(({ side, cards, titles, types, keywords, agendas, points }) => [side, cards, titles, types, keywords, agendas, points]),
    construction: deck.construction.map(({ says, holds, found }) => [says, holds, found]),
    unread: deck.unread.map(({ line, name, reason, candidates }) => [line, name, reason, candidates.map(({ title }) => title)]),
    readAs: deck.readAs.map(({ line, name, title }) => [line, name, title]),
    meeting: sheet.meeting.map(pair), together: sheet.together.map(pair),
    own: sheet.cards.map(({ card, rulings, inherited }) => [card.id, rulings.map(({ id }) => id), inherited.map(({ rulings: of }) => of.map(({ id }) => id))]),
    unruled: sheet.unruled.map(({ id }) => id),
    steps: sheet.steps.map(({ number, rulings }) => [number, rulings.map(({ id }) => id)]),
  };
};
deckSheet.open(window.RULINGS_TABLE).then((table) => process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(summarize(table)))));
