// The pages of one run: they follow what happens without losing focus, place or what is open.
(() => {
  "use strict";

  const page = () => document.querySelector("[data-run-page]");
  if (!page()) return;
  const run = page().dataset.runPage;

  // Makes one tree like another and leaves alone what is the same already.
  const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
  const KEPT = new Set(["open", "data-live"]);
  const morph = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    if (old.hasAttribute("data-keep") || fresh.hasAttribute("data-keep")) return;
    if (old.nodeName === "TIME" && old.dateTime === fresh.dateTime) return;
    if (old === document.activeElement && /^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName)) return;
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value && !KEPT.has(name)) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
    }
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      let match = at;
      if (next.id && !(at && sameKind(at, next))) {
        const other = old.querySelector(":scope > #" + CSS.escape(next.id));
        if (other) old.insertBefore(other, at);
        match = other;
      }
      if (match && sameKind(match, next)) {
        at = match.nextSibling;
        morph(match, next);
      } else {
        old.insertBefore(document.importNode(next, true), at);
        if (at && !at.id) {
          const gone = at;
          at = at.nextSibling;
          gone.remove();
        }
      }
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  };

  let busy = false;
  let again = false;
  const refresh = async () => {
    if (busy || document.hidden) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    try {
      const answer = await fetch(location.href, { headers: { "Accept": "text/html" } });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = document.querySelector(".run-head .state")?.textContent;
      const open = document.getElementById("handed-on");
      morph(document.getElementById("run"), fresh.getElementById("run"));
      const after = document.querySelector(".run-head .state")?.textContent;
      if (before !== after) {
        window.escarole.announce("The run is " + after);
        document.title = fresh.title;
      }
      if (!fresh.querySelector("[data-live]")) document.body.dispatchEvent(new CustomEvent("escarole:over"));
      // A join that has just been decided has a text now.
      const shown = fresh.getElementById("handed-on");
      if (open && shown?.getAttribute("hx-trigger") === "load" && open.getAttribute("hx-get") && !open.hasAttribute("hx-trigger")) {
        open.replaceWith(document.importNode(shown, true));
      }
      htmx.process(document.getElementById("run"));
      document.dispatchEvent(new Event("htmx:afterSettle"));
    } finally {
      busy = false;
      if (again && !document.hidden) soon();
    }
  };
  let timer = 0;
  const soon = () => { timer ||= setTimeout(() => { timer = 0; refresh(); }, 600); };
  document.addEventListener("visibilitychange", () => { if (!document.hidden && again) soon(); });

  // Live events say that something has happened; what it means for this page the server knows.
  for (const name of ["snapshot", "delta", "end", "look", "tail-over"]) {
    document.body.addEventListener("escarole:" + name, soon);
  }

  const follow = (selector) => () => {
    const link = document.querySelector(selector);
    if (link) link.click();
    else window.escarole.announce("There is none");
  };
  const failure = document.querySelector("[data-next-failure]");
  const here = location.pathname.match(/\/(?:steps|joins)\/([^/]+)$/);
  if (failure && here) failure.href += "?from=" + encodeURIComponent(here[1]);
  window.escarole.key("n", "Next failure", follow("[data-next-failure]"));
  for (const [letter, name] of [["1", "Overview"], ["2", "Lanes"], ["3", "Graph"], ["4", "Steps"]]) {
    window.escarole.key(letter, name, () => {
      [...document.querySelectorAll(".tabs a")].find((tab) => tab.textContent === name)?.click();
    });
  }
  window.escarole.key("u", "Up to the run", () => { location.href = "/runs/" + run; });
})();
