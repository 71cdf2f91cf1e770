// What a page knows of the server, and that it says no more. What a page says about itself:
//
//   data-live="TOPIC"        on one element: the page follows this run, or "runs", all of them.
//   data-follow              an element with an id that is kept up to date: looked up again when
//                            something happens, or with data-every="3" every three seconds; from
//                            data-at, or from the page's own address.
//   data-live-sign           in the bar: live, reconnecting, "server away since 14:02", …
//   data-since="TIME"        how long something has been going on; ticks while that is known.
//
// While the server is away, or the page could not be brought up to date, <html> has the class
// "stale", which greys what may no longer be true. On document.body it fires escarole:delta and
// others with the data of live events as detail, and escarole:updated after the page has changed.
(() => {
  "use strict";

  const LOOK_EVERY = 4000;
  const PING_EVERY = 10000;
  const SOON = 600;
  const PATIENCE = 20000;
  const root = document.documentElement;
  const sign = document.querySelector("[data-live-sign]");
  if (!sign) return;
  const made = sign.querySelector("time");
  const skew = Date.now() - Date.parse(made.dateTime);
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const followed = () => document.querySelector("[data-follow]");
  const topic = () => document.querySelector("[data-live]")?.dataset.live;
  const fire = (name, detail) => document.body.dispatchEvent(new CustomEvent("escarole:" + name, { detail }));

  // The sign. What is worst of what is known counts.
  let stream = { state: "connecting", since: 0 };
  let unsure = 0; // Since when the page could not be brought up to date; 0 if it is.
  let over = Boolean(followed()) && !topic() && !followed().dataset.every;
  const clock = (millis) => {
    const local = window.escaroleTime.local(new Date(millis)).slice(0, 16);
    return window.escaroleTime.isToday(new Date(millis)) ? local.slice(11) : local;
  };
  const show = () => {
    let state = "made";
    let text = null;
    if (stream.state === "away") [state, text] = ["away", "server away since " + clock(stream.since)];
    else if (stream.state === "refused") [state, text] = ["away", "signed out; load the page again"];
    else if (stream.state === "reconnecting") [state, text] = ["reconnecting", "reconnecting"];
    else if (unsure) [state, text] = ["away", "not up to date since " + clock(unsure)];
    else if (over && followed()) [state, text] = ["over", "over"];
    else if (followed() && stream.state === "live") [state, text] = ["live", "live"];
    else if (followed() && stream.state === "unheard") [state, text] = ["asking", "asks every few seconds"];
    if (sign.dataset.state !== state || (text !== null && sign.textContent !== text)) {
      if (state === "away" || sign.dataset.state === "away") {
        window.escarole?.announce(text ?? "the server is back");
      }
      sign.dataset.state = state;
      if (text === null) sign.replaceChildren("as of ", made);
      else sign.textContent = text;
    }
    root.classList.toggle("stale", state === "away");
  };
  const know = (message) => {
    const before = stream.state;
    stream = { state: message.state, since: message.since };
    // What happened meanwhile is looked up; and a page that was not followed is as old as before.
    if (stream.state === "live" && before !== "live") soon();
    ask(stream.state === "unheard");
    show();
  };

  // Bringing the page up to date.
  let timer = 0;
  let busy = false;
  let again = false;
  const soon = (wait = SOON) => {
    timer ||= setTimeout(() => {
      timer = 0;
      update();
    }, wait);
  };
  const lookUp = async (part) => {
    const address = part.dataset.at || location.href;
    const headers = { Accept: "text/html" };
    if (part.dataset.at) Object.assign(headers, { "HX-Request": "true", "HX-Target": part.id });
    const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(answer.status);
    if (answer.redirected) throw new Error("somewhere else");
    return answer.status === 204 ? null : new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const update = async () => {
    const part = followed();
    if (!part || over) return;
    if (busy || document.hidden) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    try {
      const fresh = await lookUp(part);
      unsure = 0;
      if (fresh) put(part, fresh);
    } catch {
      unsure ||= Date.now();
      soon(LOOK_EVERY);
    } finally {
      busy = false;
      show();
      if (again && !document.hidden) soon();
    }
  };
  const put = (part, fresh) => {
    const now = fresh.getElementById(part.id);
    if (!now) return;
    window.escarole.morph(part, now);
    over = Boolean(topic()) && !fresh.querySelector("[data-live]") && !part.dataset.every;
    htmx.process(part);
    fire("updated", fresh);
    document.dispatchEvent(new Event("htmx:afterSettle"));
    if (over) {
      document.querySelector("[data-live]")?.removeAttribute("data-live");
      want();
    }
  };
  const every = Number(followed()?.dataset.every) * 1000;
  if (every) {
    soon(every);
    document.body.addEventListener("escarole:updated", () => soon(every));
    setInterval(() => { if (!timer && !busy) soon(every); }, every);
  }

  // Where no events come through the server is asked, and that it answers is asked first.
  let asking = 0;
  const ask = (wanted) => {
    if (!wanted) {
      clearInterval(asking);
      asking = 0;
    } else {
      asking ||= setInterval(look, LOOK_EVERY);
    }
  };
  const look = async () => {
    if (document.hidden) return;
    const there = await window.escaroleStream.answers();
    if (!asking) return;
    if (!there && stream.state !== "away") stream = { state: "away", since: Date.now() };
    if (there) stream = { state: "unheard", since: Date.now() };
    show();
    if (there) soon(0);
  };

  document.body.addEventListener("escarole:tail-over", () => soon());
  document.body.addEventListener("escarole:outgrown", () => soon());

  // Events.
  const hear = (message) => {
    if (message.joined && message.joined !== tab) return;
    if (message.state) know(message);
    if (message.joined) soon();
    if (!message.event || message.topic !== topic()) return;
    fire(message.event, message.data);
    soon();
  };

  // The one stream of all tabs: a worker that they share, or the tab that holds a lock.
  let send = () => {};
  const script = new URL(document.currentScript.src);
  const version = script.search;
  // Two servers can be at one host, each below a path of its own.
  const share = "escarole-live" + new URL("..", script).pathname + version;
  // By its name the server knows a browser that comes back, and lets go of the stream of before.
  let browser = tab;
  try {
    browser = localStorage.getItem("escarole-browser") ?? tab;
    localStorage.setItem("escarole-browser", browser);
  } catch {
    // A browser that keeps nothing is a new one each time.
  }
  browser += version;
  const want = (gone = false) =>
    send({ tab, browser, topics: gone || document.hidden ? null : [topic()].filter(Boolean), gone });

  const shareWorker = () => {
    const worker = new SharedWorker(new URL("stream.js" + version, script), "escarole");
    worker.onerror = () => know({ state: "unheard", since: Date.now() });
    worker.port.onmessage = ({ data }) => hear(data);
    send = (message) => worker.port.postMessage(message);
  };

  const shareTab = () => {
    const channel = new BroadcastChannel(share);
    let leads = null;
    let giveUp = null;
    channel.onmessage = ({ data }) => {
      if (data.who && !document.hidden) want();
      else if (data.tab && leads) leads.want(data);
      else if (!data.tab && !data.who) hear(data);
    };
    const lead = () => new Promise((release) => {
      leads = new window.escaroleStream((message) => {
        channel.postMessage(message);
        hear(message);
      });
      giveUp = () => {
        leads.close();
        leads = null;
        release();
      };
      // The others say once more what they want.
      channel.postMessage({ who: true });
      want();
    });
    send = (message) => {
      if (message.topics) {
        if (!giveUp) {
          const waiting = new AbortController();
          giveUp = () => waiting.abort();
          navigator.locks.request(share, { signal: waiting.signal }, lead).catch(() => {});
        }
        if (leads) leads.want(message);
        else channel.postMessage(message);
      } else {
        // Who is not looked at leads no more: its clocks would be slowed down.
        channel.postMessage(message);
        giveUp?.();
        giveUp = null;
      }
    };
  };

  try {
    if (window.SharedWorker) shareWorker();
    else if (navigator.locks && window.BroadcastChannel) shareTab();
    else know({ state: "unheard", since: Date.now() });
  } catch {
    know({ state: "unheard", since: Date.now() });
  }
  want();
  setInterval(() => { if (!document.hidden) want(); }, PING_EVERY);
  document.addEventListener("visibilitychange", () => {
    want();
    if (!document.hidden) soon(0);
  });
  window.addEventListener("pagehide", () => want(true));
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    want();
    soon(0);
  });

  // Clocks go on between events, but not while nobody knows whether what they count goes on.
  const time = (millis) => {
    if (millis < 1000) return Math.max(0, Math.round(millis)) + " ms";
    const seconds = millis / 1000;
    if (seconds < 60) return seconds.toFixed(1) + " s";
    if (seconds < 3600) return Math.floor(seconds / 60) + " min " + Math.floor(seconds % 60) + " s";
    if (seconds < 86400) return Math.floor(seconds / 3600) + " h " + Math.floor((seconds % 3600) / 60) + " min";
    return Math.floor(seconds / 86400) + " d " + Math.floor((seconds % 86400) / 3600) + " h";
  };
  setInterval(() => {
    if (document.hidden || root.classList.contains("stale")) return;
    for (const each of document.querySelectorAll("[data-since]")) {
      const words = time(Date.now() - skew - Date.parse(each.dataset.since));
      if (each.textContent !== words) each.textContent = words;
    }
  }, 1000);

  show();
})();
