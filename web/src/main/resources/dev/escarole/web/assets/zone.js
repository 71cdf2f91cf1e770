// The time zone of a page: <html data-zone="UTC" data-zone-choice="browser">, the name in the bar, and
// the form that chooses another. The server writes times in that zone; a browser that has no choice
// yet is told its own, which the next page is written in.
(() => {
  "use strict";

  const root = document.documentElement;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const base = new URL("..", document.currentScript.src).pathname.replace(/\/$/, "");
  const ofBrowser = root.dataset.zoneChoice === "browser";
  const zone = ofBrowser ? own : root.dataset.zone;
  const format = (timeZone) => new Intl.DateTimeFormat("en", {
    timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
    hour: "2-digit", minute: "2-digit", second: "2-digit",
  });
  let parts;
  try {
    parts = format(zone);
  } catch {
    parts = format("UTC");
  }

  /** What all scripts say of times. */
  window.escaroleTime = {
    zone,
    /** 2026-11-28 09:44:58 */
    local(date) {
      const part = {};
      for (const { type, value } of parts.formatToParts(date)) part[type] = value;
      return part.year.padStart(4, "0") + "-" + part.month + "-" + part.day + " " +
        part.hour + ":" + part.minute + ":" + part.second;
    },
    /** Whether that is today. */
    isToday(date) {
      return this.local(date).slice(0, 10) === this.local(new Date()).slice(0, 10);
    },
  };

  if (ofBrowser && root.dataset.zone !== own) {
    document.cookie = "escarole_zone=browser." + own + "; path=" + (base || "/") + "; max-age=31536000; samesite=lax";
  }
  const details = document.getElementById("zone");
  if (!details) return;
  if (ofBrowser) details.querySelector("[data-zone-name]").textContent = own;
  const button = details.querySelector("[data-zone-browser]");
  button.value = "browser." + own;
  button.textContent = "This browser: " + own;
  button.hidden = false;
  details.querySelector("form").addEventListener("submit", (event) => {
    // Filters may have changed the address since the page was made.
    const here = location.pathname.slice(base.length) + location.search;
    const to = event.target.elements.to;
    if (to.value) to.value = here;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    details.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => {
    if (!details.contains(event.target)) details.open = false;
  });
})();
