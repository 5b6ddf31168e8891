/**
 * Follows answers on the run chart, as in `rulings/cli/run.py`. A letter stands for each answer: y,
 * n, or a dot for going on without a question, which the command line does by itself.
 */
(function (site) {
  "use strict";

  /**
   * The functions that follow answers on these steps. `after` of a step: the step to go on with
   * even though the chart says that the run ends. A position is a `step`, and which `decision` of
   * it is open (null: none); `end`: what the chart says at the end of the run (null: the run has
   * not ended).
   */
  site.runChart = function (steps) {
    const byNumber = new Map(steps.map((step) => [step.number, step]));

    const positionAt = (number) => ({
      step: byNumber.get(number),
      decision: byNumber.get(number).decision,
      end: null
    });

    /** The next position, or null if there is none. `letter`: y, n, or a dot for going on */
    function follow({ step, decision, end }, letter) {
      if (end !== null)
        return letter === "." && byNumber.has(step.after) ? positionAt(step.after) : null;
      if (!decision)
        return letter === "." && byNumber.has(step.next) ? positionAt(step.next) : null;
      const answer = letter === "y" ? decision.yes : letter === "n" ? decision.no : null;
      if (!answer) return null;
      if (answer.go !== undefined) return positionAt(answer.go);
      if (answer.decision) return { step, decision: answer.decision, end: null };
      return { step, decision: null, end: answer.end || "" };
    }

    /**
     * Follows the letters as far as possible. `position`: where they end; `path`: the positions
     * before it, each with the letter that was followed; `letters`: those of the path.
     */
    function walk(typed) {
      const path = [];
      let position = positionAt(steps[0].number);
      for (const letter of typed) {
        const next = follow(position, letter);
        if (!next) break;
        path.push({ from: position, letter });
        position = next;
      }
      return { path, position, letters: path.map(({ letter }) => letter).join("") };
    }

    return { follow, walk };
  };
})(window.Rulings ??= {});
