/** A ruling of `card-data.js` → the element that shows it on the deck page and in the quiz. */
(function (site) {
  "use strict";

  const { address, element, link } = site;

  /** A mark as in `macros.html`: a link to its meaning. @param {[string, string, string]} mark kind, sign and words */
  const markElement = ([kind, sign, words]) => element(
    "a", { class: `mark mark-${kind}`, "data-sign": sign, href: address(`marks/#${kind}`) },
    element("span", {}, site.capitalized(words))
  );

  /** A ruling as an element: status, subject, question, words with their authors, and a link to its page. */
  function rulingElement(ruling, { level = 3, withSubject = true, withQuestion = true } = {}) {
    const article = element("article", { class: `ruling${ruling.errata ? " errata" : ""}` });
    if (ruling.marks.length)
      article.append(element("p", { class: "marks" }, ...ruling.marks.map(markElement)));
    if (withSubject) article.append(element(`h${level}`, { class: "subject" }, link(ruling.url, ruling.title)));
    if (withQuestion && ruling.question)
      article.append(element(`h${withSubject ? level + 1 : level}`, { class: "question" }, ruling.question));
    for (const { kind, pieces } of ruling.statuses)
      article.append(element("p", { class: `status status-${kind}` }, ...pieces.map((piece) =>
        (typeof piece === "string" ? piece : link(...piece)))));
    for (const { text, voices } of ruling.cited_parts) {
      article.append(element("blockquote", {}, ...text.split("\n").map((paragraph) => element("p", {}, paragraph))));
      if (voices.length)
        article.append(element("p", { class: "attribution" }, ...voices.map(({ words, marks }) =>
          element("span", { class: "voice" }, words, ...marks.flatMap((mark) => [" ", markElement(mark)])))));
    }
    article.append(element(
      "p", { class: "tool-links" }, link(ruling.url, `on the page for ${ruling.title}`)
    ));
    return article;
  }

  site.rulingElement = rulingElement;
})((window.Rulings = window.Rulings || {}));
