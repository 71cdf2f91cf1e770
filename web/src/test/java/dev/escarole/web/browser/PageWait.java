package dev.escarole.web.browser;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Waits for what a page will show. A look is repeated if the page, or a part of it, was replaced
 * meanwhile: what it would have told is of a page that nobody sees any more.
 */
final class PageWait {

  /** For which the tests wait for anything; a machine may be busy with much else. */
  static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /**
   * What chromedriver says of a page that was replaced during a look, beside that an element is
   * stale. These errors have no code of their own: SeleniumHQ/selenium#15401.
   */
  private static final List<String> REPLACED =
      List.of(
          "does not belong to the document",
          "No node with given id",
          "Could not find node with given id",
          "Cannot find context with specified id",
          "uniqueContextId not found",
          "Execution context was destroyed",
          "Inspected target navigated or closed",
          "document unloaded while waiting for result",
          "aborted by navigation",
          "frame was detached");

  private final WebDriver driver;

  PageWait(WebDriver driver) {
    this.driver = driver;
  }

  /**
   * Looks until there is something to return.
   *
   * @param look returns null or false while there is nothing; has to bear being repeated
   * @param otherwise what is wrong if nothing comes
   */
  <T> T until(Supplier<T> look, Supplier<String> otherwise) {
    return new WebDriverWait(driver, PATIENCE)
        .pollingEvery(LOOK_EVERY)
        .withMessage(otherwise)
        .until(page -> tried(look));
  }

  /** Looks once, at a page that stays as it is meanwhile. */
  <T> T look(Supplier<T> look) {
    // In a list, as waiting takes false for nothing.
    return until(() -> List.of(look.get()), () -> "the page is replaced again and again").get(0);
  }

  private static <T> T tried(Supplier<T> look) {
    try {
      return look.get();
    } catch (WebDriverException e) {
      if (isReplaced(e)) {
        return null;
      }
      throw e;
    }
  }

  /** Whether a look failed because the page was replaced meanwhile. */
  static boolean isReplaced(WebDriverException failure) {
    String message = String.valueOf(failure.getRawMessage());
    // A script that chromedriver runs of its own, to see whether the page is there, can be cut
    // short as well: that is a bare "timeout", while a wait of ours says what it waited for.
    return failure instanceof StaleElementReferenceException
        || (failure instanceof TimeoutException && message.startsWith("timeout"))
        || REPLACED.stream().anyMatch(message::contains);
  }
}
