package dev.escarole.samples.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent that sends the line {@code version} again and again, one at a time, to a server. */
abstract class AgentLines extends Contender {

  private static final int LINES = 2_000;
  static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";
  private static final String READY =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  private static final String VERSION =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"cli\","
          + "\"arguments\":{\"command\":\"version\"}}}";

  private final Path directory;
  private @Nullable Process server;

  private AgentLines(String transport, Path directory) {
    super("lines of an agent, one at a time", "version, over " + transport, LINES);
    this.directory = directory;
  }

  static List<Contender> all(Path directory) {
    return List.of(new Stdio(directory.resolve("stdio")), new Http(directory.resolve("http")));
  }

  /** Sends a message and gives what is answered to it. */
  abstract String ask(String message) throws IOException, InterruptedException;

  /** Starts the server and gets ready to ask. */
  abstract void connect() throws IOException, InterruptedException;

  /** Starts the server with these words before those for its directories. */
  Process start(String... words) throws IOException {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    List<String> command = new ArrayList<>();
    command.add(String.valueOf(System.getProperty("escarole.launcher")));
    command.addAll(List.of(words));
    command.addAll(List.of("--recipes", recipes.toString(), "--data", directory + "/data"));
    // What a server says goes to standard error; at the streams of the protocol nothing is said.
    Process started =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectErrorStream(words[0].equals("serve"))
            .start();
    server = started;
    return started;
  }

  @Override
  boolean tellsCpu() {
    return false;
  }

  @Override
  @Nullable String absent() {
    return System.getProperty("escarole.launcher") == null
        ? "the property escarole.launcher is not set"
        : null;
  }

  @Override
  void warmUp(int rounds) throws IOException, InterruptedException {
    connect();
    ask(HELLO);
    ask(READY);
    super.warmUp(2 * rounds);
  }

  @Override
  void round() throws IOException, InterruptedException {
    for (int i = 0; i < LINES; i++) {
      String answer = ask(VERSION);
      if (!answer.contains("acli_version")) {
        throw new IOException("answers " + answer);
      }
    }
  }

  @Override
  public void close() {
    if (server != null) {
      Processes.end(server);
    }
  }

  private static final class Stdio extends AgentLines {
    private @Nullable BufferedWriter to;
    private @Nullable BufferedReader from;

    Stdio(Path directory) {
      super("stdio", directory);
    }

    @Override
    void connect() throws IOException {
      Process server = start("mcp");
      to = server.outputWriter(StandardCharsets.UTF_8);
      from = server.inputReader(StandardCharsets.UTF_8);
    }

    @Override
    String ask(String message) throws IOException {
      if (to == null || from == null) {
        throw new IOException("there is no server");
      }
      to.write(message + "\n");
      to.flush();
      String answer = message.contains("\"id\"") ? from.readLine() : "";
      if (answer == null) {
        throw new IOException("the server has ended");
      }
      return answer;
    }
  }

  private static final class Http extends AgentLines {
    private final HttpClient client = HttpClient.newHttpClient();
    private URI address = URI.create("http://127.0.0.1/");
    private String session = "";

    Http(Path directory) {
      super("HTTP", directory);
    }

    @Override
    void connect() throws IOException {
      Process server = start("serve", "--insecure-local", "--port", "0");
      address = URI.create(Processes.addressOf(server) + "/mcp");
    }

    @Override
    String ask(String message) throws IOException, InterruptedException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(address)
              .header("Content-Type", "application/json")
              .header("Accept", "application/json, text/event-stream")
              .POST(HttpRequest.BodyPublishers.ofString(message));
      if (!session.isEmpty()) {
        request.header("mcp-session-id", session);
      }
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      answer.headers().firstValue("mcp-session-id").ifPresent(given -> session = given);
      return answer.body();
    }
  }
}
