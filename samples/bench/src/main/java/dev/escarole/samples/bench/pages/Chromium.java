package dev.escarole.samples.bench.pages;

import dev.escarole.samples.bench.Left;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium without a window. Not thread-safe. */
final class Chromium implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ChromeDriver driver;
  private final Path profile;

  private Chromium(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  /**
   * Starts the system's browser, or the one that {@code ESCAROLE_CHROMIUM} and {@code
   * ESCAROLE_CHROMEDRIVER} name.
   *
   * @throws IOException if there is none
   */
  static Chromium open() throws IOException {
    Path chromium = program("ESCAROLE_CHROMIUM", "/usr/bin/chromium");
    Path program = program("ESCAROLE_CHROMEDRIVER", "/usr/bin/chromedriver");
    Path profile = Files.createTempDirectory("escarole-pages-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.setScriptTimeout(PATIENCE);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program.toFile())
            .usingAnyFreePort()
            .withTimeout(PATIENCE)
            .build();
    return new Chromium(new ChromeDriver(service, options), profile);
  }

  private static Path program(String variable, String usual) throws IOException {
    Path path = Path.of(Objects.requireNonNullElse(System.getenv(variable), usual));
    if (!Files.isExecutable(path)) {
      throw new IOException(
          "there is no %s; install chromium and chromium-driver, or name it with $%s"
              .formatted(path, variable));
    }
    return path;
  }

  String version() {
    return String.valueOf(driver.getCapabilities().getBrowserVersion());
  }

  /** Shows pages in this mode from now on, in the present window. */
  void show(PageMode mode) {
    show(mode.width(), mode.height(), mode.isDark());
  }

  void show(int width, int height, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Has every page that is opened from now on in the present window run this first. */
  void before(String script) {
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  /** Forgets what it has fetched. */
  void forget() {
    driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
  }

  void go(URI address) {
    driver.get(address.toString());
  }

  /** The number that a script in the page returns, as soon as it is there. */
  double number(String script) {
    return await(
        () -> driver.executeScript(script) instanceof Number number ? number.doubleValue() : null,
        script);
  }

  /** The text that a script in the page returns. */
  String text(String script) {
    return String.valueOf(driver.executeScript(script));
  }

  /** Waits until a script in the page returns true. */
  void await(String script) {
    Boolean unused =
        await(() -> Boolean.TRUE.equals(driver.executeScript(script)) ? true : null, script);
  }

  /** Waits until an element is there. */
  void find(String css) {
    WebElement unused = element(css);
  }

  private WebElement element(String css) {
    return await(
        () ->
            driver.findElements(By.cssSelector(css)).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null),
        css);
  }

  private interface Look<T> {
    @Nullable T at();
  }

  private <T> T await(Look<T> look, String what) {
    return new WebDriverWait(driver, PATIENCE)
        .withMessage(() -> what + " at " + driver.getCurrentUrl())
        .until(any -> look.at());
  }

  /** The names of the rules of axe that the page breaks, with how often it does. */
  List<String> faults() throws IOException {
    String axe;
    try (InputStream script = Chromium.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    }
    JavascriptExecutor page = driver;
    page.executeScript(axe);
    Object found =
        page.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run({resultTypes: ["violations"]}).then((found) => done(
              found.violations.map((rule) => rule.id + " × " + rule.nodes.length)));
            """);
    return found instanceof List<?> rules
        ? rules.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** A picture of what the window shows, as PNG. */
  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** A picture of an element, as PNG. */
  byte[] picture(String css) {
    return element(css).getScreenshotAs(OutputType.BYTES);
  }

  /** Opens a window, which is the present one from now on, and says how to come back to it. */
  String window() {
    driver.switchTo().newWindow(WindowType.WINDOW);
    return driver.getWindowHandle();
  }

  void select(String window) {
    driver.switchTo().window(window);
  }

  /** Closes the present window; another one has to be selected. */
  void closeWindow() {
    driver.close();
  }

  /** The present window. */
  String present() {
    return driver.getWindowHandle();
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    Left.remove(profile);
  }
}
