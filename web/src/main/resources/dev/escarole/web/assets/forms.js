// Forms that change something are sent by this script, so that what was typed is still there when
// the server cannot be reached: it says so in place, and nothing else happens. One that asks first has
// data-confirm="Delete 3 runs?". Nothing is sent twice while an answer is awaited.
(() => {
  "use strict";

  const PATIENCE = 60000;
  const SAYS_NOTHING = "The server cannot be reached, so nothing is known to have been done. What you typed is still here; try again when it is back.";

  const say = (form, text) => {
    form.querySelector(":scope > .unsent")?.remove();
    if (!text) return;
    const notice = document.createElement("p");
    notice.className = "notice bad unsent";
    notice.setAttribute("role", "alert");
    notice.textContent = text;
    form.append(notice);
    notice.scrollIntoView({ block: "nearest" });
  };

  const body = (form, submitter) => {
    const data = new FormData(form);
    if (submitter?.name) data.append(submitter.name, submitter.value);
    return form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
  };

  /** The answer's content in place of this page's, as it would be after a form without scripts. */
  const show = (page) => {
    const main = document.querySelector("main");
    document.title = page.title;
    main.replaceChildren(...[...page.querySelector("main").childNodes].map((each) => document.importNode(each, true)));
    htmx.process(main);
    main.dispatchEvent(new Event("htmx:afterSettle", { bubbles: true }));
    const first = ["[autofocus]", "[aria-invalid=true]", "[role=alert]"].map((each) => main.querySelector(each)).find((each) => each) ?? main;
    if (first.matches("[role=alert]")) first.tabIndex = -1;
    first.focus();
    scrollTo(0, 0);
  };

  const send = async (form, submitter) => {
    const address = submitter?.getAttribute("formaction") || form.getAttribute("action");
    const answer = await fetch(address, {
      method: "POST", body: body(form, submitter), headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.redirected && escarole.isElsewhere(answer.url)) {
      say(form, "Your session has ended, so nothing was done. What you typed is still here: sign in in another tab, then try again.");
      return;
    }
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    if (answer.status >= 500 || [401, 403, 413, 429].includes(answer.status) || !main) {
      const words = main?.textContent.replace(/\s+/g, " ").replace("Go to the runs", "").trim();
      say(form, words || "The server could not do it (" + answer.status + "). What you typed is still here.");
      return;
    }
    show(page);
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("data-plain")) return;
    // A button that only looks at something.
    if (event.submitter?.formMethod === "get" && event.submitter.hasAttribute("formmethod")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    const question = form.dataset.confirm;
    if (question && !window.confirm(question)) return;
    form.dataset.sending = "true";
    say(form, "");
    try {
      await send(form, event.submitter);
    } catch (error) {
      say(form, error.name === "TimeoutError"
        ? "The server has not answered within a minute. It may still do what was asked; look before you try again."
        : SAYS_NOTHING);
    } finally {
      delete form.dataset.sending;
    }
  });

  // Who changes a value after a preview knows that the plan is another one.
  const outdate = (event) => {
    const plan = event.target.closest?.("form")?.querySelector("#plan");
    if (!plan) return;
    plan.querySelector("[name=seen-plan]")?.remove();
    plan.querySelector(".outdated").hidden = false;
  };
  document.addEventListener("input", outdate);
  document.addEventListener("change", outdate);

  // What htmx sends in place.
  const unsent = (text) => (event) => {
    const form = event.detail.elt.closest("form");
    if (form && event.detail.requestConfig?.verb === "post") say(form, text(event));
  };
  document.addEventListener("htmx:sendError", unsent(() => SAYS_NOTHING));
  document.addEventListener("htmx:timeout", unsent(() => SAYS_NOTHING));
  document.addEventListener("htmx:responseError", unsent((event) => {
    const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    return page.querySelector("main")?.textContent.replace(/\s+/g, " ").trim() || "The server could not do it (" + event.detail.xhr.status + ").";
  }));
})();
