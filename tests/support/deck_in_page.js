// Decks (a list of {ours, theirs}) → the sheets that the page makes of them.
// `corrected`: for each line of ours that was not read, the list with the first suggested title.
const { cardData: packedCardData, deckReading, deckSheet, linkedCardData } = Rulings;
const summarize = (cardData) => ({ ours, theirs }) => {
  let lists;
  try {
    lists = [ours, theirs].map((text) => (text === null ? null : deckReading.read(text)));
  } catch (error) {
    return { error: error.message };
  }
  const [deck, against] = lists.map((list) => list && deckSheet.resolveDeck(cardData, list));
  const sheet = deckSheet.makeSheet(cardData, deck, against);
  const ids = (entries) => entries.map(({ id }) => id);
  const pair = ({ ruling, cards, others }) => [ruling.id, ids(cards), ids(others)];
  return {
    title: lists[0].title,
    cards: deck.cards.map(({ card, count }) => [card.id, count]),
    sides: deck.sides.map(({ side, count, points }) => [side, count, points]),
    unread: deck.unread.map(
      ({ line, name, reason, possibleCards }) =>
        [line, name, reason, possibleCards.map(({ title }) => title)]
    ),
    corrected: deck.unread.map(({ line, name, count, possibleCards }) =>
      deckReading.replaceLine(ours, line, name, count, possibleCards[0]?.title ?? name)),
    readAs: deck.readAs.map(({ line, name, title }) => [line, name, title]),
    meeting: sheet.meeting.map(pair), together: sheet.together.map(pair),
    own: sheet.cards.map(
      ({ card, rulings, inherited }) =>
        [card.id, ids(rulings), inherited.map((group) => ids(group.rulings))]
    ),
    unruled: ids(sheet.unruled),
  };
};
module.exports = async (decks) => decks.map(summarize(linkedCardData(packedCardData)));
