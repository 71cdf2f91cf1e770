package dev.escarole.web.app.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.system.NoInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client says of a server that is not there, is none of Escarole, or is another one. */
@Timeout(60)
class RemoteEscaroleTest {

  private static RefusedException refused(Callable<?> asked) {
    return Objects.requireNonNull(
        catchThrowableOfType(RefusedException.class, asked::call), "nothing was refused");
  }

  private static RefusedException at(int status, String type, String body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", type);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      return refused(() -> RemoteEscarole.at(address, "").system(NoInput.NONE));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void nobody_answers(@TempDir Path directory) throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    URI address = URI.create("http://127.0.0.1:" + port);
    RefusedException network = refused(() -> RemoteEscarole.at(address, "").health(NoInput.NONE));
    assertThat(network.code()).isEqualTo(RefusalCode.NO_ANSWER);
    assertThat(network).hasMessageStartingWith("no server answers at " + address + ": ");
    assertThat(network.hint())
        .isEqualTo("Start one with 'escarole serve', or correct the address.");
    assertThat(network.code().exitCode()).isEqualTo(2);
    Path socket = directory.resolve("nobody");
    RefusedException local = refused(() -> RemoteEscarole.at(socket).health(NoInput.NONE));
    assertThat(local.code()).isEqualTo(RefusalCode.NO_ANSWER);
    assertThat(local).hasMessageStartingWith("no server answers at " + socket + ": ");
  }

  @Test
  void something_else_answers() throws Exception {
    assertThat(at(200, "text/html", "<html>"))
        .hasMessage("that is not an Escarole server: it sends no JSON")
        .extracting(RefusedException::code)
        .isEqualTo(RefusalCode.NO_ESCAROLE);
    assertThat(at(200, "application/json", "{version")).hasMessageContaining("no JSON");
    assertThat(at(404, "text/html", "<html>"))
        .hasMessage("that is not an Escarole server: status 404");
    assertThat(at(302, "application/json", "{}"))
        .hasMessage("that is not an Escarole server: status 302");
  }

  @Test
  void a_field_that_holds_what_none_can_hold_is_refused() throws Exception {
    RefusedException odd =
        at(
            200,
            "application/json",
            "{\"version\": \"1\", \"java\": \"17\", \"cache\": {\"results\": \"\\u001b[2J\"}}");
    assertThat(odd).hasMessage("that is not an Escarole server: the document has an odd 'results'");
  }

  @Test
  void a_refusal_of_another_release_is_told_with_its_own_code() throws Exception {
    RefusedException newer =
        at(
            409,
            "application/problem+json",
            "{\"type\": \"urn:x\", \"title\": \"the moon is full\", \"status\": 409,"
                + " \"code\": \"full-moon\", \"hint\": \"Wait.\", \"instance\": \"/\","
                + " \"phase\": 4}");
    assertThat(newer).hasMessage("the moon is full (full-moon)");
    assertThat(newer.hint()).isEqualTo("Wait.");
    assertThat(newer.code().exitCode()).isEqualTo(2);
    RefusedException denied =
        at(
            403,
            "application/problem+json",
            "{\"type\": \"urn:x\", \"title\": \"no\", \"status\": 403, \"code\": \"nope\","
                + " \"hint\": \"\", \"instance\": \"/\"}");
    assertThat(denied.code().exitCode()).isEqualTo(3);
  }

  @Test
  void a_name_that_is_empty_does_not_become_another_question(@TempDir Path directory) {
    Escarole escarole = RemoteEscarole.at(directory.resolve("nobody"));
    assertThat(refused(() -> escarole.resume(new RunName(""))).code())
        .isEqualTo(RefusalCode.BAD_ADDRESS);
  }
}
