// The graph of a run: its size, moving it, the way from box to box by keys, and groups that open
// where they are. Without this script it has its full size, scrolls, and groups open as pages.
(() => {
  "use strict";

  const LEAST = 0.05;
  const MOST = 4;
  const STEP = 1.25;
  const ROOM = 480;
  const SLACK = 5; // What a hand shakes, in pixels.
  const wrap = () => document.getElementById("graph");
  const drawing = () => document.getElementById("graph-drawing");
  if (!document.getElementById("graph-part")) return;

  // The view is that of this run until the tab is closed.
  const place = "escarole-graph " + location.pathname;
  let scale = 1;
  let tall = 0; // The height of the window on the graph; 0 for that of its content.
  let told = "";
  const keep = () => {
    const area = wrap();
    if (!area) return;
    try {
      sessionStorage.setItem(place, JSON.stringify([scale, area.scrollLeft, area.scrollTop, tall]));
    } catch {
      // A browser that keeps nothing begins anew each time.
    }
  };
  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem(place)) ?? [];
    } catch {
      return [];
    }
  };

  const show = () => {
    const svg = drawing();
    if (!svg) return;
    if (tall) wrap().style.height = tall + "px";
    const { width, height } = svg.viewBox.baseVal;
    for (const [name, value] of [["width", width], ["height", height]]) {
      const size = String(Math.max(1, Math.round(value * scale)));
      if (svg.getAttribute(name) !== size) svg.setAttribute(name, size);
    }
    const words = Math.round(scale * 100) + " %";
    const sign = document.getElementById("graph-scale");
    if (sign.textContent !== words) sign.textContent = words;
  };
  const setUp = () => {
    document.getElementById("graph-tools")?.classList.toggle("unasked", !wrap());
    document.getElementById("graph-hint")?.classList.remove("unasked");
    const area = wrap();
    area?.classList.add("movable");
    if (area && !area.heard) {
      area.heard = true;
      area.addEventListener("wheel", wheel, { passive: false });
      area.addEventListener("touchstart", pinch, { passive: false });
      area.addEventListener("touchmove", pinch, { passive: false });
      area.addEventListener("touchend", pinch);
      area.addEventListener("touchcancel", pinch);
      area.addEventListener("scroll", keep, { passive: true });
    }
    show();
  };

  const mostTall = () => parseFloat(getComputedStyle(wrap()).maxHeight);

  /** Another size, with what is at a point of the window staying there; the middle by default. */
  const zoom = (wanted, x, y) => {
    const svg = drawing();
    if (!svg) return;
    const area = wrap();
    // From now on it has room, and what is beneath stays where it is.
    tall ||= Math.max(area.offsetHeight, Math.min(ROOM, mostTall()));
    show();
    const seen = area.getBoundingClientRect();
    x ??= seen.left + seen.width / 2;
    y ??= seen.top + seen.height / 2;
    const before = svg.getBoundingClientRect();
    scale = Math.min(MOST, Math.max(LEAST, wanted));
    show();
    const after = svg.getBoundingClientRect();
    area.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
    area.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y;
    keep();
  };
  const fit = () => {
    const area = wrap();
    const { width, height } = drawing()?.viewBox.baseVal ?? {};
    if (!width) return;
    zoom(Math.min(1, area.clientWidth / width, (tall || mostTall()) / height));
  };
  const zooms = {
    in: () => zoom(scale * STEP),
    out: () => zoom(scale / STEP),
    whole: () => zoom(1),
    fit,
  };
  const tell = (action) => () => {
    action();
    if (drawing()) window.escarole.announce("The graph is shown at " + Math.round(scale * 100) + " per cent");
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) tell(zooms[button.dataset.zoom])();
  });
  window.escarole.key("+", "Graph larger", tell(zooms.in));
  window.escarole.key("-", "Graph smaller", tell(zooms.out));
  window.escarole.key("0", "Graph in full size", tell(zooms.whole));
  window.escarole.key("f", "All of the graph", tell(zooms.fit));

  const wheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 33;
    const factor = Math.exp(-Math.max(-60, Math.min(60, pixels)) / 200);
    zoom(scale * factor, event.clientX, event.clientY);
  };

  // Two fingers: what was between them stays between them.
  let fingers = null;
  const pinch = (event) => {
    if (event.touches.length !== 2) {
      fingers = null;
      return;
    }
    event.preventDefault();
    const [a, b] = event.touches;
    const now = {
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
      apart: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
    };
    if (fingers) {
      wrap().scrollLeft += fingers.x - now.x;
      wrap().scrollTop += fingers.y - now.y;
      zoom((scale * now.apart) / fingers.apart, now.x, now.y);
    }
    fingers = now;
  };

  // A mouse drags; a finger scrolls by itself.
  let grip = null;
  document.addEventListener("pointerdown", (event) => {
    const area = event.target.closest("#graph");
    if (!area || event.pointerType === "touch" || event.button !== 0) return;
    grip = { x: event.clientX, y: event.clientY, left: area.scrollLeft, top: area.scrollTop, moved: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!grip || !wrap()) return;
    const right = event.clientX - grip.x;
    const down = event.clientY - grip.y;
    if (!grip.moved && Math.hypot(right, down) < SLACK) return;
    grip.moved = true;
    wrap().classList.add("moved");
    wrap().scrollLeft = grip.left - right;
    wrap().scrollTop = grip.top - down;
  });
  const letGo = () => {
    wrap()?.classList.remove("moved");
    // The click that ends a move is none.
    const moved = grip;
    setTimeout(() => { if (grip === moved) grip = null; });
  };
  document.addEventListener("pointerup", letGo);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#graph")) event.preventDefault();
  });

  // From box to box: the nearest one that is more in this direction than beside it.
  const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const centre = (box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const next = (from, [right, down]) => {
    const [x, y] = centre(from);
    let best = null;
    let least = Infinity;
    for (const box of drawing().querySelectorAll("a.box")) {
      const [otherX, otherY] = centre(box);
      const along = (otherX - x) * right + (otherY - y) * down;
      const beside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
      const far = along + 2 * beside;
      if (box !== from && along > 1 && far < least) [best, least] = [box, far];
    }
    return best;
  };
  document.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    const box = document.activeElement?.closest("#graph a.box");
    if (!direction || !box || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const other = next(box, direction);
    if (!other) return;
    other.focus({ preventScroll: true });
    other.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  // Groups and states are shown without leaving the page; what was chosen stays where it is.
  const ids = () => new Set([...document.querySelectorAll("#graph a.box")].map((box) => box.id));
  const successor = (id, before) => {
    const same = [id, id.replace(/~fork$/, ""), id + "~fork"].map((each) => document.getElementById(each));
    return same.find(Boolean) ?? [...document.querySelectorAll("#graph a.box")].find((box) => !before.has(box.id));
  };
  let latest = 0;
  const load = async (address) => {
    const number = ++latest;
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("graph-part");
    if (!fresh || number !== latest) return false;
    const old = document.getElementById("graph-part");
    const [left, top] = [wrap()?.scrollLeft ?? 0, wrap()?.scrollTop ?? 0];
    old.replaceWith(document.importNode(fresh, true));
    told = fresh.dataset.shown;
    setUp();
    if (wrap()) [wrap().scrollLeft, wrap().scrollTop] = [left, top];
    return true;
  };
  const open = async (link, byKey) => {
    const before = ids();
    const from = link.getBoundingClientRect();
    const address = link.href.baseVal ?? link.href;
    try {
      if (!(await load(address))) return;
    } catch {
      location.assign(address);
      return;
    }
    history.pushState(null, "", address.replace(/#.*/, ""));
    const to = link.id && successor(link.id, before);
    if (!to) return;
    if (to.matches(".box")) {
      const now = to.getBoundingClientRect();
      wrap().scrollLeft += now.left - from.left;
      wrap().scrollTop += now.top - from.top;
    }
    if (byKey) to.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    const box = event.target.closest("#graph a.box");
    if (box && grip?.moved) {
      event.preventDefault();
      return;
    }
    const link = event.target.closest("a[data-graph]");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(link, event.detail === 0);
  });
  const again = () => load(location.href).catch(() => location.reload());
  window.addEventListener("popstate", again);

  // A live update brings the size of the server along, or was asked for before something opened.
  document.body.addEventListener("escarole:updated", () => {
    setUp();
    if (told && document.getElementById("graph-part")?.dataset.shown !== told) again();
  });

  const [size, left, top, high] = kept();
  scale = Math.min(MOST, Math.max(LEAST, Number(size) || 1));
  tall = Number(high) || 0;
  setUp();
  if (wrap()) [wrap().scrollLeft, wrap().scrollTop] = [left || 0, top || 0];
})();
