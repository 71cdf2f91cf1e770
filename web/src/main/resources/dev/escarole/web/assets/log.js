// The log of a run that goes on: what steps have printed since is put at the end. Who reads further
// up is not moved; who is at the end stays there.
(() => {
  "use strict";

  const MOST_PARTS = 2000;
  const NEAR = 60;
  const log = document.querySelector("[data-log-next]");
  if (!log) return;
  const sign = document.querySelector("[data-log-sign]");

  const atEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  const toEnd = () => { log.scrollTop = log.scrollHeight; };

  const shorten = () => {
    const before = log.scrollHeight;
    let dropped = false;
    while (log.children.length > MOST_PARTS) {
      log.firstElementChild.remove();
      dropped = true;
    }
    if (dropped) log.scrollTop -= before - log.scrollHeight;
  };

  let busy = false;
  let again = false;
  const look = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    try {
      const answer = await fetch(log.dataset.logNext, { headers: { "HX-Request": "true", "HX-Target": "log-parts" }, cache: "no-store" });
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-log-next]");
      const follows = atEnd();
      const news = fresh.children.length > 0;
      for (const part of [...fresh.children]) {
        if (!document.getElementById(part.id)) log.append(document.importNode(part, true));
      }
      log.dataset.logNext = fresh.dataset.logNext;
      if (news) {
        document.getElementById("log-nothing")?.remove();
        if (follows) {
          shorten();
          toEnd();
        }
        document.dispatchEvent(new Event("htmx:afterSettle"));
      }
      again ||= fresh.dataset.logMore === "true";
    } catch {
      // The sign in the bar says that the server is away; the next event looks again.
    } finally {
      busy = false;
      if (again) look();
    }
  };

  if (log.dataset.logFollow === "true") {
    toEnd();
    if (sign) sign.textContent = "follows the run";
    document.body.addEventListener("escarole:updated", look);
    document.body.addEventListener("escarole:end", () => { if (sign) sign.textContent = "the run is over"; });
  }
})();
