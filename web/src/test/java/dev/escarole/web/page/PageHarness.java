package dev.escarole.web.page;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.folder.FolderOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.Twins;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server over a real folder and data directory, and a client that asks it for pages. */
public final class PageHarness implements AutoCloseable {

  private static final Pattern RUN = Pattern.compile("/runs/([0-9a-z-]+)$");

  private static final String FORM = "application/x-www-form-urlencoded";

  private final Path directory;
  private final RecipeFolder folder;
  private final Engine engine;
  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, String> tokens;
  private String token = "";

  private PageHarness(Path directory, boolean withTokens) throws IOException {
    this.directory = directory;
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    FolderOptions.Pace pace = new FolderOptions.Pace(Duration.ofMillis(50), Duration.ofMillis(1));
    this.folder = RecipeFolder.open(recipes, FolderOptions.defaults().withPace(pace));
    this.engine = Engine.open(EngineOptions.at(directory.resolve("data")));
    ServerOptions options = ServerOptions.local(0, "9.9");
    Path tokenFile = directory.resolve("tokens.json");
    this.tokens = withTokens ? makeTokens(tokenFile) : Map.of();
    this.server =
        WebServer.start(
            withTokens ? options.withTokens(tokenFile) : options,
            new Installation(engine, folder, InstantSource.system()));
  }

  /** A server that asks nobody for a token. */
  public static PageHarness open(Path directory) throws IOException {
    return new PageHarness(directory, false);
  }

  /** A server that asks for tokens, and a policy file for those who have one. */
  public static PageHarness withTokens(Path directory, String policy) throws IOException {
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("data/policy.yaml"), policy);
    return new PageHarness(directory, true);
  }

  private static Map<String, String> makeTokens(Path file) {
    Map<String, String> tokens = new HashMap<>();
    TokenFile made = new TokenFile(file);
    tokens.put("vera", made.create("vera", Role.VIEWER, Instant.now()));
    tokens.put("otto", made.create("otto", Role.OPERATOR, Instant.now()));
    tokens.put("ada", made.create("ada", Role.ADMIN, Instant.now()));
    return tokens;
  }

  /** From now on, asks as vera the viewer, otto the operator, or ada the administrator. */
  public PageHarness as(String name) {
    token = Objects.requireNonNull(tokens.get(name));
    return this;
  }

  /** From now on, asks without a token. */
  public PageHarness asNobody() {
    token = "";
    return this;
  }

  /** Puts the schedules of the folder in force, which must be so many. */
  public Schedules schedules(int count) {
    return Twins.schedules(engine, folder, count);
  }

  public Engine engine() {
    return engine;
  }

  public Path directory() {
    return directory;
  }

  /** What is stored of a run when it is over. */
  public StoredRun ended(RunId run) throws InterruptedException {
    Optional<RunHandle> underWay = engine.handle(run);
    if (underWay.isPresent()) {
      RunResult unused = underWay.get().await();
    }
    return engine.records().run(run).orElseThrow();
  }

  /** The result text of a run. */
  public String output(RunId run) throws InterruptedException {
    String sha256 = Objects.requireNonNull(ended(run).stdoutSha256());
    byte[] bytes = engine.records().content(sha256).orElseThrow();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Drops a file into the folder and has it looked at. */
  public void drop(String name, String text) throws IOException {
    Files.writeString(directory.resolve("recipes").resolve(name), text);
    look();
  }

  /** Removes a file of the folder. */
  public void remove(String name) throws IOException {
    Files.delete(directory.resolve("recipes").resolve(name));
    look();
  }

  private void look() {
    while (!folder.look()) {
      Thread.onSpinWait();
    }
  }

  /** An answer. */
  public record Answer(int status, String body, HttpResponse<String> response) {
    /** The run that a launch has sent the browser to. */
    public RunId run() {
      Matcher run = RUN.matcher(response.headers().firstValue("Location").orElse(""));
      if (!run.find()) {
        throw new AssertionError("no run was launched: " + status + "\n" + body);
      }
      return new RunId(run.group(1));
    }
  }

  /** Asks for a page; {@code headers} are names and values in turn. */
  public Answer get(String path, String... headers) {
    return send(request(path, headers).GET().build());
  }

  /** Sends a form; {@code fields} are names and values in turn. */
  public Answer post(String path, String... fields) {
    return send(path, form(fields), "Content-Type", FORM);
  }

  /** Sends a form as a page of another site does. */
  public Answer postFrom(String origin, String path, String... fields) {
    return send(path, form(fields), "Content-Type", FORM, "Origin", origin);
  }

  /** Sends a body as a page of another site does. */
  public Answer postFrom(String origin, String path, String type, byte[] body) {
    return send(path, body, "Content-Type", type, "Origin", origin);
  }

  /** Sends a body. */
  public Answer post(String path, String type, byte[] body) {
    return send(path, body, "Content-Type", type);
  }

  private static byte[] form(String... fields) {
    StringJoiner form = new StringJoiner("&");
    for (int i = 0; i < fields.length; i += 2) {
      form.add(encoded(fields[i]) + "=" + encoded(fields[i + 1]));
    }
    return form.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Answer send(String path, byte[] body, String... headers) {
    return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofByteArray(body)).build());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return headers.length == 0 ? request : request.headers(headers);
  }

  private Answer send(HttpRequest request) {
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    engine.close();
    folder.close();
  }
}
