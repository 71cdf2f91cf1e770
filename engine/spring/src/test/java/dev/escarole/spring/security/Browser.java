package dev.escarole.spring.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.util.FileSystemUtils;

/**
 * A real Chromium without a window. On a machine that has none, a test that opens one is skipped,
 * unless {@code ESCAROLE_BROWSER_TESTS} is {@code required}; the programs are those of the system,
 * or those that {@code ESCAROLE_CHROMIUM} and {@code ESCAROLE_CHROMEDRIVER} name.
 */
final class Browser implements AutoCloseable {

  /** A machine may be busy with much else. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ChromeDriver driver;
  private final Path profile;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  static Browser open() throws IOException {
    Path chromium = program("ESCAROLE_CHROMIUM", "/usr/bin/chromium");
    Path program = program("ESCAROLE_CHROMEDRIVER", "/usr/bin/chromedriver");
    Path profile = Files.createTempDirectory("escarole-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--window-size=1280,900",
        "--user-data-dir=" + profile);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program.toFile())
            .usingAnyFreePort()
            .withTimeout(PATIENCE)
            .build();
    return new Browser(new ChromeDriver(service, options), profile);
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

  Browser go(URI address) {
    driver.get(address.toString());
    return this;
  }

  URI address() {
    return URI.create(Objects.requireNonNull(driver.getCurrentUrl()));
  }

  /** Fills in the form of Spring Security, which has to be there. */
  void signIn(String user) {
    type("#username", user);
    type("#password", SecuredApplication.PASSWORD);
    click("button[type=submit]");
  }

  /** Forgets who is signed in, in all tabs. */
  void forget() {
    driver.manage().deleteAllCookies();
  }

  void type(String css, String text) {
    with(css, element -> element.sendKeys(text));
  }

  void click(String css) {
    with(css, WebElement::click);
  }

  /** Follows a link that opens a tab, does something there, and comes back. */
  void inNewTab(String address, Runnable action) {
    String before = driver.getWindowHandle();
    driver.switchTo().newWindow(WindowType.TAB);
    driver.get(address);
    action.run();
    driver.close();
    driver.switchTo().window(before);
  }

  /** A property of an element, as soon as that is there. */
  String property(String css, String name) {
    String[] value = new String[1];
    with(css, element -> value[0] = element.getDomProperty(name));
    return Objects.requireNonNull(value[0]);
  }

  /** Waits until an element with this text is there and can be seen. */
  void awaitText(String css, String text) {
    await(css, element -> element.getText().contains(text), text);
  }

  /** Waits until an attribute of an element is this. */
  void await(String css, String attribute, String value) {
    await(css, element -> value.equals(element.getDomAttribute(attribute)), value);
  }

  private void with(String css, Consumer<WebElement> action) {
    await(
        css,
        element -> {
          action.accept(element);
          return true;
        },
        "");
  }

  /** The page may replace the element at any time: then it is looked for again. */
  private void await(String css, Predicate<WebElement> look, String words) {
    Boolean unused =
        new WebDriverWait(driver, PATIENCE)
            .pollingEvery(Duration.ofMillis(50))
            .ignoring(StaleElementReferenceException.class)
            .withMessage(() -> "no " + css + " with '" + words + "' at " + address())
            .until(
                page ->
                    driver.findElements(By.cssSelector(css)).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .filter(look)
                        .isPresent());
  }

  /** What the browser has complained about: scripts that failed, what a policy forbade. */
  List<String> complaints() {
    return driver.manage().logs().get("browser").getAll().stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .filter(line -> line.startsWith("SEVERE"))
        .toList();
  }

  /** Keeps a picture of the page. */
  void screenshot(String name) throws IOException {
    Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
    Files.write(pictures.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
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
    try {
      return FileSystemUtils.deleteRecursively(directory) || !Files.exists(directory);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
