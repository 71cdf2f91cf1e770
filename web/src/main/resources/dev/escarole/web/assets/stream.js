// One stream of live events for all tabs of a browser: HTTP/1.1 allows a host six connections, and a
// seventh tab with a stream of its own would never load. Runs as a SharedWorker, which all tabs
// have in common; where there is none, a tab that all agree on runs it (see live.js).
//
// A tab says what it wants: { tab, browser, topics: ["runs", RUN, …] }, again every few seconds while it is
// looked at, and { tab, browser, topics: null } when it is not. While no tab is looked at there is no
// stream. What comes back, for all tabs: { event, topic, data }, { joined: tab }, and how the
// stream stands: { state, since }, since in milliseconds:
//
//   connecting    nothing is known yet
//   live          the server was heard within the last seconds
//   reconnecting  the stream broke off a moment ago
//   away          nothing answers; it was last heard at `since`
//   unheard       the server answers, but events do not come through, or not now
//   refused       the server asks who this is
(() => {
  "use strict";

  const own = typeof document === "undefined" ? self.location.href : document.currentScript.src;
  const base = new URL("..", own).pathname;

  const SILENCE = 12000; // The server beats every five seconds.
  const SOONEST = 400;
  const LATEST = 5000;
  const LATER = 15000;
  const FORGOTTEN = 30000; // A tab that has not said anything for so long has gone.
  const TIDY = 5000;
  const MOST_TOPICS = 50;

  class Stream {
    constructor(tell) {
      this.tell = tell;
      this.tabs = new Map();
      this.places = new Map(); // By topic, the id of the last event.
      this.followed = new Set();
      this.connection = null;
      this.state = "connecting";
      this.since = Date.now();
      this.failures = 0;
      this.retry = 0;
      this.tidying = setInterval(() => this.tidy(), TIDY);
    }

    /** Another tab has the stream from now on. */
    close() {
      clearInterval(this.tidying);
      this.tell = () => {};
      this.stop();
    }

    /** A tab wants these topics, or nothing more. */
    want({ tab, browser, topics }) {
      this.browser = browser;
      const before = this.tabs.get(tab);
      if (!topics) {
        this.tabs.delete(tab);
      } else {
        this.tabs.set(tab, { topics, at: Date.now() });
        if (!before) this.tell({ joined: tab, state: this.state, since: this.since });
      }
      this.arrange();
    }

    wanted() {
      const topics = new Set();
      for (const tab of this.tabs.values()) tab.topics.forEach((topic) => topics.add(topic));
      return new Set([...topics].slice(-MOST_TOPICS));
    }

    arrange() {
      if (this.tabs.size === 0) {
        this.stop();
      } else if (!this.connection && !this.retry) {
        this.connect();
      } else if (this.connection && [...this.wanted()].some((topic) => !this.followed.has(topic))) {
        this.connect();
      }
    }

    /** Forgets tabs that went without a word, and topics that nobody wants any more. */
    tidy() {
      for (const [tab, { at }] of this.tabs) {
        if (Date.now() - at > FORGOTTEN) this.tabs.delete(tab);
      }
      if (this.tabs.size === 0) this.stop();
      else if (this.connection && this.followed.size > this.wanted().size) this.connect();
    }

    stop() {
      clearTimeout(this.retry);
      this.retry = 0;
      this.connection?.abort();
      this.connection = null;
      this.followed = new Set();
      this.failures = 0;
      this.show("connecting");
    }

    show(state) {
      if (this.state === state) return;
      this.state = state;
      // Since when it is so; of what is away, when it was last heard.
      this.since = (state === "away" && this.heardAt) || Date.now();
      this.tell({ state, since: this.since });
    }

    async connect() {
      clearTimeout(this.retry);
      this.retry = 0;
      this.connection?.abort();
      const mine = new AbortController();
      this.connection = mine;
      this.followed = this.wanted();
      for (const topic of [...this.places.keys()]) {
        if (!this.followed.has(topic)) this.places.delete(topic);
      }
      const query = new URLSearchParams({ browser: this.browser });
      this.followed.forEach((topic) => query.append("of", topic));
      this.places.forEach((id) => query.append("after", id));
      try {
        await this.read(mine, base + "live/events?" + query);
        throw new Error("it ended");
      } catch (error) {
        if (mine === this.connection) await this.lost(mine, error);
      }
    }

    async read(mine, address) {
      let silence = 0;
      const heard = () => {
        clearTimeout(silence);
        silence = setTimeout(() => {
          mine.silent = true;
          mine.abort();
        }, SILENCE);
      };
      try {
        heard();
        const answer = await fetch(address, {
          signal: mine.signal, cache: "no-store", headers: { Accept: "text/event-stream" },
        });
        if (!answer.ok || !answer.body) {
          throw Object.assign(new Error("refused"), { status: answer.status });
        }
        // An application around the dashboard may lead to its own page for signing in.
        if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
          throw Object.assign(new Error("no events"), { status: answer.redirected ? 401 : 406 });
        }
        const reader = answer.body.getReader();
        const decoder = new TextDecoder();
        let text = "";
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          if (mine !== this.connection) return;
          heard();
          this.heardAt = Date.now();
          this.failures = 0;
          this.show("live");
          text += decoder.decode(piece.value, { stream: true });
          const blocks = text.split("\n\n");
          text = blocks.pop();
          blocks.forEach((block) => this.take(block));
        }
      } finally {
        clearTimeout(silence);
      }
    }

    take(block) {
      const fields = {};
      for (const line of block.split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
      if (!fields.event) return;
      const data = JSON.parse(fields.data);
      const topic = data.run ?? "runs";
      if (fields.id) this.places.set(topic, fields.id);
      this.tell({ event: fields.event, topic, data });
    }

    async lost(mine, error) {
      this.failures++;
      if (error.status === 401 || error.status === 403) {
        this.show("refused");
        this.again(LATER);
      } else if (error.status && error.status !== 502 && error.status !== 504) {
        this.show("unheard");
        this.again(LATER);
      } else {
        if (this.state === "live") this.show("reconnecting");
        const there = mine.silent || this.failures > 1 ? await Stream.answers() : false;
        if (mine !== this.connection) return;
        if (there) this.show("unheard");
        else if (mine.silent || this.failures > 1) this.show("away");
        this.again(Math.min(LATEST, SOONEST * 2 ** this.failures));
      }
    }

    again(wait) {
      this.connection = null;
      this.retry = setTimeout(() => {
        this.retry = 0;
        this.arrange();
      }, wait / 2 + (Math.random() * wait) / 2);
    }

    /** Whether the server answers at all. */
    static async answers() {
      try {
        const answer = await fetch(base + "health", { cache: "no-store", signal: AbortSignal.timeout(5000) });
        return answer.status < 500;
      } catch {
        return false;
      }
    }
  }

  if (typeof SharedWorkerGlobalScope === "undefined") {
    window.escaroleStream = Stream;
    return;
  }
  const ports = new Set();
  const stream = new Stream((message) => ports.forEach((port) => port.postMessage(message)));
  self.addEventListener("connect", ({ ports: [port] }) => {
    ports.add(port);
    port.onmessage = ({ data }) => {
      stream.want(data);
      if (data.gone) ports.delete(port);
    };
  });
})();
