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
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Wait;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A real Chromium without a window. On a machine that has none, a test that opens one is skipped,
 * unless {@code ESCAROLE_BROWSER_TESTS} is {@code required}; the programs are those of the system,
 * or those that {@code ESCAROLE_CHROMIUM} and {@code ESCAROLE_CHROMEDRIVER} name.
 */
final class Browser implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final ChromeDriver driver;
  private final Path profile;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  static Browser open() throws IOException {
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
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    return this;
  }

  /** Has every page that is opened from now on run this before its own scripts. */
  Browser before(String script) {
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    return this;
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

  /** What a script in the page answers, as text. */
  String evaluate(String script) {
    return String.valueOf(driver.executeScript(script));
  }

  /** Waits until a script in the page answers this. */
  Browser await(String script, String answer) {
    waiting(() -> script + " gives " + evaluate(script) + ", not " + answer)
        .until(page -> evaluate(script).equals(answer));
    return this;
  }

  /** Moves the pointer onto an element. */
  Browser point(String css) {
    new Actions(driver).moveToElement(find(css)).perform();
    return this;
  }

  Browser go(URI address) {
    driver.get(address.toString());
    return this;
  }

  URI address() {
    return URI.create(Objects.requireNonNull(driver.getCurrentUrl()));
  }

  /** Waits for what comes; what a page swaps while one looks at it is looked for again. */
  private Wait<WebDriver> waiting(Supplier<String> otherwise) {
    return new WebDriverWait(driver, PATIENCE)
        .ignoring(StaleElementReferenceException.class)
        .withMessage(otherwise);
  }

  /** The element, as soon as it is there and can be seen. */
  WebElement find(String css) {
    return waiting(() -> "no " + css + " at " + driver.getCurrentUrl())
        .until(
            page ->
                page.findElements(By.cssSelector(css)).stream()
                    .filter(WebElement::isDisplayed)
                    .findFirst()
                    .orElse(null));
  }

  /** The link or button with these words, as soon as it is there. */
  WebElement labelled(String words) {
    return waiting(() -> "nothing says '" + words + "' at " + driver.getCurrentUrl())
        .until(
            page ->
                page.findElements(By.cssSelector("a, button, summary, [role=tab]")).stream()
                    .filter(each -> each.isDisplayed() && each.getText().strip().equals(words))
                    .findFirst()
                    .orElse(null));
  }

  /** Clicks on the link or button with these words, as soon as that is possible. */
  void click(String words) {
    clickOn(() -> labelled(words), "'" + words + "' cannot be clicked");
  }

  /** Clicks on the element, as soon as that is possible. */
  void clickAt(String css) {
    clickOn(() -> find(css), css + " cannot be clicked");
  }

  private void clickOn(Supplier<WebElement> element, String otherwise) {
    Boolean unused =
        waiting(() -> otherwise + " at " + driver.getCurrentUrl())
            .until(
                page -> {
                  element.get().click();
                  return true;
                });
  }

  /** Waits until the page's text holds this. */
  Browser awaitText(String text) {
    waiting(() -> "'" + text + "' does not appear; the page says: " + text())
        .until(page -> text().contains(text));
    return this;
  }

  /** What can be read on the page. */
  String text() {
    return driver.findElement(By.tagName("body")).getText();
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
      WebElement focus = driver.switchTo().activeElement();
      if (isCalled(focus, name)) {
        return this;
      }
    }
    throw new AssertionError("the Tab key does not lead to '" + name + "' at " + address());
  }

  private static boolean isCalled(WebElement element, String name) {
    try {
      return name.equals(element.getText().strip()) || name.equals(element.getAccessibleName());
    } catch (StaleElementReferenceException e) {
      // The page has swapped it meanwhile.
      return false;
    }
  }

  /** Keeps a picture of the page as far as the window shows it. */
  void screenshot(String name) throws IOException {
    Files.createDirectories(SCREENSHOTS);
    Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** What axe finds on the page that is serious or worse, in words. */
  List<String> accessibilityFaults() throws IOException {
    try (InputStream axe = Browser.class.getResourceAsStream("/axe.min.js")) {
      driver.executeScript(
          new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
    }
    Object faults =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run({resultTypes: ["violations"]}).then(found => done(found.violations
              .filter(rule => rule.impact === "serious" || rule.impact === "critical")
              .map(rule => rule.id + ": " + rule.nodes
                .map(node => node.html + " " + node.failureSummary).join("; "))));
            """);
    assertThat(faults).isInstanceOf(List.class);
    return ((List<?>) faults).stream().map(String::valueOf).toList();
  }

  /** What makes the page wider than the window; empty if it is not. */
  String overflow() {
    return String.valueOf(
        driver.executeScript(
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
            """));
  }

  /** How often the page has asked for an address that holds this. */
  long requests(String part) {
    return (Long)
        Objects.requireNonNull(
            driver.executeScript(
                "return performance.getEntriesByType('resource')"
                    + ".filter(each => each.name.includes(arguments[0])).length",
                part));
  }

  /** Marks an element and all within, to see later whether they are still the same. */
  Browser mark(String css) {
    WebElement element = find(css);
    Object unused =
        driver.executeScript(
            "[arguments[0], ...arguments[0].querySelectorAll('*')].forEach(e => e.marked = true)",
            element);
    return this;
  }

  /** Whether nothing of an element was replaced since it was marked. */
  boolean isMarked(String css) {
    return Boolean.TRUE.equals(
        driver.executeScript(
            "return [arguments[0], ...arguments[0].querySelectorAll('*')].every(e => e.marked)",
            find(css)));
  }

  /** Lets the page go on by itself for so many milliseconds. */
  void pass(int millis) {
    Object unused = driver.executeAsyncScript("setTimeout(arguments[1], arguments[0])", millis);
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
