// What every page has: light and dark, keys, and times as the reader's clock shows them.
(() => {
  "use strict";

  const root = document.documentElement;
  document.getElementById("theme").addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("escarole-theme", root.dataset.theme);
  });

  // Keys. A page adds its own with escarole.key("n", "Next failure", action).
  const keys = new Map();
  let prefix = "";
  const base = new URL("..", document.currentScript.src).pathname.replace(/\/$/, "");
  const escarole = {
    /** The address of one of the server's pages, which may be below a path. */
    at(path) {
      return base + path;
    },
    /** Whether an answer comes from outside of the dashboard: the application around it asks who this is. */
    isElsewhere(address) {
      return !new URL(address, location).pathname.startsWith(base + "/");
    },
    /** Lets a key do something, unless the reader is typing; of two keys, the first leads in. An action that answers false leaves the key to the browser. */
    key(name, words, action) {
      keys.set(name, { words, action });
    },
    /** Says something to who cannot see the page. */
    announce(text) {
      document.getElementById("announcements").textContent = text;
    },
  };
  window.escarole = escarole;

  // In a narrow window the navigation is one line that scrolls: to where the reader is.
  const present = document.querySelector(".bar nav [aria-current]");
  const strip = present?.closest("ul");
  if (strip && strip.scrollWidth > strip.clientWidth) {
    strip.scrollLeft = present.offsetLeft - (strip.clientWidth - present.offsetWidth) / 2;
  }

  const isTyping = (target) =>
    target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      return;
    }
    const name = prefix + event.key;
    prefix = "";
    const key = keys.get(name) || keys.get(event.key);
    if (key) {
      if (key.action(event) !== false) event.preventDefault();
    } else if (event.key === "g") {
      prefix = "g ";
    }
  });

  const help = document.getElementById("key-help");
  const showKeys = () => {
    const list = document.getElementById("key-list");
    list.replaceChildren();
    for (const [name, { words }] of keys) {
      const term = document.createElement("dt");
      for (const part of name.split(" ")) {
        const kbd = document.createElement("kbd");
        kbd.textContent = { ArrowLeft: "←", ArrowRight: "→" }[part] ?? part;
        term.append(kbd, " ");
      }
      const meaning = document.createElement("dd");
      meaning.textContent = words;
      list.append(term, meaning);
    }
    help.showModal();
  };
  document.getElementById("keys").addEventListener("click", showKeys);
  escarole.key("?", "Show these keys", showKeys);
  for (const link of document.querySelectorAll(".bar nav a")) {
    const letter = { Runs: "r", Recipes: "e", Commands: "c", Audit: "a", System: "s", API: "p" }[link.textContent];
    escarole.key("g " + letter, "Go to " + link.textContent, () => link.click());
  }
  escarole.key("/", "Search", () => {
    const field = document.querySelector("[data-search]");
    if (field) {
      field.focus();
      field.select();
    }
  });

  // <time datetime="…" data-ago> says how long ago; all others show the time in the page's zone, with data-clock
  // without the date if it is today's.
  const local = (date) => window.escaroleTime.local(date);
  // By the server's clock, as the page itself says it.
  const made = document.querySelector("[data-live-sign] time");
  const skew = made ? Date.now() - Date.parse(made.dateTime) : 0;
  const ago = (date) => {
    const seconds = Math.max(0, Math.floor((Date.now() - skew - date) / 1000));
    if (seconds < 60) return seconds + " s ago";
    if (seconds < 3600) return Math.floor(seconds / 60) + " min ago";
    if (seconds < 86400) return Math.floor(seconds / 3600) + " h ago";
    return Math.floor(seconds / 86400) + " d ago";
  };
  const tellTimes = () => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const date = new Date(time.dateTime);
      if (Number.isNaN(date.getTime())) continue;
      time.title = local(date) + " " + window.escaroleTime.zone;
      const today = window.escaroleTime.isToday(date);
      const words = "ago" in time.dataset ? ago(date)
        : "clock" in time.dataset && today ? local(date).slice(11) : local(date);
      if (time.textContent !== words) time.textContent = words;
    }
  };
  tellTimes();
  setInterval(tellTimes, 10000);
  document.addEventListener("htmx:afterSettle", tellTimes);

  // What an answer says that was put into the page: <p data-announce>.
  document.addEventListener("htmx:afterSettle", (event) => {
    const said = event.target.querySelector("[data-announce]");
    if (said) escarole.announce(said.textContent.replace(/\s+/g, " ").trim());
  });

  // A part of a page is asked for after the session has ended: the form stays as it is.
  const sessionEnded = () => {
    if (document.getElementById("session-ended")) return;
    const notice = document.createElement("p");
    notice.id = "session-ended";
    notice.className = "notice bad";
    notice.setAttribute("role", "alert");
    const link = document.createElement("a");
    link.href = escarole.at("/login");
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = "Sign in in another tab";
    notice.append("Your session has ended, so nothing was done. ", link, ", then try again here.");
    document.getElementById("content").prepend(notice);
  };
  const isLed = ({ xhr }) => Boolean(xhr.responseURL) && escarole.isElsewhere(xhr.responseURL);
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 401) sessionEnded();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isLed(event.detail)) return;
    event.detail.shouldSwap = false;
    sessionEnded();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && !isLed(event.detail)) document.getElementById("session-ended")?.remove();
  });

  /** Copies a text; browsers have a clipboard for scripts only with https and on this machine. */
  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const focus = document.activeElement;
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      focus?.focus({ preventScroll: true });
      return done;
    }
  };

  // <button data-copy="ID"> copies the text of an element; <button data-copy-text="…"> the text itself.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copy-text]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    if (!await copied(button.dataset.copyText ?? source.textContent)) {
      if (source) getSelection().selectAllChildren(source);
      escarole.announce("The browser does not copy. Press Ctrl+C, or the same key of your system.");
      return;
    }
    escarole.announce("Copied");
    const words = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = words; }, 1200);
  });
})();
