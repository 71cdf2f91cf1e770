package dev.escarole.samples.bench.pages;

import dev.escarole.samples.bench.Left;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openqa.selenium.WebDriverException;

/** Measures ten pages of the dashboard in four modes. */
public final class PageWalk {

  /** The sum of all shifts that do not follow a click or a key. */
  private static final String OBSERVER =
      """
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
      """;

  private static final String PAINT =
      "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
  private static final String PAGE_BYTES =
      "return performance.getEntriesByType('navigation')[0].encodedBodySize";
  private static final String ALL_BYTES =
      "return [...performance.getEntriesByType('navigation'),"
          + " ...performance.getEntriesByType('resource')]"
          + ".reduce((sum, each) => sum + each.transferSize, 0)";

  private final PageOptions options;
  private final SeededServer server;
  private final Chromium browser;
  private final Map<String, PageFigure> figures = new LinkedHashMap<>();

  private PageWalk(PageOptions options, SeededServer server, Chromium browser) {
    this.options = options;
    this.server = server;
    this.browser = browser;
  }

  /** Exits with 0 if all pages are good, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    if (words.contains("--help")) {
      System.out.print(PageOptions.HELP);
      return;
    }
    try {
      System.exit(measure(PageOptions.read(words), System.out) ? 0 : 1);
    } catch (IllegalArgumentException e) {
      System.err.println("pages: " + e.getMessage() + "; --help tells more");
      System.exit(2);
    } catch (IOException | WebDriverException e) {
      System.err.println("pages: " + e.getMessage());
      System.exit(1);
    }
  }

  private static boolean measure(PageOptions options, PrintStream out)
      throws IOException, InterruptedException {
    String launcher = System.getProperty("escarole.launcher", "escarole");
    Path recipes = Files.createTempDirectory("escarole-pages-recipes");
    PageRecipes.write(recipes, options.steps(), options.watched());
    try (SeededServer server = SeededServer.start(launcher, recipes);
        Chromium browser = Chromium.open()) {
      System.err.printf(
          "launching %,d runs and one of %,d steps...%n", options.runs(), options.steps());
      server.fill(PageRecipes.SMALL, options.runs());
      String large = server.run(PageRecipes.LARGE, List.of());
      PageWalk walk = new PageWalk(options, server, browser);
      for (PageMode mode : PageMode.values()) {
        System.err.println(mode.title() + "...");
        walk.look(mode, "/runs/" + large);
        walk.watch(mode);
      }
      return walk.print(out);
    } finally {
      Left.remove(recipes);
    }
  }

  /** The pages by their titles, with those of this run. */
  private static Map<String, String> pages(String run) {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("runs", "/runs");
    pages.put("run: overview", run);
    pages.put("run: join", run + "/joins/0.0");
    pages.put("run: lanes", run + "/lanes");
    pages.put("run: graph", run + "/graph");
    pages.put("run: steps", run + "/steps");
    pages.put("run: a failed step", run + "/steps/0.1.0");
    pages.put("recipes", "/recipes");
    pages.put("recipe, with its form", "/recipes/watering");
    pages.put("system", "/system");
    return pages;
  }

  private PageFigure figure(String title) {
    return figures.computeIfAbsent(title, PageFigure::new);
  }

  /** Opens each page as a first visit does, and has axe look at it. */
  private void look(PageMode mode, String run) throws IOException {
    browser.show(mode);
    for (Map.Entry<String, String> page : pages(run).entrySet()) {
      double[] paints = new double[options.rounds()];
      for (int i = 0; i < paints.length; i++) {
        browser.forget();
        browser.go(server.at(page.getValue()));
        browser.find("main h1");
        paints[i] = browser.number(PAINT);
      }
      Arrays.sort(paints);
      figure(page.getKey())
          .add(
              mode,
              new PageFigure.Look(
                  (long) browser.number(PAGE_BYTES),
                  (long) browser.number(ALL_BYTES),
                  paints[paints.length / 2],
                  browser.faults()));
      keep(page.getKey(), mode);
    }
  }

  private void keep(String title, PageMode mode) throws IOException {
    Path directory = options.screenshots();
    if (directory != null) {
      Files.createDirectories(directory);
      String name = (title + " " + mode.title()).replaceAll("[^a-z]+", "-");
      Files.write(directory.resolve(name + ".png"), browser.picture());
    }
  }

  /** Watches all pages at once, each in a window, while a run fails piece by piece. */
  private void watch(PageMode mode) throws IOException, InterruptedException {
    String first = browser.present();
    String run = server.launch(PageRecipes.SLOW, List.of());
    Map<String, String> pages = pages("/runs/" + run);
    pages.put("run: a failed step", "/runs/" + run + "/steps/0.0.0");
    Map<String, String> windows = new LinkedHashMap<>();
    for (Map.Entry<String, String> page : pages.entrySet()) {
      windows.put(page.getKey(), browser.window());
      browser.show(mode);
      browser.before(OBSERVER);
      browser.go(server.at(page.getValue()));
      browser.find("main h1");
    }
    for (int second = 0; second < options.watched(); second += 5) {
      Thread.sleep(5_000);
      String unused = server.launch("harvest", List.of());
    }
    for (Map.Entry<String, String> window : windows.entrySet()) {
      browser.select(window.getValue());
      figure(window.getKey()).shifted(mode, browser.number("return window.shifts"));
      browser.closeWindow();
    }
    browser.select(first);
    server.cancel(run);
  }

  private boolean print(PrintStream out) {
    List<String> modes = Arrays.stream(PageMode.values()).map(PageMode::title).toList();
    out.printf(
        Locale.ROOT,
        "%,d runs, a run of about %,d steps; Chromium %s, Java %s, %d processors, load average %.1f.%n",
        options.runs(),
        options.steps(),
        browser.version(),
        Runtime.version().feature(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    out.printf("Four figures are those of %s.%n%n", String.join(", ", modes));
    out.println(
        "| page | KiB | first visit, KiB | first paint, ms | layout shift in "
            + options.watched()
            + " s | axe |");
    out.println("|---|---|---|---|---|---|");
    List<String> faults = new ArrayList<>();
    for (PageFigure figure : figures.values()) {
      out.println(figure.row());
      faults.addAll(figure.faults());
    }
    faults.forEach(System.err::println);
    return figures.values().stream().allMatch(PageFigure::isGood);
  }
}
