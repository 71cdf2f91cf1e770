// What a running command has written so far: asks for what is new, ever more seldom while nothing
// comes, and never again once the attempt has ended. What it gets is text, whatever it looks like.
(() => {
  "use strict";

  const SOONEST = 1000;
  const LATEST = 8000;
  const MOST_CHARACTERS = 200000;
  const NEAR = 40;

  const bytes = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const visible = (text) =>
    text.replace(/[\u0000-\u0008\u000b-\u001f]/g, (each) => String.fromCharCode(0x2400 + each.charCodeAt(0)));
  const short = (number) => (Number.isInteger(number) ? number : number.toFixed(1));
  const amount = (count) =>
    count < 1024 ? count + " bytes"
      : count < 1048525 ? short(count / 1024) + " KiB"
      : short(count / 1048576) + " MiB";

  const stream = (section, pre) => {
    const note = section.querySelector('[data-tail-skipped="' + pre.dataset.tailStream + '"]');
    let decoder = new TextDecoder();
    let length = pre.textContent.length;
    let next = Number(pre.dataset.tailNext);
    let shownFrom = null;

    const leftOut = (count) => {
      note.hidden = false;
      note.textContent = amount(count) + " before this were left out";
    };
    // Whole nodes go, the oldest first.
    const shorten = () => {
      while (length > MOST_CHARACTERS && pre.childNodes.length > 1) {
        length -= pre.firstChild.textContent.length;
        pre.firstChild.remove();
        shownFrom = pre.firstChild.from ?? shownFrom;
      }
      if (shownFrom) leftOut(shownFrom);
    };
    return {
      get next() { return next; },
      add(piece) {
        if (piece.next === next && !piece.skipped) return false;
        const atEnd = pre.scrollHeight - pre.scrollTop - pre.clientHeight < NEAR;
        if (piece.skipped) {
          // What came between is gone, and what stood before would mislead.
          decoder = new TextDecoder();
          pre.textContent = "";
          length = 0;
          shownFrom = piece.from;
        }
        const part = document.createTextNode(visible(decoder.decode(bytes(piece.data), { stream: true })));
        part.from = piece.from;
        pre.append(part);
        length += part.length;
        next = piece.next;
        shorten();
        if (atEnd) pre.scrollTop = pre.scrollHeight;
        return true;
      },
    };
  };

  const follow = (section) => {
    const attempt = section.dataset.tailAttempt;
    const sign = section.querySelector("[data-tail-sign]");
    const streams = new Map();
    for (const pre of section.querySelectorAll("[data-tail-stream]")) {
      pre.scrollTop = pre.scrollHeight;
      streams.set(pre.dataset.tailStream, stream(section, pre));
    }
    let wait = SOONEST;
    sign.textContent = "follows what is written";

    const over = () => {
      sign.textContent = "has ended";
      document.body.dispatchEvent(new CustomEvent("escarole:tail-over"));
    };
    const later = (millis) => setTimeout(ask, millis);
    const failed = () => {
      wait = LATEST;
      sign.textContent = "cannot be followed at the moment";
      later(wait);
    };
    const show = (now) => {
      let news = false;
      for (const [name, each] of streams) news = each.add(now[name]) || news;
      wait = news ? SOONEST : Math.min(LATEST, wait * 1.5);
      sign.textContent = "follows what is written";
      later(wait);
    };
    const ask = async () => {
      if (!section.isConnected) return;
      if (document.hidden) {
        document.addEventListener("visibilitychange", ask, { once: true });
        return;
      }
      const read = new URLSearchParams({ attempt });
      for (const [name, each] of streams) read.set(name, each.next);
      let answer;
      try {
        answer = await fetch(section.dataset.tail + "?" + read, { headers: { Accept: "application/json" } });
        if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
        if (!answer.ok) return;
        const { running } = await answer.json();
        if (running && String(running.attempt) === attempt) show(running);
        else over();
      } catch {
        failed();
      }
    };
    later(wait);
  };

  // The page changes by other means, too: an attempt that began since brings its own section.
  const followed = new WeakSet();
  const begin = () => {
    for (const section of document.querySelectorAll("[data-tail]")) {
      if (!followed.has(section)) {
        followed.add(section);
        follow(section);
      }
    }
  };
  document.addEventListener("htmx:afterSettle", begin);
  begin();
})();
