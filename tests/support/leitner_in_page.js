// Steps on standard input (a JSON list of [ids, known, day]): one question is answered on each → for each step, the ids
// that the page may ask first (the first of these is answered), and then the progress, the number of questions in each
// box and the next day. Instead of steps, {"progress": […]} → whether each is valid.
// Arguments: the theme's folder, and the generated constants.
const { readFileSync } = require("fs");
const { join } = require("path");
const [, , theme, constants] = process.argv;
global.window = global;
for (const file of [constants, join(theme, "js/quiz/leitner.js")]) eval.call(null, readFileSync(file, "utf-8"));
const { leitner } = window.Rulings;
const input = JSON.parse(readFileSync(0, "utf-8"));
const progress = leitner.noProgress();
const step = ([ids, known, day]) => {
  const first = leitner.askedFirst(ids, progress, day);
  if (first.length) leitner.recordAnswer(progress, first[0], known, day);
  return [
    first, structuredClone(progress), leitner.boxCounts(ids, progress), leitner.nextDue(ids, progress) ?? null
  ];
};
process.stdout.write(JSON.stringify(Array.isArray(input) ? input.map(step) : input.progress.map(leitner.isValid)));
