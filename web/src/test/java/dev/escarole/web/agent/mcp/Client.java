package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.agent.command.OfferedRecipes;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import dev.escarole.web.app.local.Installation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A client of the protocol in this process, which writes and reads its lines itself. */
final class Client implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int PIPE = 1 << 20;

  final Engine engine;
  private final Agents agents;
  private final OutputStream toServer;
  private final BufferedReader fromServer;
  private final Thread serving;

  private Client(EngineOptions options, Principal principal, List<OfferedRecipe> offers)
      throws IOException {
    engine = Engine.open(options);
    OfferedRecipes offered =
        new OfferedRecipes() {
          @Override
          public List<OfferedRecipe> all() {
            return offers;
          }

          @Override
          public long version() {
            return 1;
          }
        };
    agents =
        new Agents(
            new Installation(engine, InstantSource.system()),
            offered,
            new AgentOptions("test", List.of(), false),
            InstantSource.system());
    PipedInputStream in = new PipedInputStream(PIPE);
    toServer = new PipedOutputStream(in);
    PipedInputStream answers = new PipedInputStream(PIPE);
    PipedOutputStream out = new PipedOutputStream(answers);
    fromServer = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
    serving = new Thread(() -> serve(in, out, principal), "test-mcp");
    serving.start();
  }

  private void serve(PipedInputStream in, PipedOutputStream out, Principal principal) {
    try {
      agents.serve(in, out, principal);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A client that has said hello, of a server with one recipe. */
  static Client with(String name, String yaml) throws IOException {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    return of(EngineOptions.inMemory().withLimits(wide), Principal.localOperator(), name, yaml);
  }

  /** One that acts on behalf of a principal. */
  static Client of(EngineOptions options, Principal principal, String name, String yaml)
      throws IOException {
    OfferedRecipe offer = OfferedRecipe.of(name, new RecipeReader().read(yaml, name + ".yaml"));
    Client client = new Client(options, principal, List.of(offer));
    client.hello(0);
    client.answer(0);
    client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return client;
  }

  /** One that has not said hello. */
  static Client silent(String name, String yaml) throws IOException {
    OfferedRecipe offer = OfferedRecipe.of(name, new RecipeReader().read(yaml, name + ".yaml"));
    return new Client(EngineOptions.inMemory(), Principal.localOperator(), List.of(offer));
  }

  void hello(int id) throws IOException {
    write(
        ("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}")
            .formatted(id));
  }

  void write(byte[] line) throws IOException {
    toServer.write(line);
    toServer.write('\n');
    toServer.flush();
  }

  void write(String message) throws IOException {
    write(message.getBytes(StandardCharsets.UTF_8));
  }

  JsonNode read() throws IOException {
    String line = fromServer.readLine();
    if (line == null) {
      throw new IOException("the server has closed its end");
    }
    return MAPPER.readTree(line);
  }

  /** The next answer to this request; what else comes is passed over. */
  JsonNode answer(int id) throws IOException {
    JsonNode message = read();
    while (!message.path("id").asText("").equals(Integer.toString(id))) {
      message = read();
    }
    return message;
  }

  void request(int id, String method, ObjectNode params) throws IOException {
    ObjectNode message = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", id);
    message.put("method", method).set("params", params);
    write(message.toString());
  }

  void send(int id, String line) throws IOException {
    ObjectNode params = MAPPER.createObjectNode().put("name", "cli");
    params.putObject("arguments").put("command", line);
    params.putObject("_meta").put("progressToken", "token-" + id);
    request(id, "tools/call", params);
  }

  /** What the tool answers to a line. */
  JsonNode call(int id, String line) throws IOException {
    send(id, line);
    return MAPPER.readTree(answer(id).at("/result/content/0/text").textValue());
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The lines on record, newest first. */
  List<LineEntry> lines() {
    return engine.audit().lines(AuditQuery.latest(1_000)).stream().map(StoredLine::entry).toList();
  }

  /** Closes the client's end and waits for the server to notice. */
  void hangUp() throws IOException, InterruptedException {
    toServer.close();
    serving.join();
  }

  @Override
  public void close() throws IOException {
    try {
      hangUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    agents.close();
    engine.close();
  }
}
