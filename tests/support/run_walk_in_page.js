// {steps, walks}, each walk a text of the answers y and n → for each, the path that is followed:
// the number of each step, and the answers and ends between them. Going on without a question
// needs no answer.
const ANSWERS = { y: ["yes"], n: ["no"], ".": [] };
/** What the position adds to the path: nothing if it is a further question of a step. */
const words = ({ step, decision, end }) =>
  end !== null ? [end] : decision === step.decision ? [String(step.number)] : [];
module.exports = ({ steps, walks }) => {
  const { follow, walk } = Rulings.runChart(steps);
  /** The letters with a dot wherever the walk goes on without a question. */
  const withDots = (answers) => {
    let letters = "";
    for (const answer of [...answers, ""]) {
      while (follow(walk(letters).position, ".")) letters += ".";
      letters += answer;
    }
    return letters;
  };
  return walks.map((answers) => {
    const { path, position } = walk(withDots(answers));
    const walked = path.flatMap(({ from, letter }) => [...words(from), ...ANSWERS[letter]]);
    return [...walked, ...words(position)];
  });
};
