package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged application, killed in the middle of its job and started again. */
class KilledIT {

  private static final int ORDERS = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void a_job_goes_on_where_the_process_was_killed() throws Exception {
    Path orders = directory.resolve("orders.csv");
    Files.writeString(
        orders,
        IntStream.rangeClosed(1, ORDERS)
            .mapToObj(each -> each + ",Ada,2,1.50\n")
            .collect(Collectors.joining()));

    int port = freePort();
    Process first = start(port, orders);
    try {
      await(first, () -> status(port, "/actuator/health") == 200);
      // Nobody waits for the answer, which never comes.
      var unused = http.sendAsync(request(port, "/jobs?day=1").POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
      await(first, () -> ended(port) >= ORDERS / 3);
    } finally {
      first.destroyForcibly().waitFor();
    }

    int again = freePort();
    Process second = start(again, orders);
    try {
      await(second, () -> status(again, "/actuator/health") == 200);
      await(second, () -> json.readTree(get(again, "/orders")).size() == ORDERS);
      // Of 61 runs, some are of the first process, and none was begun a second time.
      JsonNode runs = json.readTree(get(again, "/runs"));
      assertThat(runs.get("check").asInt()).isEqualTo(1);
      assertThat(runs.get("price").asInt()).isEqualTo(ORDERS);
      assertThat(ended(again)).isPositive().isLessThan(ORDERS);
    } finally {
      second.destroy();
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).as("it stops when it is told to").isTrue();
    }
  }

  private Process start(int port, Path orders) throws IOException {
    String url =
        "jdbc:h2:file:%s;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE"
            .formatted(directory.resolve("orders"));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            System.getProperty("orders.jar"),
            "--server.port=" + port,
            "--server.address=127.0.0.1",
            "--spring.datasource.url=" + url,
            "--spring.sql.init.mode=always",
            "--spring.batch.jdbc.initialize-schema=always",
            "--escarole.data=" + directory.resolve("escarole"),
            "--orders.file=file:" + orders);
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  private int ended(int port) throws Exception {
    HttpResponse<String> answer =
        send(port, "/actuator/metrics/escarole.runs.ended?tag=status:done");
    return answer.statusCode() == 200
        ? json.readTree(answer.body()).at("/measurements/0/value").asInt()
        : 0;
  }

  private String get(int port, String path) throws Exception {
    return send(port, path).body();
  }

  private int status(int port, String path) throws Exception {
    return send(port, path).statusCode();
  }

  private HttpResponse<String> send(int port, String path) throws Exception {
    return http.send(request(port, path).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  /** Asks until it is so, as fast as the application answers. */
  private void await(Process process, Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      assertThat(process.isAlive()).as(() -> log()).isTrue();
      try {
        if (condition.call()) {
          return;
        }
      } catch (IOException e) {
        // It does not listen yet.
      }
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    throw new AssertionError(log());
  }

  private String log() {
    try {
      return Files.readString(directory.resolve("log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
