/** The home page: shows the ruling in `#daily` for this day of the week, under the heading “Today’s ruling”. */
(function () {
  "use strict";

  const place = document.getElementById("daily");
  const rulings = place ? [...place.querySelectorAll(".daily-ruling")] : [];
  if (!rulings.length) return;
  const today = rulings[new Date().getDay() % rulings.length];
  for (const ruling of rulings) ruling.hidden = ruling !== today;
  place.querySelector("h2").textContent = "Today’s ruling";
})();
