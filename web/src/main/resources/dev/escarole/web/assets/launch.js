// Back keeps the form: what is typed stands in the entry of the browser's history, not in the page.
(() => {
  "use strict";

  const KEY = "escaroleForm";
  // What was previewed is previewed again.
  const LEFT_OUT = ["seen-plan", "seen"];
  const form = () => document.getElementById("launch");

  const keep = () => {
    if (!form()) return;
    const fields = [...new FormData(form())].filter(([name, value]) => typeof value === "string" && !LEFT_OUT.includes(name));
    try {
      history.replaceState({ ...history.state, [KEY]: fields }, "");
    } catch {
      // Too large for the history: then the browser's own memory has to do.
    }
  };

  let timer;
  const soon = (event) => {
    if (event.target.closest?.("#launch")) {
      clearTimeout(timer);
      timer = setTimeout(keep, 200);
    }
  };
  document.addEventListener("input", soon);
  document.addEventListener("change", soon);
  document.addEventListener("submit", keep, true);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.closest?.("#launch")) keep();
  });

  // The server makes the form of the fields again, with as many rows as there were.
  const restore = async (fields) => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    body.append("do", "keep");
    const answer = await fetch(form().getAttribute("action"), { method: "POST", body, headers: { Accept: "text/html", "HX-Request": "true" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("launch");
    if (!fresh || !form()) return;
    form().replaceWith(document.importNode(fresh, true));
    htmx.process(form());
  };
  const kept = history.state?.[KEY];
  if (kept && form()) restore(kept).catch(() => {});
})();
