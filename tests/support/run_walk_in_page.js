// {steps, walks} on standard input, each walk a text of the answers y and n → for each, the path that is followed: the
// number of each step, and the answers and ends between them. Going on without a question needs no answer.
// Argument: the theme's folder.
const { readFileSync } = require("fs");
const { join } = require("path");
global.window = global;
eval.call(null, readFileSync(join(process.argv[2], "js/run-chart/following.js"), "utf-8"));
const { steps, walks } = JSON.parse(readFileSync(0, "utf-8"));
const { follow, walk } = window.Rulings.runChart(steps);
/** The letters with a dot wherever the walk goes on without a question. */
function withDots(answers) {
  let letters = "";
  for (const answer of [...answers, ""]) {
    while (follow(walk(letters).position, ".")) letters += ".";
    letters += answer;
  }
  return letters;
}
/** What the position adds to the path: nothing if it is a further question of a step. */
const words = ({ step, decision, end }) =>
  end !== null ? [end] : decision === step.decision ? [String(step.number)] : [];
const ANSWERS = { y: ["yes"], n: ["no"], ".": [] };
process.stdout.write(JSON.stringify(walks.map((answers) => {
  const { path, position } = walk(withDots(answers));
  return [...path.flatMap(({ from, letter }) => [...words(from), ...ANSWERS[letter]]), ...words(position)];
})));
