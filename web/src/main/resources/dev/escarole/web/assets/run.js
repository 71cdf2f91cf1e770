// The pages of one run: what they say when it changes, and their keys.
(() => {
  "use strict";

  const page = document.querySelector("[data-run-page]");
  if (!page) return;
  const run = page.dataset.runPage;
  const status = () => document.querySelector(".run-head .state")?.textContent;

  let before = status();
  document.body.addEventListener("escarole:updated", ({ detail: fresh }) => {
    const after = status();
    if (before !== after) {
      window.escarole.announce("The run is " + after);
      document.title = fresh.title;
      before = after;
    }
    // A join that has just been decided has a text now.
    const open = document.getElementById("handed-on");
    const shown = fresh.getElementById("handed-on");
    if (open && shown?.getAttribute("hx-trigger") === "load" && open.getAttribute("hx-get") && !open.hasAttribute("hx-trigger")) {
      const text = document.importNode(shown, true);
      open.replaceWith(text);
      htmx.process(text);
    }
  });

  const follow = (selector) => () => {
    const link = document.querySelector(selector);
    if (link) link.click();
    else window.escarole.announce("There is none");
  };
  const failure = document.querySelector("[data-next-failure]");
  const here = location.pathname.match(/\/(?:steps|joins)\/([^/]+)$/);
  if (failure && here) failure.href += "?from=" + encodeURIComponent(here[1]);
  window.escarole.key("n", "Next failure", follow("[data-next-failure]"));
  for (const [letter, name] of [["1", "Overview"], ["2", "Lanes"], ["3", "Graph"], ["4", "Steps"], ["5", "Files"], ["6", "Log"]]) {
    window.escarole.key(letter, name, () => {
      [...document.querySelectorAll(".tabs a")].find((tab) => tab.textContent === name)?.click();
    });
  }
  // Of what scrolls sideways, the arrow keys do that.
  const sideways = (target) => {
    for (let each = target; each && each !== document.body; each = each.parentElement) {
      if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  };
  for (const [key, words, selector] of [["ArrowLeft", "Previous run of this recipe", "[data-previous-run]"], ["ArrowRight", "Next run of this recipe", "[data-next-run]"]]) {
    if (document.getElementById("run-family")) {
      window.escarole.key(key, words, (event) => {
        if (event && sideways(event.target)) return false;
        return follow(selector)();
      });
    }
  }
  window.escarole.key("u", "Up to the run", () => { location.href = window.escarole.at("/runs/" + run); });
})();
