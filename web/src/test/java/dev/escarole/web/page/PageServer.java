package dev.escarole.web.page;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;

/** A real server over an engine in memory, and a client that follows nothing by itself. */
public final class PageServer implements AutoCloseable {

  /** What sleeps in a test sleeps until it is cancelled. */
  private static final Limits WIDE = Limits.defaults().withWallClock(Duration.ofHours(1));

  private final Engine engine = Engine.open(EngineOptions.inMemory().withLimits(WIDE));
  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  public PageServer() {
    Installation service = new Installation(engine, InstantSource.system());
    server = WebServer.start(ServerOptions.local(0, "test"), service);
  }

  public Engine engine() {
    return engine;
  }

  public URI address() {
    return server.address();
  }

  /** Runs a recipe to its end. */
  public RunResult run(String yaml, String... labels) {
    try {
      return start(yaml, labels).await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public RunHandle start(String yaml, String... labels) {
    RunRequest.Builder request = RunRequest.of(recipe(yaml));
    for (String label : labels) {
      request.label(label);
    }
    return engine.start(request.build());
  }

  private static Recipe recipe(String yaml) {
    try {
      Path file = Files.createTempFile("recipe", ".yaml");
      Files.writeString(file, yaml);
      Recipe recipe = new RecipeReader().read(file);
      Files.delete(file);
      return recipe;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a page that is there. */
  public String page(String path) {
    HttpResponse<String> answer = get(path);
    if (answer.statusCode() != 200) {
      throw new AssertionError(path + " is answered " + answer.statusCode() + answer.body());
    }
    return answer.body();
  }

  /** What a page says, without its markup. */
  public static String text(String page) {
    return page.replaceAll("<[^>]*>", "");
  }

  public HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  /** Sends a form; a field with several values is given as {@code name=a&name=b} by the caller. */
  public HttpResponse<String> post(String path, Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(each -> each.getKey() + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        HttpRequest.newBuilder(at(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /** Where a request was sent on to. */
  public static String location(HttpResponse<?> answer) {
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Asks for a page again and again until it holds a text; fails after three. */
  public String pageWith(String path, String text) {
    long deadline = System.nanoTime() + 180_000_000_000L;
    while (true) {
      String page = page(path);
      if (page.contains(text)) {
        return page;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError(path + " has never held " + text + ":\n" + page);
      }
    }
  }

  private URI at(String path) {
    return URI.create(server.address() + path);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.close();
    engine.close();
  }
}
