package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody signs in and out. */
@Timeout(900)
class LoginBrowserTest {

  @TempDir Path directory;

  @Test
  void a_token_opens_the_pages_and_signing_out_closes_them() throws IOException {
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    String secret = tokens.create("alice", Role.VIEWER, InstantSource.system().instant());
    ServerOptions options = ServerOptions.local(0, "test").withTokens(tokens.file());
    try (Engine engine = Engine.open(EngineOptions.inMemory());
        WebServer server =
            WebServer.start(options, new Installation(engine, InstantSource.system()));
        Browser browser = Browser.open()) {
      browser.go(server.address().resolve("/runs"));
      assertThat(browser.address().getPath()).isEqualTo("/login");
      assertThat(browser.accessibilityFaults()).isEmpty();
      browser.type("#token", "wrong");
      browser.click("Sign in");
      browser.awaitText("does not know this token");
      browser.type("#token", secret);
      browser.click("Sign in");
      browser.awaitText("alice");
      assertThat(browser.address().getPath()).isEqualTo("/runs");
      browser.click("Sign out");
      browser.find("#token");
      browser.go(server.address().resolve("/runs"));
      assertThat(browser.address().getPath()).isEqualTo("/login");
    }
  }
}
