package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that answers with text that a terminal would obey, or that forges lines. */
class HostileServerTest {

  private static final String EVIL = "x\\u001b]0;owned\\u0007\\nrun y of z: done";

  private HttpServer server;
  private CliHarness cli;
  private volatile String answer = "";
  private volatile String type = "application/json";

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.getResponseHeaders().set("Content-Range", "bytes 0-0/" + body.length);
          exchange.sendResponseHeaders(
              exchange.getRequestHeaders().containsKey("Range") ? 206 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    cli =
        new CliHarness(directory)
            .on(new Terminal(false, true, true, 80, 24, true, true))
            .env("ESCAROLE_SERVER", "http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static String run(String field, String value) {
    String run =
        "{\"run\":\"r-1\",\"recipe\":\"r\",\"planHash\":\"0123456789abcdef\",\"status\":\"degraded\","
            + "\"principal\":\"p\",\"accepted\":false,\"startedAt\":\"2026-11-22T00:00:00Z\",\"durationMillis\":1,"
            + "\"losses\":[{\"path\":\"0.0\",\"command\":\"c\",\"outcome\":\"exited\",\"exitCode\":1,"
            + "\"error\":\"e\",\"consent\":null}],\"lossCount\":1,"
            + "\"readsFromFailure\":[{\"step\":\"0.1\",\"command\":\"d\",\"from\":\"0.0\"}],"
            + "\"readsFromFailureCount\":1,"
            + "\"steps\":[{\"path\":\"0\",\"kind\":\"leaf\",\"argv\":[\"w\"],\"status\":\"done\"}]}";
    return run.replaceFirst(
        "\"" + field + "\":\"[^\"]*\"",
        Matcher.quoteReplacement("\"" + field + "\":\"" + value + "\""));
  }

  private static void assertClean(Call call) {
    for (String text : new String[] {call.text(), call.err()}) {
      assertThat(text.replaceAll("\u001b\\[\\d*m", "")).doesNotContain("\u001b", "\u0007");
      assertThat(text.lines()).noneMatch(line -> line.startsWith("run y of z"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "planHash", "path", "outcome", "step", "from", "kind"})
  void a_field_that_is_not_what_it_claims_to_be_is_refused(String field) {
    answer = run(field, EVIL);
    Call call = cli.call("runs", "show", "r-1");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("has an odd '" + field + "'");
    assertClean(call);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recipe", "command", "error", "principal"})
  void text_is_shown_as_escapes(String field) {
    answer = run(field, EVIL);
    Call call = cli.call("runs", "show", "r-1");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).contains("x\\u001b]0;owned\\u0007");
    assertClean(call);
    answer = "{\"runs\":[" + answer + "]}";
    assertClean(cli.call("runs", "list"));
  }

  @Test
  void a_column_that_a_server_does_not_know_is_a_dash() {
    answer = run("", "").replace("\"principal\":\"p\",", "");
    assertThat(cli.call("runs", "show", "r-1").text()).contains("by -");
  }

  @Test
  void the_bytes_of_a_result_are_shown_as_escapes() {
    type = "application/octet-stream";
    answer = "\u001b]0;owned\u0007\u001b[2J";
    Call call = cli.call("runs", "output", "r-1");
    assertThat(call.text()).isEqualTo("\\u001b]0;owned\\u0007\\u001b[2J");
  }
}
