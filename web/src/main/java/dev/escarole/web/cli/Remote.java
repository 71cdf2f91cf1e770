package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running server, asked through its REST interface. Thread-safe. */
final class Remote {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI address;
  private final String token;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  Remote(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  /** The server's address, for people. */
  String inWords() {
    return address.toString();
  }

  /** A part of a path as it stands in an address. */
  static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  JsonNode get(String path) {
    return read(send("GET", path, null));
  }

  JsonNode post(String path, JsonNode body) {
    return read(send("POST", path, body));
  }

  JsonNode delete(String path) {
    return read(send("DELETE", path, null));
  }

  /** Bytes as they come; the caller closes it. */
  InputStream stream(String path) {
    return opened(request(path));
  }

  /** Bytes from a place on; nothing if there are not more. */
  InputStream stream(String path, long from) {
    return from == 0 ? stream(path) : opened(request(path).header("Range", "bytes=" + from + "-"));
  }

  private InputStream opened(HttpRequest.Builder request) {
    HttpResponse<InputStream> response = exchange(request, BodyHandlers.ofInputStream());
    if (response.statusCode() == RANGE_NOT_SATISFIABLE) {
      return InputStream.nullInputStream();
    }
    if (response.statusCode() < 300) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw refused(response.statusCode(), body.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a program. */
  JsonNode put(String path, byte[] program) {
    HttpRequest.Builder request = request(path).header("Content-Type", "application/wasm");
    return read(answer(request.PUT(BodyPublishers.ofByteArray(program))));
  }

  private byte[] send(String method, String path, @Nullable JsonNode body) {
    HttpRequest.Builder request = request(path);
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(method, BodyPublishers.ofString(body.toString()));
    }
    return answer(request);
  }

  private byte[] answer(HttpRequest.Builder request) {
    HttpResponse<byte[]> response = exchange(request, BodyHandlers.ofByteArray());
    if (response.statusCode() >= 300) {
      throw refused(response.statusCode(), response.body());
    }
    return response.body();
  }

  /** A stream of events; the caller closes it. Empty if the server has nothing more to tell. */
  InputStream events(String path) {
    return opened(request(path).header("Accept", "text/event-stream"));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + "/api/v1" + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return request;
  }

  private <T> HttpResponse<T> exchange(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request.build(), handler);
    } catch (IOException e) {
      throw new UsageException(
          "no-answer",
          "no server answers at " + address + ": " + e.getMessage(),
          "Start one with 'escarole serve', or correct the address.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted", "the wait for the server was interrupted", "");
    }
  }

  private static JsonNode read(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (IOException e) {
      throw new UsageException(
          "no-escarole",
          "what answers there is no Escarole server: it sends no JSON",
          "Correct the address given with --server.");
    }
  }

  private static RuntimeException refused(int status, byte[] body) {
    JsonNode problem = read(body);
    if (!problem.path("code").isTextual()) {
      return new UsageException(
          "no-escarole",
          "what answers there is no Escarole server: status " + status,
          "Correct the address given with --server.");
    }
    List<Problem> problems = new ArrayList<>();
    problem.path("problems").forEach(each -> problems.add(problem(each)));
    return problems.isEmpty()
        ? new UsageException(
            problem.path("code").asText(),
            Texts.plain(problem.path("title").asText()),
            hint(problem))
        : new RecipeException(problems);
  }

  /** What to do here; the server speaks to all kinds of callers. */
  private static String hint(JsonNode problem) {
    return switch (problem.path("code").asText()) {
      case "no-token" ->
          "Set $ESCAROLE_TOKEN, or name a file with --server-token FILE. Your own server on this"
              + " machine needs none: --data DIR names its data directory.";
      default -> Texts.plain(problem.path("hint").asText());
    };
  }

  /** What is wrong, or doubtful, as the server tells it. */
  static Problem problem(JsonNode problem) {
    return problem(problem, Severity.ERROR);
  }

  static Problem problem(JsonNode problem, Severity severity) {
    return new Problem(
        severity,
        problem.path("code").asText(),
        problem.path("message").asText(),
        problem.path("hint").textValue(),
        new Location(
            problem.path("file").textValue(),
            problem.path("line").asInt(),
            problem.path("column").asInt(),
            problem.path("pointer").asText()));
  }
}
