// Lanes of a run that goes on grow between events, as its clocks tick: the axis that was drawn takes
// less of the place, and what has not ended takes the rest. The next drawing is asked for when the
// marks of the axis have come close to each other.
(() => {
  "use strict";

  const CLOSE = 1.4;
  const made = document.querySelector("[data-live-sign] time");
  const skew = made ? Date.now() - Date.parse(made.dateTime) : 0;
  let asked = "";
  setInterval(() => {
    const lanes = document.querySelector(".lanes[data-until]");
    if (!lanes || document.hidden || document.documentElement.classList.contains("stale")) return;
    const { start, until } = lanes.dataset;
    const grown = (Date.now() - skew - Date.parse(start)) / (Date.parse(until) - Date.parse(start));
    if (!Number.isFinite(grown) || grown <= 1) return;
    lanes.style.setProperty("--drawn", 100 / grown + "%");
    for (const piece of lanes.querySelectorAll("rect.open")) {
      piece.setAttribute("width", 100 * grown - parseFloat(piece.getAttribute("x")) + "%");
    }
    if (grown > CLOSE && asked !== until) {
      asked = until;
      document.body.dispatchEvent(new Event("escarole:outgrown"));
    }
  }, 1000);
})();
