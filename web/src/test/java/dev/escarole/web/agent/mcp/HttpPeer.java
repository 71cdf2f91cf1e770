package dev.escarole.web.agent.mcp;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** A server with two principals' tokens, and what each of them sends to it over HTTP. */
final class HttpPeer implements AutoCloseable {

  private static final String VERSION = "2025-06-18";
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Engine engine = Engine.open(EngineOptions.inMemory());
  private final RecipeFolder folder;
  private final Agents agents;
  private final WebServer server;
  private final String ada;
  private final String bob;
  private final String session;

  private HttpPeer(Path directory) throws IOException, InterruptedException {
    Path recipes = Files.createDirectory(directory.resolve("recipes"));
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    ada = tokens.create("ada", Role.OPERATOR, Instant.EPOCH);
    bob = tokens.create("bob", Role.OPERATOR, Instant.EPOCH);
    folder = RecipeFolder.open(recipes);
    Installation service = new Installation(engine, InstantSource.system());
    agents =
        new Agents(
            service,
            new FolderRecipes(folder),
            new AgentOptions("test", List.of(), false),
            service.clock());
    server =
        WebServer.start(
            ServerOptions.local(0, "test").withTokens(tokens.file()), service, agents::install);
    session =
        send(unbound(ada, "POST", HELLO)).headers().firstValue("mcp-session-id").orElseThrow();
  }

  static HttpPeer open(Path directory) throws IOException, InterruptedException {
    return new HttpPeer(directory);
  }

  private HttpRequest unbound(String token, String method, String body) {
    return builder(token, VERSION)
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private HttpRequest.Builder builder(String token, String version) {
    return HttpRequest.newBuilder(server.address().resolve("/mcp"))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", version);
  }

  /** A message of the first principal, in its session. */
  HttpRequest request(String message, String version) {
    return builder(ada, version)
        .header("mcp-session-id", session)
        .POST(HttpRequest.BodyPublishers.ofString(message))
        .build();
  }

  /** A request of the second principal, in the first one's session. */
  HttpRequest foreign(String method, String body) {
    return builder(bob, VERSION)
        .header("mcp-session-id", session)
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  /** A message of the first principal, in a session that does not exist. */
  HttpRequest lost(String message) {
    return builder(ada, VERSION)
        .header("mcp-session-id", "gone")
        .POST(HttpRequest.BodyPublishers.ofString(message))
        .build();
  }

  HttpResponse<String> post(String message) throws IOException, InterruptedException {
    return post(message.getBytes(StandardCharsets.UTF_8));
  }

  HttpResponse<String> post(byte[] message) throws IOException, InterruptedException {
    return send(
        builder(ada, VERSION)
            .header("mcp-session-id", session)
            .POST(HttpRequest.BodyPublishers.ofByteArray(message))
            .build());
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    server.close();
    agents.close();
    folder.close();
    engine.close();
  }
}
