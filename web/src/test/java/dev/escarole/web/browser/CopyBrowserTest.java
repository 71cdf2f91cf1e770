package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** Somebody copies on a host without https, where scripts have no clipboard. */
@Timeout(900)
class CopyBrowserTest {

  private static final String HOST = "escarole.test";

  @Test
  void what_is_copied_can_be_pasted_on_a_plain_http_host() throws Exception {
    ServerOptions options =
        new ServerOptions(
            ServerOptions.LOOPBACK,
            0,
            List.of(HOST),
            Entrance.OPEN,
            ServerOptions.REQUESTS_PER_SECOND,
            "test",
            InstantSource.system(),
            LiveOptions.DEFAULTS);
    try (Engine engine = Engine.open(EngineOptions.inMemory());
        WebServer server =
            WebServer.start(options, new Installation(engine, InstantSource.system()));
        Browser browser = Browser.open("--host-resolver-rules=MAP " + HOST + " 127.0.0.1")) {
      String run =
          engine
              .run(
                  RunRequest.of(new RecipeReader().read("\"echo to-be-copied\"", "r.json")).build())
              .run()
              .value();
      URI site = URI.create("http://" + HOST + ":" + server.port());
      browser.go(site.resolve("/runs/" + run + "/steps/0"));
      assertThat(browser.evaluate("return isSecureContext + ' ' + typeof navigator.clipboard"))
          .isEqualTo("false undefined");
      browser.clickAt("[data-copy], [data-copy-text]");
      browser.awaitText("Copied");
      browser.go(site.resolve("/runs"));
      browser.type("#text", Keys.chord(Keys.CONTROL, "v"));
      browser.await(
          "return document.getElementById('text').value.includes('to-be-copied')", "true");
      assertThat(browser.complaints())
          .as("such a host is not trusted with this header, and the browser says so")
          .allMatch(each -> each.contains("Cross-Origin-Opener-Policy"));
    }
  }
}
