package dev.escarole.samples.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own that holds some runs which are over. */
final class ServedRuns implements AutoCloseable {

  private static final String IS_AT = "Escarole is at ";
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
    if (hasTaskset()) {
      command.addAll(List.of("taskset", "-c", "0"));
    }
    command.addAll(List.of(launcher, "serve", "--port", "0", "--data", data.toString()));
    command.addAll(List.of("--insecure-local", "--requests-per-second", "1000000"));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(data.toFile()).redirectErrorStream(true);
    builder.environment().remove("ESCAROLE_DB");
    Process process = builder.start();
    ServedRuns served = new ServedRuns(data, process, address(process));
    try {
      served.fill(runs);
      return served;
    } catch (IOException | InterruptedException e) {
      served.close();
      throw e;
    }
  }

  private static boolean hasTaskset() {
    String path = System.getenv("PATH");
    return path != null
        && Stream.of(path.split(File.pathSeparator, -1))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "taskset")));
  }

  private static URI address(Process process) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.contains(IS_AT)) {
      System.err.println(line);
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("the server ended instead of listening");
    }
    Thread rest = new Thread(() -> pass(lines), "load-server-words");
    rest.setDaemon(true);
    rest.start();
    return URI.create(line.substring(line.indexOf(IS_AT) + IS_AT.length()).strip());
  }

  /** Lets the server go on saying what it has to say. */
  private static void pass(BufferedReader lines) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
      }
    } catch (IOException e) {
      // The server was ended.
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
      while (list(mapper, connection, running).size() > 0) {
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  private static JsonNode list(ObjectMapper mapper, Connection connection, byte[] request)
      throws IOException {
    return mapper.readTree(connection.send(request).text()).path("runs");
  }

  URI address() {
    return address;
  }

  /** Processor time of the server up to now; zero where nobody tells. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Ends the server and deletes what it has stored. */
  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
