// Steps (a list of [ids, known, day]): one question is answered on each → for each step, the ids
// that the page may ask first (the first of these is answered), and then the progress, the number of questions in each
// box and the next day. Instead of steps, {"progress": […]} → whether each is valid.
const { leitner } = Rulings;
const progress = leitner.noProgress();
const step = ([ids, known, day]) => {
  const first = leitner.askedFirst(ids, progress, day);
  if (first.length) leitner.recordAnswer(progress, first[0], known, day);
  return [
    first, structuredClone(progress), leitner.boxCounts(ids, progress), leitner.nextDue(ids, progress) ?? null
  ];
};
module.exports = (input) => (Array.isArray(input) ? input.map(step) : input.progress.map(leitner.isValid));
