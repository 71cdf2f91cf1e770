// Lines of outputs: #L120 and #L10-L20 point to them, a click on a number makes such an address, and
// what was looked for is scrolled to. Without this script the server marks lines and matches.
(() => {
  "use strict";

  const RANGE = /^#L([1-9][0-9]{0,11})(?:-L([1-9][0-9]{0,11}))?$/;
  const anchored = () => document.querySelector('pre.lines[data-anchored="true"]');
  const range = (first, last) => (first === last ? "" + first : first + "-" + last);
  const hash = (first, last) => (first === last ? "#L" + first : "#L" + first + "-L" + last);
  const link = (pre, first, last) => pre.dataset.lineLink + "&line=" + range(first, last) + hash(first, last);

  const mark = (pre, first, last) => {
    for (const line of pre.querySelectorAll(".line")) {
      const number = Number(line.dataset.n);
      line.classList.toggle("at", number >= first && number <= last);
    }
  };

  /** Shows the lines that the address points to; asks for the part that has them if it is another. */
  const show = () => {
    const wanted = location.hash.match(RANGE);
    const pre = anchored();
    if (!wanted || !pre) return;
    const ends = [Number(wanted[1]), Number(wanted[2] ?? wanted[1])].sort((a, b) => a - b);
    const line = document.getElementById("L" + ends[0]);
    if (line) {
      mark(pre, ...ends);
      line.scrollIntoView({ block: "center" });
    } else if (new URLSearchParams(location.search).get("line") !== range(...ends)) {
      location.replace(link(pre, ...ends));
    }
  };
  window.addEventListener("hashchange", show);
  show();

  let from = 0; // The line that was chosen last, where a range begins.
  document.addEventListener("click", (event) => {
    const line = event.target.closest?.("pre.lines .line");
    if (!line || event.target.closest("a")) return;
    const pre = line.closest("pre");
    const indent = parseFloat(getComputedStyle(line).paddingLeft);
    if (event.clientX - line.getBoundingClientRect().left >= indent) return;
    const number = Number(line.dataset.n);
    const other = event.shiftKey && from ? from : number;
    const ends = [Math.min(number, other), Math.max(number, other)];
    if (!event.shiftKey) from = number;
    if (pre.dataset.anchored === "true") {
      mark(pre, ...ends);
      history.replaceState(history.state, "", link(pre, ...ends));
      window.escarole.announce("The address points to line " + range(...ends));
    } else {
      location.href = link(pre, ...ends);
    }
  });

  // A part that was put into the page shows what it was asked for.
  document.addEventListener("htmx:afterSwap", (event) => {
    const section = document.getElementById(event.detail.target?.id ?? "");
    const found = section?.querySelector("#hit, .line.at");
    found?.scrollIntoView({ block: "center" });
  });
})();
