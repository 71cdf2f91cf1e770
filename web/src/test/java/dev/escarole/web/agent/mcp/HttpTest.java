package dev.escarole.web.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class HttpTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private Engine engine;
  private RecipeFolder folder;
  private Agents agents;
  private WebServer server;
  private String session = "";

  @BeforeEach
  void serve() throws Exception {
    Files.writeString(directory.resolve("long.yaml"), "template: ['printf x', 'sleep 3000']\n");
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    folder = RecipeFolder.open(directory);
    Installation service = new Installation(engine, InstantSource.system());
    agents =
        new Agents(
            service,
            new FolderRecipes(folder),
            new AgentOptions("test", List.of(), false),
            service.clock());
    server = WebServer.start(ServerOptions.local(0, "test"), service, agents::install);
    HttpResponse<String> hello =
        post(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{},"
                + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
    session = hello.headers().firstValue("mcp-session-id").orElseThrow();
    assertThat(post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").statusCode())
        .isEqualTo(202);
  }

  @AfterEach
  void close() {
    server.close();
    agents.close();
    folder.close();
    engine.close();
  }

  private HttpRequest request(String message) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.address().resolve("/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2025-06-18")
            .POST(HttpRequest.BodyPublishers.ofString(message));
    return (session.isEmpty() ? request : request.header("mcp-session-id", session)).build();
  }

  private HttpResponse<String> post(String message) throws IOException, InterruptedException {
    return client.send(request(message), HttpResponse.BodyHandlers.ofString());
  }

  private static String call(int id, String line) {
    ObjectNode message = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", id);
    ObjectNode params = message.put("method", "tools/call").putObject("params");
    params.put("name", "cli").putObject("arguments").put("command", line);
    return message.toString();
  }

  /** What the tool says in the last event of a stream. */
  private static JsonNode said(String events) throws IOException {
    String data =
        events.lines().filter(line -> line.startsWith("data:")).reduce((a, b) -> b).orElseThrow();
    JsonNode message = MAPPER.readTree(data.substring("data:".length()));
    return MAPPER.readTree(message.at("/result/content/0/text").textValue());
  }

  @Test
  void a_line_acts_for_its_sender() throws Exception {
    JsonNode version = said(post(call(1, "version")).body());
    assertThat(version.at("/data/capabilities/extensions/0").textValue()).isEqualTo("x-long");
    assertThat(engine.audit().lines(AuditQuery.latest(9)))
        .extracting(line -> line.entry().sender())
        .containsExactly(new LineEntry.Sender("operator", "t 1"));
  }

  @Test
  void requests_that_wait_hold_no_thread_of_the_server() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    for (int id = 20; id < 32; id++) {
      waiting.add(
          client.sendAsync(
              request(call(id, "x-long --wait 120")), HttpResponse.BodyHandlers.ofString()));
    }
    JsonNode runs = MAPPER.createArrayNode();
    while (runs.size() < 12) {
      runs = said(post(call(50, "runs list")).body()).at("/data/runs");
    }
    List<String> holding =
        Thread.getAllStackTraces().entrySet().stream()
            .filter(thread -> isAnswering(thread.getValue()))
            .map(thread -> thread.getKey().getName())
            .distinct()
            .toList();
    assertThat(holding).containsExactly("escarole-mcp");
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    runs.forEach(
        run -> engine.handle(new RunId(run.path("run").asText())).ifPresent(RunHandle::cancel));
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(said(each.get(100, TimeUnit.SECONDS).body()).toString()).contains("is cancelled");
    }
  }

  private static boolean isAnswering(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .anyMatch(frame -> frame.getClassName().contains("HttpServletStreamable"));
  }

  @Test
  void resources_are_listed_and_read() throws Exception {
    said(post(call(1, "x-long --wait 0")).body());
    JsonNode listed = result(post(request(2, "resources/list", "{}")).body());
    String uri = listed.at("/resources/0/uri").textValue();
    JsonNode read = result(post(request(3, "resources/read", "{\"uri\":\"" + uri + "\"}")).body());
    assertThat(read.at("/contents/0/text").textValue()).contains("\"status\":\"running\"");
    assertThat(engine.audit().lines(AuditQuery.latest(2)))
        .extracting(line -> line.entry().command())
        .containsExactly("resources/read", "resources/list");
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  private static JsonNode result(String events) throws IOException {
    String data =
        events.lines().filter(line -> line.startsWith("data:")).reduce((a, b) -> b).orElseThrow();
    return MAPPER.readTree(data.substring("data:".length())).get("result");
  }

  @Test
  void giving_up_a_request_ends_its_wait_and_never_its_run() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(
            request(call(7, "x-long --wait 60")), HttpResponse.BodyHandlers.ofString());
    while (said(post(call(8, "runs list")).body()).at("/data/runs").isEmpty()) {
      assertThat(waiting).isNotDone();
    }
    HttpResponse<String> cancelled =
        post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":7}}");
    assertThat(cancelled.statusCode()).isEqualTo(202);
    assertThat(waiting.get(180, TimeUnit.SECONDS).body()).doesNotContain("\"id\":7");
    assertThat(said(post(call(9, "runs wait last --wait 1")).body()).at("/data/status").asText())
        .isEqualTo("running");
  }

  @Test
  void what_is_no_request_is_refused() throws Exception {
    assertThat(post("nonsense").statusCode()).isEqualTo(400);
    // One byte more than is taken: a server that refuses must not hang up on who is still sending.
    assertThat(post("x".repeat((1 << 18) + 1)).statusCode()).isEqualTo(413);
    HttpRequest get =
        HttpRequest.newBuilder(server.address().resolve("/mcp"))
            .header("Accept", "text/event-stream")
            .build();
    assertThat(client.send(get, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    HttpRequest.Builder unread =
        HttpRequest.newBuilder(server.address().resolve("/mcp"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(call(1, "version")));
    // Who names nothing takes anything, and is told only what is missing next.
    assertThat(client.send(unread.build(), HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(400);
    HttpRequest half = unread.header("Accept", "application/json").build();
    assertThat(client.send(half, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(406);
    HttpRequest foreign =
        HttpRequest.newBuilder(URI.create(server.address() + "/mcp"))
            .header("Origin", "https://evil.example")
            .POST(HttpRequest.BodyPublishers.ofString(call(1, "version")))
            .build();
    assertThat(client.send(foreign, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(403);
  }
}
