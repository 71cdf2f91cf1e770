// Makes a part of the page like a fresh one, and leaves alone what is the same already: focus, place
// and what is open stay. What somebody points at does not move or change its meaning meanwhile:
//
//   data-hold="order"    rows with ids: each is brought up to date where it is, new ones come to the
//                        end, and those that are gone stay, marked as such. Rows never move by
//                        themselves: [data-resort] says that they would stand elsewhere.
//   data-hold="place"    a drawing: nothing in it moves, comes or goes.
//   data-hold="all"      buttons: they stay as they are.
//   data-hold="top"      as "order", but nothing is added; [data-news="THING"] says how much is new,
//                        and what is missing may only have gone to the next page: it stays as it is.
//   data-hold="set"      as "top", and those that are gone are marked as such.
//
// Changes to buttons and drawings are made once pointer and focus are elsewhere; rows are put in
// order by a click on [data-resort] or [data-news].
(() => {
  "use strict";

  const GEOMETRY = new Set(["x", "y", "width", "height", "rx", "points", "viewBox"]);
  const KEPT = new Set(["open", "data-live"]);
  const ROOM = ["kept", "roomy", "awaited"];
  const LOOK_AGAIN = 500;
  const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
  const TOUCHED = 4000;

  // A finger that was lifted leaves the pointer where it was.
  let finger = 0;
  for (const name of ["pointerdown", "pointermove"]) {
    document.addEventListener(name, (event) => {
      finger = event.pointerType === "touch" ? Date.now() : 0;
    }, { capture: true, passive: true });
  }
  const hovers = (element) => element.matches(":hover") && (!finger || Date.now() - finger < TOUCHED);
  const isRows = (element) => /^(order|top|set)$/.test(element.dataset.hold);
  const isHeld = (element) =>
    element.dataset.hold !== undefined
    && (hovers(element) || element.contains(document.activeElement) || element.querySelector("input:checked") !== null);

  let heldBack = false;
  let sorting = false; // Whether somebody has asked for rows in order.
  let unsorted = false;
  let news = 0;

  // A part that has kept its place for what may come keeps it to the end.
  const attributes = (old, fresh, still) => {
    const kept = ROOM.filter((each) => old.classList.contains(each));
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value && !KEPT.has(name) && !(still && GEOMETRY.has(name))) {
        old.setAttribute(name, value);
      }
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
    }
    old.classList.add(...kept);
  };

  const morph = (old, fresh, still) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    if (old.hasAttribute("data-keep") || fresh.hasAttribute("data-keep")) return;
    if (old.nodeName === "TIME" && old.dateTime === fresh.dateTime) return;
    if (old === document.activeElement && /^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName)) return;
    if (old.isEqualNode(fresh)) return;
    const held = isRows(old) ? !sorting : isHeld(old);
    if (held && old.dataset.hold === "all") {
      heldBack = true;
      return;
    }
    attributes(old, fresh, still || (held && old.dataset.hold === "place"));
    if (still || (held && old.dataset.hold === "place")) inPlace(old, fresh);
    else if (held) rows(old, fresh, old.dataset.hold);
    else children(old, fresh);
  };

  const named = (parent) => new Map([...parent.children].filter((each) => each.id).map((each) => [each.id, each]));

  /** Of a drawing that somebody points at, colours and words change, and nothing else. */
  const inPlace = (old, fresh) => {
    const there = named(old);
    if (there.size === 0) {
      [...old.childNodes].forEach((each, i) => {
        const next = fresh.childNodes[i];
        if (next && sameKind(each, next)) morph(each, next, true);
      });
      return;
    }
    heldBack = true;
    for (const next of fresh.children) {
      if (there.has(next.id)) morph(there.get(next.id), next, true);
    }
  };

  const rows = (old, fresh, hold) => {
    const closed = hold !== "order";
    const there = named(old);
    const order = [...there.keys()].join(" ");
    for (const next of fresh.children) {
      const row = there.get(next.id);
      there.delete(next.id);
      if (row) {
        row.classList.remove("gone");
        morph(row, next);
      } else if (closed) {
        news += next.querySelectorAll("tbody > tr").length || 1;
      } else {
        old.append(document.importNode(next, true));
      }
    }
    if (hold !== "top") there.forEach((row) => row.classList.add("gone"));
    unsorted ||= !closed && order !== [...named(fresh).keys()].join(" ");
  };

  const children = (old, fresh) => {
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

  /** What comes above what somebody points at must not push it from under the pointer. */
  const standStill = (change) => {
    const pointed = [...document.querySelectorAll("main :hover")].pop();
    const before = pointed?.getBoundingClientRect().top;
    change();
    if (!pointed?.isConnected) return;
    const moved = pointed.getBoundingClientRect().top - before;
    if (!moved) return;
    const main = document.querySelector("main");
    const room = document.documentElement.scrollHeight - innerHeight - scrollY;
    if (moved > room) main.style.minHeight = main.offsetHeight + moved - room + "px";
    window.scrollBy({ top: moved, behavior: "instant" });
  };

  let latest = null;
  let waiting = 0;
  const apply = () => {
    const [old, fresh] = latest;
    heldBack = false;
    unsorted = false;
    news = 0;
    standStill(() => morph(old, fresh));
    for (const button of document.querySelectorAll("[data-resort]")) {
      button.classList.toggle("unasked", !unsorted);
    }
    for (const button of document.querySelectorAll("[data-news]")) {
      button.classList.toggle("unasked", news === 0);
      const thing = button.dataset.news;
      button.textContent = news === 1 ? `1 new ${thing}: show it` : `${news} new ${thing}s: show them`;
    }
  };
  const later = () => {
    clearInterval(waiting);
    waiting = 0;
    if (!heldBack) return;
    waiting = setInterval(() => {
      if (![...document.querySelectorAll("[data-hold]")].some((each) => !isRows(each) && isHeld(each))) {
        apply();
        later();
      }
    }, LOOK_AGAIN);
  };

  /** Makes an element like a fresh one, now or, where somebody points, as soon as that is possible. */
  window.escarole.morph = (old, fresh) => {
    latest = [old, fresh];
    apply();
    later();
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-news], [data-resort]") || !latest) return;
    for (const pick of document.querySelectorAll("[data-hold] input:checked")) pick.checked = false;
    document.body.dispatchEvent(new Event("change"));
    sorting = true;
    apply();
    sorting = false;
    later();
  });
})();
