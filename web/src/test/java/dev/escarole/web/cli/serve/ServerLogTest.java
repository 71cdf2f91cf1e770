package dev.escarole.web.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.web.app.Role;
import dev.escarole.web.cli.Checkout;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.Main;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What real processes write into their log. */
class ServerLogTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path directory;

  @Test
  void what_is_told_in_one_line_already_is_not_told_with_a_stack_trace() {
    for (String name :
        List.of("com.zaxxer.hikari.pool.ProxyConnection", "org.eclipse.jetty.util.HostPort")) {
      assertThat(LoggerFactory.getLogger(name).isWarnEnabled()).as(name).isFalse();
      assertThat(LoggerFactory.getLogger(name).isErrorEnabled()).as(name).isTrue();
    }
  }

  private List<String> command(String... args) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It starts sooner so, and does not live for long.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xss8m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(List.of(args));
    return words;
  }

  private static int get(URI address, String path, String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private static URI address(BufferedReader err) throws Exception {
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      int at = line.indexOf("http://");
      if (at >= 0) {
        return URI.create(line.substring(at).strip());
      }
    }
    throw new AssertionError("the server has ended");
  }

  @Test
  @Timeout(300)
  void a_server_logs_requests_as_json_and_no_secret() throws Exception {
    Path tokens = directory.resolve("tokens.json");
    Path log = directory.resolve("log.json");
    String token =
        new CliHarness(directory)
            .call("token", "create", "reader", "--role", Role.VIEWER.word(), "--token-file", tokens)
            .text()
            .strip();
    Process server =
        new ProcessBuilder(
                command(
                    "serve",
                    "--port",
                    "0",
                    "--data",
                    directory.resolve("d").toString(),
                    "--token-file",
                    tokens.toString(),
                    "--log-format",
                    "json",
                    "--log-file",
                    log.toString()))
            .start();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8))) {
      URI address = address(err);
      assertThat(get(address, "/metrics?secret=hush", token)).isEqualTo(200);
      assertThat(get(address, "/metrics", "wrong-token")).isEqualTo(401);
      assertThat(get(address, "/api/v1/callbacks/callback-token", "")).isEqualTo(405);
    } finally {
      server.destroy();
      Checkout.end(server);
    }

    String text = Files.readString(log);
    assertThat(text).doesNotContain(token).doesNotContain("hush").doesNotContain("wrong-token");
    assertThat(text).contains("callbacks").doesNotContain("callback-token");
    List<JsonNode> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    assertThat(lines)
        .anySatisfy(
            line -> {
              assertThat(line.get("loggerName").asText()).isEqualTo("escarole.access");
              assertThat(line.get("kvpList").toString())
                  .contains("{\"path\":\"/metrics\"}", "{\"status\":\"200\"}")
                  .contains("{\"principal\":\"reader\"}", "durationMillis");
            });
  }

  @Test
  void only_a_server_that_is_asked_for_a_log_starts_what_writes_it() throws Exception {
    assertThat(LogProvider.provider(Map.of(), "version")).isEqualTo(LogProvider.SIMPLE);
    assertThat(LogProvider.provider(Map.of())).isEqualTo(LogProvider.SIMPLE);
    assertThat(LogProvider.provider(Map.of(), "serve")).isEqualTo(LogProvider.SIMPLE);
    assertThat(LogProvider.provider(Map.of(), "exec", "serve", "--log-format"))
        .isEqualTo(LogProvider.SIMPLE);
    assertThat(LogProvider.provider(Map.of(), "--debug", "serve", "--log-format=json"))
        .isEqualTo(LogProvider.FULL);
    String file =
        Files.writeString(directory.resolve("c.yaml"), "serve: {log-format: json}").toString();
    assertThat(LogProvider.provider(Map.of(), "serve", "--config", file))
        .isEqualTo(LogProvider.FULL);
    assertThat(LogProvider.provider(Map.of("ESCAROLE_CONFIG", file), "run"))
        .isEqualTo(LogProvider.SIMPLE);
    assertThat(LogProvider.provider(Map.of(), "serve", "--log-file", "x"))
        .isEqualTo(LogProvider.FULL);
  }
}
