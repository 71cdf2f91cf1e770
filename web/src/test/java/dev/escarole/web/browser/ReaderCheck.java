package dev.escarole.web.browser;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at what a browser shows in several modes, light and dark, wide and phone: whether axe finds
 * fault with it, whether it fits, and whether what is kept up to date can stand still.
 */
final class ReaderCheck {

  /** A way to look at a page. */
  private record Mode(String name, int width, int height, boolean dark) {}

  private static final List<Mode> MODES =
      List.of(
          new Mode("wide-light", 1280, 900, false),
          new Mode("phone-dark", 390, 844, true),
          new Mode("wide-dark", 1280, 900, true),
          new Mode("phone-light", 390, 844, false));

  /** Enough for each width and each scheme of colours to be looked at once. */
  private static final int FEW = 2;

  /** What of a page that is kept up to date has no id, no fixed place or columns that may move. */
  private static final String UNSTEADY =
      """
      const part = document.querySelector("[data-follow]");
      if (!part) return "";
      const faults = [];
      const name = (each) => each.cloneNode(false).outerHTML;
      for (const row of part.querySelectorAll("tbody > tr")) {
        if (!row.id) faults.push("a row without an id: " + row.outerHTML.slice(0, 200));
        if (!row.closest("[data-hold]")) faults.push("rows that may move: " + name(row.parentElement));
      }
      for (const table of part.querySelectorAll("table")) {
        if (innerWidth >= 1000 && getComputedStyle(table).tableLayout !== "fixed") {
          faults.push("columns that may move: " + name(table));
        }
      }
      const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
      const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
      if (twice.length) faults.push("ids that stand twice: " + twice.join(", "));
      return [...new Set(faults)].slice(0, 5).join("; ");
      """;

  private final Browser browser;
  private final List<Mode> modes;
  private final Map<String, String> faults = new LinkedHashMap<>();

  /**
   * @param all whether it looks in all modes, and not only wide in light and on a phone in dark
   */
  ReaderCheck(Browser browser, boolean all) {
    this.browser = browser;
    this.modes = all ? MODES : MODES.subList(0, FEW);
  }

  /** Looks at the present page, and keeps pictures of it under this name. */
  void look(String name) throws IOException {
    for (Mode mode : modes) {
      browser.dark(mode.dark()).size(mode.width(), mode.height());
      String where = name + " " + mode.name();
      for (String fault : browser.accessibilityFaults()) {
        note(where, fault);
      }
      String overflow = browser.overflow();
      if (!overflow.isEmpty()) {
        note(where, "wider than the window: " + overflow);
      }
      String unsteady = browser.evaluate(UNSTEADY);
      if (!unsteady.isEmpty()) {
        note(where, unsteady);
      }
      browser.screenshot(where.replaceAll("[^A-Za-z0-9]+", "-"));
    }
    browser.dark(false).size(1280, 900);
  }

  /** The same fault on many pages is told once. */
  private void note(String where, String fault) {
    faults.putIfAbsent(fault, where + ": " + fault);
  }

  /** What was found so far, each with the first page that has it. */
  List<String> faults() {
    return List.copyOf(faults.values());
  }
}
