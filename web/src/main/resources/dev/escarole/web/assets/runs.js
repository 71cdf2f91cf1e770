// The list of runs: picking, and rows that follow what happens.
(() => {
  "use strict";

  const picks = () => [...document.querySelectorAll("#selection input[name=run]")];
  const tellPicked = () => {
    const count = picks().filter((pick) => pick.checked).length;
    const words = document.querySelector("[data-picked]");
    if (words) words.textContent = count === 0 ? "Pick runs to" : count + (count === 1 ? " run:" : " runs:");
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-pick-all]")) {
      for (const pick of picks()) pick.checked = event.target.checked;
    }
    tellPicked();
  });

  // Several events of a moment are one look.
  const waiting = new Set();
  let timer = 0;
  const look = () => {
    timer = 0;
    for (const id of waiting) {
      const row = document.getElementById("run-" + id);
      if (row) htmx.trigger(row, "refresh");
    }
    waiting.clear();
  };
  const soon = (id) => {
    waiting.add(id);
    timer ||= setTimeout(look, 700);
  };
  document.body.addEventListener("escarole:delta", (event) => {
    for (const run of event.detail.runs || []) soon(run.run);
  });
  // A run that begins comes to the top of the newest ones, unless somebody is picking.
  const listAgain = () => {
    const newest = document.querySelector("table[data-runs=newest]");
    if (newest && !picks().some((pick) => pick.checked)) {
      htmx.ajax("GET", location.href, { target: "#runs", select: "#runs", swap: "outerHTML" });
    }
  };
  document.body.addEventListener("escarole:unknown-run", listAgain);

  // Without live events the page is asked for again, and only what is not the same is shown anew.
  const state = (row) => row.querySelector(".state")?.textContent + " " + row.querySelector(".split")?.getAttribute("aria-label");
  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(location.href, { headers: { "Accept": "text/html" } });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const rows = [...fresh.querySelectorAll("#runs [id^=run-]")];
      if (rows.some((row) => !document.getElementById(row.id))) listAgain();
      else rows.filter((row) => state(row) !== state(document.getElementById(row.id))).forEach((row) => soon(row.id.slice("run-".length)));
    } catch {
      // The server is away for the moment; the next question may be answered.
    } finally {
      asking = false;
    }
  };
  document.body.addEventListener("escarole:look", ask);
})();
