package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.system.NoInput;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server behind a proxy that keeps a path in the address, or removes it. */
@Timeout(120)
class BasePathTest {

  private static final String AT = "/ops/escarole";

  private final Engine engine = Engine.open(EngineOptions.inMemory());
  private final HttpClient client = HttpClient.newHttpClient();
  private WebServer server = serving("", List.of());

  /** Serves in another way from now on. */
  private void serve(String basePath, List<String> proxies) {
    server.close();
    server = serving(basePath, proxies);
  }

  private WebServer serving(String basePath, List<String> proxies) {
    Entrance entrance = new Entrance(null, null, proxies);
    return WebServer.start(
        ServerOptions.local(0, "1").with(entrance).withBasePath(basePath),
        new Installation(engine, InstantSource.system()));
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path));
    return client.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        BodyHandlers.ofString());
  }

  @Test
  void a_proxy_that_keeps_the_path_is_answered_under_it() throws Exception {
    serve(AT + "/", List.of());
    for (String path : List.of(AT, AT + "/")) {
      assertThat(get(path).headers().firstValue("Location")).hasValue(AT + "/runs");
    }
    HttpResponse<String> page = get(AT + "/runs");
    assertThat(page.body()).contains("href=\"" + AT + "/recipes\"", "action=\"" + AT + "/zone\"");
    assertThat(get(AT + "/assets/zone.js?v=1").statusCode()).isEqualTo(200);
    assertThat(get(AT + "/health").body()).isEqualTo("ok\n");
    HttpResponse<String> posted =
        client.send(
            HttpRequest.newBuilder(server.address().resolve(AT + "/api/v1/runs"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"text\": \"\\\"echo x\\\"\"}"))
                .build(),
            BodyHandlers.ofString());
    assertThat(posted.statusCode()).as(posted.body()).isEqualTo(201);
    assertThat(posted.headers().firstValue("Location"))
        .hasValueSatisfying(to -> assertThat(to).startsWith(AT + "/api/v1/runs/"));
    assertThat(get(AT + "/api/v1/none").body()).contains("\"instance\":\"" + AT + "/api/v1/none\"");
    assertThat(get("/ops/escarolex/runs").statusCode()).isEqualTo(404);
    assertThat(get("/runs").body()).as("programs here").contains("href=\"/recipes\"");
  }

  @Test
  void the_command_line_asks_a_server_under_a_path() throws Exception {
    serve(AT, List.of());
    Escarole remote = RemoteEscarole.at(URI.create(server.address() + AT), "");
    assertThat(remote.health(NoInput.NONE)).isNotNull();
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> unused =
          client.send(
              HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString("{\"text\": \"\\\"echo x\\\"\"}"))
                  .build(),
              BodyHandlers.ofString());
    }
    RunsQuery two = new RunsQuery(List.of(), null, null, null, null, null, null, 2, null);
    String next = remote.runs(two).next();
    RunsQuery rest = new RunsQuery(List.of(), null, null, null, null, null, null, 2, next);
    assertThat(remote.runs(rest).runs()).hasSize(1);
  }

  @Test
  void a_trusted_proxy_that_removes_the_path_says_so_in_a_header() throws Exception {
    serve("", List.of("127.0.0.1"));
    assertThat(get("/", "X-Forwarded-Prefix", AT).headers().firstValue("Location"))
        .hasValue(AT + "/runs");
    assertThat(get("/runs", "X-Forwarded-Prefix", AT).body())
        .contains("href=\"" + AT + "/recipes\"");
    for (String bad : List.of("https://evil.example", "/a b", "/a, /b", "/..", "//evil", "/a?b")) {
      assertThat(get("/runs", "X-Forwarded-Prefix", bad).body())
          .as(bad)
          .contains("href=\"/recipes\"");
    }
  }

  @Test
  void what_others_say_of_a_prefix_is_not_believed() throws Exception {
    serve("", List.of());
    assertThat(get("/runs", "X-Forwarded-Prefix", AT).body()).contains("href=\"/recipes\"");
    assertThat(get("/", "X-Forwarded-Prefix", AT).headers().firstValue("Location"))
        .hasValue("/runs");
  }
}
