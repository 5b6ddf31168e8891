/**
 * The home page: of the rulings in `#daily`, shows the one for this day of the week as “Today’s
 * ruling”.
 */
(function () {
  "use strict";

  const container = document.getElementById("daily");
  const rulings = container ? [...container.querySelectorAll(".daily-ruling")] : [];
  if (!rulings.length) return;
  const today = rulings[new Date().getDay() % rulings.length];
  for (const ruling of rulings) ruling.hidden = ruling !== today;
  container.querySelector("h2").textContent = "Today’s ruling";
})();
