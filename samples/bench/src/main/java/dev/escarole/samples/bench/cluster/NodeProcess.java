package dev.escarole.samples.bench.cluster;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A node in a process of its own. Not thread-safe. */
final class NodeProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader said;
  private final BufferedWriter orders;

  private NodeProcess(Process process) {
    this.process = process;
    this.said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  static NodeProcess start(Claimers.Kind kind, Path directory) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            BenchNode.class.getName(),
            kind.name(),
            directory.toString());
    NodeProcess node =
        new NodeProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    node.await("ready");
    return node;
  }

  /** Tells it to begin, and does not wait. */
  void open(Place place) throws IOException {
    order(place.jdbcUrl());
  }

  void stop() throws IOException {
    await("open");
    order("");
    await("closed");
  }

  private void order(String line) throws IOException {
    orders.write(line + "\n");
    orders.flush();
  }

  /** Peers may write to standard output, too. */
  private void await(String word) throws IOException {
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.equals("bench " + word)) {
        return;
      }
    }
    throw new IOException("a node has ended");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
