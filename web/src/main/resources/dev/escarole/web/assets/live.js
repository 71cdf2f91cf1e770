// Keeps what a page shows of runs up to date. What a page says about itself:
//
//   data-live="/runs/RUN/events"   on one element: the stream to follow; "/runs/events" for all runs.
//   data-live-sign                 shows whether it is followed: live, reconnecting, asking, over.
//   data-step="PATH"               a step. It gets data-state="WORD", and in it or on itself
//       .state                     the state's badge: class and word;
//       [data-duration]            how long it took, or has been running;
//       [data-attempt], [data-outcome], [data-exit-code], [data-reason]   their text.
//       An SVG shape with a class fill-WORD gets that of the new state.
//   data-join="PATH"               a join: [data-join-value="done"] and others get their text.
//   data-count="leaves.done"       a number of the run's counts, or branches.failed and so on.
//   data-bar="branches"            an <svg class="split">: its parts; without branches the leaves.
//   data-run-status                the run's badge; data-run-duration its time.
//   data-run="RUN"                 in a list, what holds the counts, bar and badge of that run.
//
// On document.body it fires escarole:snapshot, escarole:delta and escarole:end with the data as
// detail, and for lists escarole:unknown-run when a run comes that the page does not show, so that
// htmx can fetch it: hx-trigger="escarole:unknown-run from:body". While no stream can be had, or where
// the browser has none, it fires escarole:look every few seconds, for the page to ask again by itself;
// a page that finds its run over meanwhile says so with escarole:over.
(() => {
  "use strict";

  const root = document.querySelector("[data-live]");
  if (!root) return;

  const LONGEST_WAIT = 30000;
  const PATIENCE = 8000;
  const LOOK_EVERY = 4000;
  const OVER = /^(done|failed|timeout|skipped|cancelled)$/;
  const PARTS = ["done", "failed", "cancelled", "skipped", "running", "pending"];
  const sign = document.querySelector("[data-live-sign]");
  const single = root.dataset.live !== "/runs/events";

  // Elements by path, found once and again whenever the page changes by other means.
  let steps = new Map();
  let joins = new Map();
  const index = () => {
    steps = collect("step");
    joins = collect("join");
  };
  const collect = (name) => {
    const found = new Map();
    for (const element of document.querySelectorAll("[data-" + name + "]")) {
      const path = element.dataset[name];
      if (!found.has(path)) found.set(path, []);
      found.get(path).push(element);
    }
    return found;
  };
  const within = (element, selector) =>
    element.matches(selector) ? [element, ...element.querySelectorAll(selector)] : element.querySelectorAll(selector);
  const write = (element, selector, text) => {
    for (const part of within(element, selector)) {
      if (part.textContent !== text) part.textContent = text;
    }
  };

  const time = (millis) => {
    if (millis < 1000) return Math.max(0, Math.round(millis)) + " ms";
    const seconds = millis / 1000;
    if (seconds < 60) return seconds.toFixed(1) + " s";
    if (seconds < 3600) return Math.floor(seconds / 60) + " min " + Math.floor(seconds % 60) + " s";
    return Math.floor(seconds / 3600) + " h " + Math.floor((seconds % 3600) / 60) + " min";
  };

  const badge = (element, selector, word) => {
    for (const part of within(element, selector)) {
      part.className = "state " + word;
      part.textContent = word;
    }
  };

  const ticking = new Map();
  const showStep = (step) => {
    for (const element of steps.get(step.path) || []) {
      element.dataset.state = step.status;
      badge(element, ".state", step.status);
      for (const shape of within(element, "[class*='fill-']")) {
        shape.setAttribute("class", shape.getAttribute("class").replace(/fill-[a-z]+/, "fill-" + step.status));
      }
      write(element, "[data-attempt]", step.attempt ? String(step.attempt) : "");
      write(element, "[data-outcome]", step.outcome || "");
      write(element, "[data-exit-code]", step.exitCode === undefined ? "" : String(step.exitCode));
      write(element, "[data-reason]", step.reason || "");
      write(element, "[data-duration]", step.durationMillis === undefined ? "" : time(step.durationMillis));
      ticking.delete(element);
      if (step.startedAt && !OVER.test(step.status)) ticking.set(element, Date.parse(step.startedAt));
    }
  };

  const showJoin = (join) => {
    for (const element of joins.get(join.path) || []) {
      element.dataset.state = join.degraded ? "degraded" : "done";
      for (const part of within(element, "[data-join-value]")) {
        const value = join[part.dataset.joinValue];
        part.textContent = value === undefined || value === null ? "" : String(value);
      }
    }
  };

  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 1000;
  const LEAST = 12;
  const total = (tally) => PARTS.reduce((sum, part) => sum + tally[part], 0);
  const showBar = (bar, counts) => {
    const wanted = counts[bar.dataset.bar] || counts.leaves;
    const tally = total(wanted) ? wanted : counts.leaves;
    const there = PARTS.filter((part) => tally[part] > 0);
    const spare = WIDTH - LEAST * there.length;
    const sum = total(tally);
    let before = 0;
    let x = 0;
    const shapes = there.map((part, i) => {
      before += tally[part];
      const end = LEAST * (i + 1) + Math.floor((spare * before) / sum);
      const shape = document.createElementNS(SVG, "rect");
      shape.setAttribute("class", "fill-" + part);
      shape.setAttribute("x", x);
      shape.setAttribute("width", end - x);
      shape.setAttribute("height", "100%");
      x = end;
      return shape;
    });
    bar.replaceChildren(...shapes);
    bar.setAttribute("aria-label", there.map((part) => tally[part] + " " + part).join(", "));
  };

  const showCounts = (element, counts) => {
    if (!counts) return;
    for (const part of within(element, "[data-count]")) {
      const [kind, word] = part.dataset.count.split(".");
      const text = String((counts[kind] || {})[word] ?? "");
      if (part.textContent !== text) part.textContent = text;
    }
    for (const bar of within(element, "[data-bar]")) showBar(bar, counts);
  };

  const showRun = (element, run) => {
    if (run.status) badge(element, "[data-run-status]", run.status);
    if (run.durationMillis !== undefined) write(element, "[data-run-duration]", time(run.durationMillis));
    showCounts(element, run.counts);
  };

  // What has come since the last frame; of each step, join and run only the latest is shown.
  const waiting = { steps: new Map(), joins: new Map(), runs: new Map(), run: null, afresh: false };
  let drawing = false;
  const arrange = () => {
    if (!drawing) {
      drawing = true;
      requestAnimationFrame(draw);
    }
  };
  const draw = () => {
    drawing = false;
    if (waiting.afresh) {
      waiting.afresh = false;
      for (const path of steps.keys()) {
        if (!waiting.steps.has(path)) showStep({ path, status: "pending" });
      }
    }
    waiting.steps.forEach(showStep);
    waiting.joins.forEach(showJoin);
    if (waiting.run) showRun(document.body, waiting.run);
    let unknown = false;
    for (const run of waiting.runs.values()) {
      const shown = document.querySelectorAll('[data-run="' + CSS.escape(run.run) + '"]');
      unknown = unknown || shown.length === 0;
      for (const element of shown) showRun(element, run);
    }
    waiting.steps.clear();
    waiting.joins.clear();
    waiting.runs.clear();
    waiting.run = null;
    if (unknown) fire("unknown-run", null);
  };

  const fire = (name, detail) => document.body.dispatchEvent(new CustomEvent("escarole:" + name, { detail }));
  const show = (word, text) => {
    if (!sign) return;
    sign.dataset.state = word;
    sign.textContent = text;
  };

  const take = (data) => {
    for (const step of data.steps || []) waiting.steps.set(step.path, step);
    for (const join of data.joins || []) waiting.joins.set(join.path, join);
    for (const run of data.runs || []) waiting.runs.set(run.run, run);
    if (single && data.counts) waiting.run = { ...waiting.run, ...data };
    arrange();
  };

  let source = null;
  let lastId = "";
  let failures = 0;
  let over = false;
  let timer = 0;

  // A proxy may hold a stream back for ever without a word, so only what has come counts.
  let patience = 0;
  let looking = 0;
  const look = () => {
    if (!document.hidden) fire("look", null);
  };
  const lookAgain = () => {
    if (over) return;
    looking ||= setInterval(look, LOOK_EVERY);
    show("asking", "asks every few seconds");
  };
  const heard = () => {
    clearTimeout(patience);
    clearInterval(looking);
    patience = 0;
    looking = 0;
    show("live", "live");
  };
  document.body.addEventListener("escarole:over", () => {
    if (!looking) return;
    over = true;
    heard();
    clearTimeout(timer);
    source?.close();
    ticking.clear();
    show("over", "over");
  });

  const connect = () => {
    clearTimeout(timer);
    if (!window.EventSource) {
      lookAgain();
      return;
    }
    patience ||= setTimeout(lookAgain, PATIENCE);
    const after = lastId ? "?after=" + encodeURIComponent(lastId) : "";
    source = new EventSource(root.dataset.live + after);
    const on = (name, action) =>
      source.addEventListener(name, (event) => {
        heard();
        lastId = event.lastEventId;
        const data = JSON.parse(event.data);
        action(data);
        fire(name, data);
      });
    source.onopen = () => {
      failures = 0;
    };
    source.onerror = lost;
    on("snapshot", (data) => {
      waiting.steps.clear();
      waiting.afresh = single;
      take(data);
    });
    on("delta", take);
    on("end", (data) => {
      over = true;
      source.close();
      take(data);
      ticking.clear();
      show("over", "over");
      if (window.escarole) window.escarole.announce("The run has ended: " + data.status);
    });
  };

  // The browser itself comes back after a break, but neither after a refusal nor ever more slowly.
  const lost = () => {
    source.close();
    if (over) return;
    failures++;
    patience ||= setTimeout(lookAgain, PATIENCE);
    if (!looking) show("reconnecting", "reconnecting");
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** failures);
    timer = setTimeout(connect, wait / 2 + (Math.random() * wait) / 2);
  };

  setInterval(() => {
    const now = Date.now();
    ticking.forEach((start, element) => write(element, "[data-duration]", time(now - start)));
  }, 1000);
  document.addEventListener("htmx:afterSettle", index);
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && !over) connect();
  });
  index();
  connect();
})();
