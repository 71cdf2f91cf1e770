// Runs before anything is shown, so that no page flashes in the wrong colours.
(() => {
  const kept = localStorage.getItem("escarole-theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    document.documentElement.dataset.theme = kept || (dark.matches ? "dark" : "light");
  };
  show();
  if (!kept) {
    dark.addEventListener("change", show);
  }
  // Paper is light.
  let shown = "";
  addEventListener("beforeprint", () => {
    shown = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
  });
  addEventListener("afterprint", () => { document.documentElement.dataset.theme = shown; });
})();
