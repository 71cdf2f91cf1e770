package dev.escarole.samples.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.samples.bench.Left;
import dev.escarole.samples.bench.Processes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own that holds some runs which are over. */
final class ServedRuns implements AutoCloseable {

  private static final long LOOK_MILLIS = 50;

  /** Five branches, one of which fails, so that there is a join to tell of. */
  private static final String RECIPE =
      """
      {"name": "load", "parallel": true, "template": [
        {"template": ["echo first", "upper"]}, "seq 20", "echo three", "false", "echo five"]}
      """;

  private final Path data;
  private final Process process;
  private final URI address;

  private ServedRuns(Path data, Process process, URI address) {
    this.data = data;
    this.process = process;
    this.address = address;
  }

  /** Starts a server on the first processor alone, if that can be said here. */
  static ServedRuns start(String launcher, int runs) throws IOException, InterruptedException {
    Path data = Files.createTempDirectory("escarole-load-");
    List<String> command = new ArrayList<>();
    if (Processes.find("taskset") != null) {
      command.addAll(List.of("taskset", "-c", "0"));
    }
    command.addAll(List.of(launcher, "serve", "--port", "0", "--data", data.toString()));
    command.addAll(List.of("--insecure-local", "--requests-per-second", "1000000"));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(data.toFile()).redirectErrorStream(true);
    builder.environment().remove("ESCAROLE_DB");
    Process process = builder.start();
    ServedRuns served = new ServedRuns(data, process, Processes.addressOf(process));
    try {
      served.fill(runs);
      return served;
    } catch (IOException | InterruptedException e) {
      served.close();
      throw e;
    }
  }

  private void fill(int runs) throws IOException, InterruptedException {
    ObjectMapper mapper = new ObjectMapper();
    String body = mapper.createObjectNode().put("text", RECIPE).toString();
    try (Connection connection = new Connection(address, "")) {
      byte[] launch = connection.request("POST", "/runs", "", body);
      for (int i = 0; i < runs; i++) {
        Connection.Answer answer = connection.send(launch);
        if (answer.status() != 201) {
          throw new IOException("a run was refused: " + answer.text());
        }
      }
      byte[] running = connection.request("GET", "/runs?status=running&limit=1", "", "");
      while (!mapper.readTree(connection.send(running).text()).path("runs").isEmpty()) {
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  URI address() {
    return address;
  }

  /** Processor time of the server up to now; zero where nobody tells. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() throws IOException {
    Processes.end(process);
    Left.remove(data);
  }
}
