package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.Pdf;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.print.PrintOptions;

/**
 * A real Chromium without a window. On a machine that has none, a test that opens one is skipped,
 * unless {@code ESCAROLE_BROWSER_TESTS} is {@code required}; the programs are those of the system,
 * or those that {@code ESCAROLE_CHROMIUM} and {@code ESCAROLE_CHROMEDRIVER} name.
 */
final class Browser implements AutoCloseable {

  private static final Duration PATIENCE = PageWait.PATIENCE;
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final ChromeDriver driver;
  private final Path profile;
  private final PageWait wait;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.wait = new PageWait(driver);
    this.profile = profile;
  }

  /** With further arguments of the program. */
  static Browser open(String... more) throws IOException {
    Path chromium = program("ESCAROLE_CHROMIUM", "/usr/bin/chromium");
    Path driver = program("ESCAROLE_CHROMEDRIVER", "/usr/bin/chromedriver");
    Path profile = Files.createTempDirectory("escarole-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.setScriptTimeout(PATIENCE);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    options.addArguments(more);
    return new Browser(start(driver, options), profile);
  }

  /** A machine that is busy otherwise may need longer than a driver waits: then once more. */
  private static ChromeDriver start(Path program, ChromeOptions options) {
    try {
      return new ChromeDriver(service(program), options);
    } catch (SessionNotCreatedException e) {
      return new ChromeDriver(service(program), options);
    }
  }

  private static ChromeDriverService service(Path program) {
    return new ChromeDriverService.Builder()
        .usingDriverExecutable(program.toFile())
        .usingAnyFreePort()
        .withTimeout(PATIENCE)
        .build();
  }

  private static Path program(String variable, String usual) {
    String named = System.getenv(variable);
    Path path = Path.of(named == null ? usual : named);
    if ("required".equals(System.getenv("ESCAROLE_BROWSER_TESTS"))) {
      assertThat(path).as("the browser that the tests need").isExecutable();
    }
    assumeTrue(Files.isExecutable(path), "there is no " + path);
    return path;
  }

  Browser size(int width, int height) {
    // The window's own size would be that of its frame; this is the page's.
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.manage().window().setSize(new Dimension(width, height));
    return this;
  }

  Browser dark(boolean dark) {
    return media("screen", Map.of("prefers-color-scheme", dark ? "dark" : "light"));
  }

  /**
   * Shows pages as on this medium to a reader with these preferences, until the next call.
   *
   * @param medium {@code screen} or {@code print}
   */
  Browser media(String medium, Map<String, String> preferences) {
    List<Map<String, String>> features =
        preferences.entrySet().stream()
            .map(each -> Map.of("name", each.getKey(), "value", each.getValue()))
            .toList();
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("media", medium, "features", features));
    return this;
  }

  /** Lets pages that are opened from now on run no scripts. */
  Browser withoutScripts() {
    driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    return this;
  }

  /** Puts the browser's clock into a time zone. */
  Browser zone(String name) {
    driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", name));
    return this;
  }

  /** Has Chromium do what only its own protocol can: touches, a wheel with keys, no scripts. */
  Browser protocol(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
    return this;
  }

  /** Moves the pointer onto an element and drags from there. */
  Browser drag(String css, int right, int down) {
    return done(
        () ->
            new Actions(driver)
                .moveToElement(element(css))
                .clickAndHold()
                .moveByOffset(right, down)
                .release()
                .perform());
  }

  /** Has every page that is opened from now on run this before its own scripts. */
  Browser before(String script) {
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    return this;
  }

  /**
   * Has the clocks by which every page that is opened from now on waits run so many times as fast,
   * {@link #pass} too. Clocks of a worker that pages share stay as they are.
   */
  Browser hurry(int times) {
    return before(
        """
        for (const name of ["setTimeout", "setInterval"]) {
          const real = window[name].bind(window);
          window[name] = (act, millis = 0, ...rest) => real(act, millis / %d, ...rest);
        }
        """
            .formatted(times));
  }

  /** Opens one more window, in which everything happens from now on, and says how to come back. */
  String window() {
    driver.switchTo().newWindow(WindowType.WINDOW);
    return driver.getWindowHandle();
  }

  /** Opens one more tab, in which everything happens from now on, and says how to come back. */
  String tab() {
    driver.switchTo().newWindow(WindowType.TAB);
    return driver.getWindowHandle();
  }

  /** The tab in which everything happens. */
  String present() {
    return driver.getWindowHandle();
  }

  Browser select(String tab) {
    driver.switchTo().window(tab);
    return this;
  }

  /** Closes the tab in which everything happens; another one has to be selected. */
  void closeTab() {
    driver.close();
  }

  /** Lets the page believe that nobody looks at it, or that somebody does again. */
  Browser hide(boolean hidden) {
    evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => "
            + hidden
            + "}); document.dispatchEvent(new Event('visibilitychange'));");
    return this;
  }

  /** What a script in the page answers, as text; runs again if the page is replaced meanwhile. */
  String evaluate(String script) {
    return wait.look(() -> String.valueOf(driver.executeScript(script)));
  }

  /** Waits until a script in the page answers this. */
  Browser await(String script, String answer) {
    Boolean unused =
        wait.until(
            () -> evaluate(script).equals(answer),
            () -> script + " gives " + evaluate(script) + ", not " + answer);
    return this;
  }

  /** Moves the pointer onto an element. */
  Browser point(String css) {
    return done(() -> new Actions(driver).moveToElement(element(css)).perform());
  }

  Browser go(URI address) {
    driver.get(address.toString());
    return this;
  }

  URI address() {
    return URI.create(Objects.requireNonNull(driver.getCurrentUrl()));
  }

  /** Does something on the page; again if the page was replaced before it came to that. */
  private Browser done(Runnable action) {
    Boolean unused =
        wait.look(
            () -> {
              action.run();
              return true;
            });
    return this;
  }

  /** The element, as soon as it is there and can be seen. The page may replace it at any time. */
  private WebElement element(String css) {
    return wait.until(
        () ->
            driver.findElements(By.cssSelector(css)).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null),
        () -> "no " + css + " at " + driver.getCurrentUrl());
  }

  /** Waits until the element is there and can be seen. */
  Browser find(String css) {
    WebElement unused = element(css);
    return this;
  }

  /** Whether there is such an element that can be seen now. */
  boolean isShown(String css) {
    return wait.look(
        () -> driver.findElements(By.cssSelector(css)).stream().anyMatch(WebElement::isDisplayed));
  }

  /** What can be read of the element, as soon as it is there. */
  String textOf(String css) {
    return wait.look(() -> element(css).getText());
  }

  /** What a property of the element is, as soon as that is there. */
  String property(String css, String name) {
    return wait.look(() -> String.valueOf(element(css).getDomProperty(name)));
  }

  /** Types into the element, as soon as it is there. */
  Browser type(String css, String text) {
    return done(() -> element(css).sendKeys(text));
  }

  /** The link or button with these words, as soon as it is there. */
  private WebElement labelled(String words) {
    return wait.until(
        () ->
            driver.findElements(By.cssSelector("a, button, summary, [role=tab]")).stream()
                .filter(each -> each.isDisplayed() && each.getText().strip().equals(words))
                .findFirst()
                .orElse(null),
        () -> "nothing says '" + words + "' at " + driver.getCurrentUrl());
  }

  /** Clicks on the link or button with these words, as soon as that is possible. */
  void click(String words) {
    clickOn(() -> labelled(words), "'" + words + "' cannot be clicked");
  }

  /** Clicks on the element, as soon as that is possible. */
  void clickAt(String css) {
    clickOn(() -> element(css), css + " cannot be clicked");
  }

  private void clickOn(Supplier<WebElement> element, String otherwise) {
    Boolean unused =
        wait.until(
            () -> {
              element.get().click();
              return true;
            },
            () -> otherwise + " at " + driver.getCurrentUrl());
  }

  /** Waits until the page's text holds this. */
  Browser awaitText(String text) {
    Boolean unused =
        wait.until(
            () -> text().contains(text),
            () -> "'" + text + "' does not appear; the page says: " + text());
    return this;
  }

  /** What can be read on the page. */
  String text() {
    return wait.until(
        () ->
            driver.findElements(By.tagName("body")).stream()
                .findFirst()
                .map(WebElement::getText)
                .orElse(null),
        () -> "the page has no body");
  }

  /** Presses keys as somebody at the keyboard does, wherever the focus is by then. */
  Browser press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
    return this;
  }

  /** Goes from element to element by the Tab key alone until one has these words or this name. */
  Browser tabTo(String name) {
    for (int i = 0; i < 200; i++) {
      press(Keys.TAB);
      if (wait.look(() -> isCalled(driver.switchTo().activeElement(), name))) {
        return this;
      }
    }
    throw new AssertionError("the Tab key does not lead to '" + name + "' at " + address());
  }

  private static boolean isCalled(WebElement element, String name) {
    return name.equals(element.getText().strip()) || name.equals(element.getAccessibleName());
  }

  /** Keeps a picture of the page as far as the window shows it. */
  void screenshot(String name) throws IOException {
    Files.createDirectories(SCREENSHOTS);
    Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** Prints the page, as somebody does who keeps it on paper. */
  void print() {
    Pdf unused = driver.print(new PrintOptions());
  }

  /** What axe finds on the page, in words. */
  List<String> accessibilityFaults() throws IOException {
    String axe;
    try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    }
    Object faults = wait.look(() -> faults(axe));
    assertThat(faults).isInstanceOf(List.class);
    return ((List<?>) faults).stream().map(String::valueOf).toList();
  }

  private Object faults(String axe) {
    driver.executeScript(axe);
    return driver.executeAsyncScript(
        """
            const done = arguments[arguments.length - 1];
            axe.run({resultTypes: ["violations"]}).then(found => done(found.violations
              .map(rule => rule.id + ": " + rule.nodes
                .map(node => node.html + " " + node.failureSummary).join("; "))));
            """);
  }

  /** What makes the page wider than the window; empty if it is not. */
  String overflow() {
    return evaluate(
        """
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return "";
            const scrolls = each => each !== null
              && (/auto|scroll|hidden/.test(getComputedStyle(each).overflowX)
                  || scrolls(each.parentElement));
            return [...document.body.querySelectorAll("*")]
              .filter(each => each.getBoundingClientRect().right > width + 1
                  && !scrolls(each.parentElement))
              .slice(0, 5).map(each => each.cloneNode(false).outerHTML).join(" ");
            """);
  }

  /** How often the page has asked for an address that holds this. */
  long requests(String part) {
    Object requests =
        wait.look(
            () ->
                driver.executeScript(
                    "return performance.getEntriesByType('resource')"
                        + ".filter(each => each.name.includes(arguments[0])).length",
                    part));
    return (Long) requests;
  }

  /** Marks an element and all within, to see later whether they are still the same. */
  Browser mark(String css) {
    return done(
        () ->
            driver.executeScript(
                "[arguments[0], ...arguments[0].querySelectorAll('*')]"
                    + ".forEach(e => e.marked = true)",
                element(css)));
  }

  /** Whether nothing of an element was replaced since it was marked. */
  boolean isMarked(String css) {
    Object marked =
        wait.look(
            () ->
                String.valueOf(
                    driver.executeScript(
                        "return [arguments[0], ...arguments[0].querySelectorAll('*')]"
                            + ".every(e => e.marked)",
                        element(css))));
    return marked.equals("true");
  }

  /** Lets the page go on by itself for so many milliseconds. */
  void pass(int millis) {
    Browser unused =
        done(() -> driver.executeAsyncScript("setTimeout(arguments[1], arguments[0])", millis));
  }

  /** What the browser has complained about: scripts that failed, what the policy forbade. */
  List<String> complaints() {
    return driver.manage().logs().get("browser").getAll().stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .filter(line -> line.startsWith("SEVERE"))
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    // Some of its processes may still be writing for a moment after the browser has gone.
    while (!isDeleted(profile) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
  }

  private static boolean isDeleted(Path directory) {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
