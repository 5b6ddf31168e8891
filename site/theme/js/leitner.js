/**
 * Answers → when each question is asked again, as in `rulings/quiz.py`. Days are ISO dates; progress has the
 * same format as the file of `rulings quiz`.
 */
(function (site) {
  "use strict";

  const { PROGRESS_VERSION, REVIEW_INTERVALS_DAYS } = site.constants;

  /** Progress before the first answer. `questions`: id → box, day on which it is due, how often asked and known. */
  const noProgress = () => ({ version: PROGRESS_VERSION, questions: {} });

  /** Whether saved data are valid progress. */
  function isValid(progress) {
    if (!progress || progress.version !== PROGRESS_VERSION || !progress.questions) return false;
    return Object.values(progress.questions).every(({ box, due, asked, known }) =>
      [box, asked, known].every((number) => Number.isInteger(number) && number >= 0)
      && box >= 1 && box <= REVIEW_INTERVALS_DAYS.length && known <= asked
      && /^\d{4}-\d\d-\d\d$/.test(due) && !Number.isNaN(Date.parse(due)) && dateAfter(due, 0) === due);
  }

  /** The day that many days later: `1996-08-06`. */
  function dateAfter(day, days) {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  }

  /** Records an answer in `progress`: one box up, or back to the first. */
  function recordAnswer(progress, id, known, today) {
    const { box: oldBox = 0, asked = 0, known: oldKnown = 0 } = progress.questions[id] ?? {};
    const box = known ? Math.min(oldBox + 1, REVIEW_INTERVALS_DAYS.length) : 1;
    progress.questions[id] = {
      box, due: dateAfter(today, REVIEW_INTERVALS_DAYS[box - 1]), asked: asked + 1, known: oldKnown + Number(known)
    };
  }

  /** The ids of which any may be asked first: those due, of the lowest box and the earliest day; else the new ones. */
  function askedFirst(ids, progress, today) {
    const key = (id) => `${progress.questions[id].box} ${progress.questions[id].due}`;
    const due = ids.filter((id) => progress.questions[id] && progress.questions[id].due <= today);
    if (!due.length) return ids.filter((id) => !progress.questions[id]);
    const lowest = due.map(key).sort()[0];
    return due.filter((id) => key(id) === lowest);
  }

  /** The first day on which one of these questions is due; undefined if none was asked yet. */
  const nextDue = (ids, progress) => ids.map((id) => progress.questions[id]?.due).filter(Boolean).sort()[0];

  /** How many of these questions were never asked, and how many are in each box. */
  function boxCounts(ids, progress) {
    const counts = [0, ...REVIEW_INTERVALS_DAYS.map(() => 0)];
    for (const id of ids) counts[progress.questions[id]?.box ?? 0] += 1;
    return counts;
  }

  site.leitner = { noProgress, isValid, recordAnswer, askedFirst, nextDue, boxCounts };
})(window.Rulings ??= {});
