// The list of runs: picking.
(() => {
  "use strict";

  const picks = () => [...document.querySelectorAll("#selection input[name=run]")];
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-pick-all]")) {
      for (const pick of picks()) pick.checked = event.target.checked;
    }
    const count = picks().filter((pick) => pick.checked).length;
    const words = document.querySelector("[data-picked]");
    if (words) words.textContent = count === 0 ? "Pick runs to" : count + (count === 1 ? " run:" : " runs:");
  });
})();
