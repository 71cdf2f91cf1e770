package dev.escarole.samples.bench.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.samples.bench.Left;
import dev.escarole.samples.bench.Processes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** A server in a process of its own, over a folder of recipes and a new data directory. */
final class SeededServer implements AutoCloseable {

  private static final long LOOK_MILLIS = 100;
  private static final int LAUNCHERS = 8;

  private final Path directory;
  private final Process process;
  private final URI address;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper mapper = new ObjectMapper();

  private SeededServer(Path directory, Process process, URI address) {
    this.directory = directory;
    this.process = process;
    this.address = address;
  }

  /**
   * Starts it.
   *
   * @param recipes a folder, which is not changed
   */
  static SeededServer start(String launcher, Path recipes) throws IOException {
    Path directory = Files.createTempDirectory("escarole-pages-");
    String data = directory.resolve("data").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    launcher,
                    "serve",
                    "--port",
                    "0",
                    "--data",
                    data,
                    "--recipes",
                    recipes.toAbsolutePath().toString(),
                    "--insecure-local",
                    "--requests-per-second",
                    "1000000"))
            .directory(directory.toFile())
            .redirectErrorStream(true);
    builder.environment().remove("ESCAROLE_DB");
    Process process = builder.start();
    return new SeededServer(directory, process, Processes.addressOf(process));
  }

  URI at(String path) {
    return address.resolve(path);
  }

  /** Launches a recipe of the folder with these directories, and returns the run's id. */
  String launch(String recipe, List<String> directories) throws IOException, InterruptedException {
    ObjectNode request = mapper.createObjectNode().put("recipe", recipe);
    directories.forEach(request.putArray("directories")::add);
    return send("/runs", request.toString()).path("run").asText();
  }

  /** Launches so many runs of these recipes in turn, eight at a time, and waits for their end. */
  void fill(List<String> recipes, int runs) throws IOException, InterruptedException {
    ExecutorService launchers = Executors.newFixedThreadPool(LAUNCHERS);
    try {
      List<Future<String>> launches =
          IntStream.range(0, runs)
              .mapToObj(
                  i -> launchers.submit(() -> launch(recipes.get(i % recipes.size()), List.of())))
              .toList();
      for (Future<String> each : launches) {
        String unused = each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } finally {
      launchers.shutdownNow();
    }
    while (!get("/runs?status=running&limit=1").path("runs").isEmpty()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Launches a recipe and waits for the end of its run. */
  String run(String recipe, List<String> directories) throws IOException, InterruptedException {
    String run = launch(recipe, directories);
    while (get("/runs/" + run).path("status").asText().equals("running")) {
      Thread.sleep(LOOK_MILLIS);
    }
    return run;
  }

  /** Reruns what failed in a join, and returns the id of the new run. */
  String rerunFailed(String run, String join) throws IOException, InterruptedException {
    ObjectNode request = mapper.createObjectNode().put("scope", "failed").put("path", join);
    return send("/runs/" + run + "/rerun", request.toString()).path("run").asText();
  }

  /** Cancels a run. */
  void cancel(String run) throws IOException, InterruptedException {
    JsonNode unused = send("/runs/" + run + "/cancel", "{}");
  }

  private JsonNode send(String path, String body) throws IOException, InterruptedException {
    HttpRequest post =
        HttpRequest.newBuilder(at("/api/v1" + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = client.send(post, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(path + " was refused: " + answer.body());
    }
    return mapper.readTree(answer.body());
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(at("/api/v1" + path)).build();
    return mapper.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  @Override
  public void close() throws IOException {
    Processes.end(process);
    Left.remove(directory);
  }
}
