package dev.escarole.web.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.Programs;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A real server over a real engine in a directory of its own, and a client that talks to it. */
final class ApiServer implements AutoCloseable {

  /** A recipe with a degraded join. */
  static final String CENSUS =
      """
      name: census
      description: Counts.
      args: ["who:string=you", "mode:enum(fast,slow)=fast"]
      template:
        - label: fan
          parallel: true
          template:
            - {label: good, template: "echo hello {who} {mode}"}
            - {label: bad, template: cat /nowhere}
        - upper
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  private final RecipeFolder folder;
  private final Engine engine;
  private final Inbox inbox;
  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<Role, String> secrets = new EnumMap<>(Role.class);

  private ApiServer(Path directory, boolean tokens, long perSecond) {
    this.directory = directory;
    Path recipes = directory.resolve("recipes");
    write(recipes.resolve("census.yaml"), CENSUS);
    write(recipes.resolve("sub/nap.json"), "{\"name\": \"nap\", \"template\": \"sleep 30\"}");
    write(recipes.resolve("broken.yaml"), "name: broken\ntemplate: [\"echo 'x\"]\n");
    write(directory.resolve("data/catalog.yaml"), Programs.CATALOG);
    this.folder = RecipeFolder.open(recipes);
    this.engine =
        Engine.open(EngineOptions.at(directory.resolve("data")).withRecovery(Recovery.onRequest()));
    InstantSource clock = InstantSource.system();
    ServerOptions options =
        new ServerOptions(
            "127.0.0.1",
            0,
            List.of(),
            Entrance.OPEN,
            perSecond,
            "1.2.3",
            clock,
            LiveOptions.DEFAULTS);
    if (tokens) {
      TokenFile file = new TokenFile(directory.resolve("tokens.json"));
      for (Role role : List.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)) {
        secrets.put(role, file.create("the-" + role.word(), role, clock.instant()));
      }
      options = options.withTokens(file.file());
    }
    Installation installation = new Installation(engine, folder, clock);
    write(directory.resolve("inbox/failed/failed.csv"), "x\n");
    this.inbox = installation.openInbox(directory.resolve("inbox"), InboxOptions.defaults());
    this.server = WebServer.start(options, installation);
  }

  /** A server that asks for no token. */
  static ApiServer open(Path directory) {
    return new ApiServer(directory, false, 1_000_000);
  }

  /** A server with one token for each role. */
  static ApiServer withTokens(Path directory) {
    return new ApiServer(directory, true, 1_000_000);
  }

  /** Puts the schedules of the folder in force, which must be so many. */
  Schedules schedules(int count) {
    return Twins.schedules(engine, folder, count);
  }

  Engine engine() {
    return engine;
  }

  Path directory() {
    return directory;
  }

  String address() {
    return server.address().toString();
  }

  int port() {
    return server.port();
  }

  String secret(Role role) {
    return secrets.getOrDefault(role, "");
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the server said. */
  static final class Answer {
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    private Answer(int status, HttpHeaders headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    int status() {
      return status;
    }

    HttpHeaders headers() {
      return headers;
    }

    byte[] body() {
      return body;
    }

    String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException("no JSON: " + text(), e);
      }
    }

    String code() {
      return json().path("code").asText();
    }
  }

  /** A request that can be told more before it is sent. */
  final class Asking {
    private final HttpRequest.Builder builder;

    private Asking(String method, String path, byte[] body) {
      builder = HttpRequest.newBuilder(URI.create(address() + path));
      builder.method(
          method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    }

    Asking with(String name, String value) {
      builder.header(name, value);
      return this;
    }

    Asking as(Role role) {
      return role == Role.NOBODY ? this : with("Authorization", "Bearer " + secret(role));
    }

    /** Of a stream of events, which has no end, only the head is read. */
    Answer send() {
      try {
        HttpResponse<InputStream> response =
            client.send(builder.build(), BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
          String type = response.headers().firstValue("Content-Type").orElse("");
          byte[] body = type.startsWith("text/event-stream") ? new byte[0] : in.readAllBytes();
          return new Answer(response.statusCode(), response.headers(), body);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Asking ask(String method, String path) {
    return new Asking(method, path, new byte[0]);
  }

  Asking ask(String method, String path, String json) {
    return new Asking(method, path, json.getBytes(StandardCharsets.UTF_8))
        .with("Content-Type", "application/json");
  }

  Asking askBytes(String method, String path, byte[] body) {
    return new Asking(method, path, body);
  }

  Answer get(String path) {
    return ask("GET", "/api/v1" + path).send();
  }

  Answer post(String path, String json) {
    return ask("POST", "/api/v1" + path, json).send();
  }

  /** Launches and returns the run's id. */
  String launch(String json) {
    Answer answer = post("/runs", json);
    if (answer.status() != 201) {
      throw new AssertionError(answer.status() + " " + answer.text());
    }
    return answer.json().path("run").asText();
  }

  /** Launches, and waits for the end and until it is stored. */
  String run(String json) throws InterruptedException {
    String id = launch(json);
    await(id);
    return id;
  }

  void await(String id) throws InterruptedException {
    var handle = engine.handle(new RunId(id));
    if (handle.isPresent()) {
      handle.get().await();
    }
  }

  /** Ids of all stored runs. */
  List<String> runs() {
    List<String> ids = new ArrayList<>();
    get("/runs?limit=1000").json().path("runs").forEach(run -> ids.add(run.path("run").asText()));
    return ids;
  }

  @Override
  public void close() {
    server.close();
    inbox.close();
    engine.close();
    folder.close();
  }
}
