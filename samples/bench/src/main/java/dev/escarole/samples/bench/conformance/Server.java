package dev.escarole.samples.bench.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.samples.bench.Processes;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server that a command line starts, spoken to by the Model Context Protocol at its standard
 * streams. For one thread.
 */
final class Server implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String END = "";

  private final ObjectMapper mapper = new ObjectMapper();
  private final Process process;
  private final BufferedWriter out;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private int requests;

  private Server(Process process) {
    this.process = process;
    this.out = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::readLines, "conformance-reader");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a server and says hello.
   *
   * @throws IOException if it cannot be started or does not answer
   */
  static Server start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Server server = new Server(process);
    try {
      server.hello();
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private void hello() throws IOException {
    ObjectNode params = mapper.createObjectNode().put("protocolVersion", "2025-06-18");
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "acli-conformance").put("version", "1");
    request("initialize", params);
    write(mapper.createObjectNode().put("method", "notifications/initialized"));
  }

  private void readLines() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // The end, one way or the other.
    }
    lines.add(END);
  }

  private void write(ObjectNode message) throws IOException {
    message.put("jsonrpc", "2.0");
    out.write(mapper.writeValueAsString(message) + "\n");
    out.flush();
  }

  /**
   * The result of a request.
   *
   * @throws IOException if there is none within a minute, or an error instead
   */
  JsonNode request(String method, ObjectNode params) throws IOException {
    int id = ++requests;
    ObjectNode message = mapper.createObjectNode().put("id", id).put("method", method);
    message.set("params", params);
    write(message);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode answer = mapper.readTree(next(end - System.nanoTime()));
      if (answer.path("id").asInt(-1) == id) {
        if (!answer.has("result")) {
          throw new IOException("answers an error: " + answer.path("error"));
        }
        return answer.get("result");
      }
    }
  }

  private String next(long nanos) throws IOException {
    try {
      String line = lines.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      if (line == null || line.isEmpty()) {
        throw new IOException(line == null ? "does not answer in time" : "has ended");
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  Reply send(String line) throws IOException {
    ObjectNode params = mapper.createObjectNode().put("name", "cli");
    params.putObject("arguments").put("command", line);
    JsonNode result = request("tools/call", params);
    String text = result.at("/content/0/text").asText("");
    return new Reply(result, mapper.readTree(text));
  }

  JsonNode tools() throws IOException {
    return request("tools/list", mapper.createObjectNode()).path("tools");
  }

  /**
   * An answer of the tool.
   *
   * @param result as the protocol has it
   * @param json what the text in it says
   */
  record Reply(JsonNode result, JsonNode json) {

    boolean success() {
      return json.path("success").asBoolean(false);
    }

    JsonNode data() {
      return json.path("data");
    }

    String code() {
      return json.at("/error/code").asText("");
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      // It has ended already, and has nothing left to read.
    }
    Processes.end(process);
  }
}
