package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.NoSuchWindowException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebDriverException;

/** A page that is replaced while a test looks at it is looked at again. */
@Timeout(600)
class ReplacedPageBrowserTest {

  /** How often the page is loaded again before it stays. */
  private static final int LOADS = 12;

  /** Puts another body in the place of the page's own all the time, then loads the page again. */
  private static final String RESTLESS =
      """
      <script>
        const swap = () => {
          document.body.replaceWith(document.body.cloneNode(true));
          setTimeout(swap, 1);
        };
        onload = swap;
        setTimeout(() => location.reload(), 100);
      </script>
      """;

  private static final String PARAGRAPHS = "<p class=bed>one more bed of lettuce</p>".repeat(300);

  private HttpServer server;
  private Browser browser;
  private final AtomicInteger loads = new AtomicInteger();

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    browser = Browser.open();
    browser.go(address());
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.close();
    }
    server.stop(0);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean stays = loads.get() >= LOADS || !exchange.getRequestURI().getPath().equals("/");
    String words = stays ? "it stays" : "load " + loads.incrementAndGet();
    String page =
        "<!DOCTYPE html><title>t</title>%s<body>%s<p id=words>%s</p><button>%s</button>"
            .formatted(stays ? "" : RESTLESS, PARAGRAPHS, words, words);
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void its_text_is_read_again() {
    while (!browser.text().contains("it stays")) {
      assertThat(browser.text()).contains("one more bed of lettuce");
    }
    assertThat(loads).hasValue(LOADS);
  }

  @Test
  void its_elements_are_looked_for_again() {
    while (!browser.textOf("#words").equals("it stays")) {
      assertThat(browser.find(".bed").property(".bed", "className")).isEqualTo("bed");
    }
    assertThat(loads).hasValue(LOADS);
  }

  @Test
  void its_scripts_are_run_again() {
    browser.await("return document.querySelector('#words')?.textContent", "it stays");
    assertThat(loads).hasValue(LOADS);
  }

  @Test
  void what_is_to_be_clicked_is_looked_for_again() {
    browser.click("it stays");
    assertThat(loads).hasValue(LOADS);
  }

  @Test
  void any_other_failure_is_told_at_once() {
    assertThat(
            List.of(
                new StaleElementReferenceException("stale"),
                new TimeoutException("timeout"),
                new WebDriverException(
                    "unknown error: unhandled inspector error: {\"code\":-32000,\"message\":"
                        + "\"Node with given id does not belong to the document\"}")))
        .allMatch(PageWait::isReplaced);
    assertThat(
            List.of(
                new TimeoutException("Expected condition failed: no .bed"),
                new NoSuchWindowException("no such window: target window already closed"),
                new JavascriptException("javascript error: beds is not defined"),
                new WebDriverException("unknown error: session deleted")))
        .noneMatch(PageWait::isReplaced);
  }
}
