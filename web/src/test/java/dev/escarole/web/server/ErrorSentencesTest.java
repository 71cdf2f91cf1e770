package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever goes wrong is answered in a sentence, without names of Java or of its libraries. */
@Timeout(120)
class ErrorSentencesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a reader does not know, and an attacker likes to. */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "Exception|java\\.|javax|jakarta|kotlin|[Jj]avalin|[Jj]etty|eclipse|jackson|jdbc"
              + "|enum constant|dev\\.escarole|could not be parsed|\\bat index\\b|(?<!:)\\bnull\\b"
              + "|NullPointer|org\\.h2|SQL|\\tat ");

  private RecipeFolder folder;
  private Engine engine;
  private WebServer server;
  private RawRequests requests;
  private String token;
  private String viewer;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    Files.writeString(recipes.resolve("greet.yaml"), "name: greet\ntemplate: \"echo hello\"\n");
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    token = tokens.create("ada", Role.ADMIN, Instant.now());
    viewer = tokens.create("vera", Role.VIEWER, Instant.now());
    folder = RecipeFolder.open(recipes);
    engine = Engine.open(EngineOptions.inMemory());
    server =
        WebServer.start(
            ServerOptions.local(0, "1").withTokens(tokens.file()),
            new Installation(engine, folder, InstantSource.system()));
    requests = new RawRequests(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    requests.close();
    server.close();
    engine.close();
    folder.close();
  }

  private record Said(int status, String type, String body) {}

  private static Said said(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    String head = answer.substring(0, end);
    String type =
        head.lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-type:"))
            .map(line -> line.substring(13).strip())
            .findFirst()
            .orElse("");
    return new Said(Integer.parseInt(head.substring(9, 12)), type, answer.substring(end + 4));
  }

  private static void requireSentence(String what, Said said, int status) throws IOException {
    assertThat(said.status()).as(what + "\n" + said.body()).isEqualTo(status);
    String text = said.body();
    if (said.type().startsWith("application/problem+json")) {
      JsonNode problem =
          JSON.readTree(text.substring(text.indexOf('{'), text.lastIndexOf('}') + 1));
      assertThat(problem.path("title").asText()).as(what).contains(" ");
      assertThat(problem.path("code").asText()).as(what).matches("[a-z-]+");
      assertThat(problem.path("status").asInt()).as(what).isEqualTo(status);
      assertThat(problem.path("hint").asText()).as(what).matches(".*[.?]");
    } else if (said.type().startsWith("text/html")) {
      text = text.substring(text.indexOf("<main"), text.indexOf("</main>"));
      assertThat(text).as(what).containsPattern("<(p|h1)[^>]*>[A-Z'][^<]* [^<]*[.!]?</");
    } else {
      assertThat(said.type()).as(what).startsWith("text/plain");
      assertThat(text.strip()).as(what).matches("(?s)[A-Z].* .*\\.");
    }
    assertThat(text).as(what).doesNotContainPattern(FOREIGN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /runs?status=broken                        | 422
          /runs?age=fortnight                        | 422
          /runs?from=yesterday                       | 422
          /runs?from=2026-11-28T09:00&zone=Atlantis  | 422
          /runs?before=%F0%9F%A5%AC                  | 422
          /runs/nothing-like-this                    | 404
          /runs/..%5C                                | 404
          /runs/last/steps/x.y                       | 404
          /runs/last/report                          | 404
          /recipes/none                              | 404
          /commands/none                             | 404
          /schedules/none                            | 409
          /schedules/99999999999999999999            | 409
          /audit?since=noon                          | 422
          /audit?before=x                            | 422
          /kept/none                                 | 404
          /inbox                                     | 404
          /no/such/page                              | 404
          /runs?text=%00                             | 400
          /api/v1/runs?limit=many                    | 422
          /api/v1/runs?limit=-1                      | 422
          /api/v1/runs?status=broken                 | 422
          /api/v1/runs?since=noon                    | 422
          /api/v1/runs?colour=red                    | 400
          /api/v1/runs?limit=1&limit=2               | 400
          /api/v1/runs?cursor=%25%25                 | 422
          /api/v1/runs/none                          | 404
          /api/v1/recipes/none                       | 404
          /api/v1/nothing                            | 404
          /runs/last/events                          | 404
          /api/v1/audit/calls?limit=1e9              | 422
          """)
  void addresses(String path, int status) throws IOException {
    requireSentence(path, said(requests.say(RawRequests.get(path, token))), status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/v1/runs     | application/json | {                                   | 400
          /api/v1/runs     | application/json | []                                  | 422
          /api/v1/runs     | application/json | {"recipe": 7}                       | 422
          /api/v1/runs     | application/json | {"recipe": "none"}                  | 404
          /api/v1/runs     | application/json | {"text": "a: [", "recipes": 1}      | 422
          /api/v1/runs     | application/json | {"text": "template: [oops"}         | 422
          /api/v1/runs     | text/plain       | hello                               | 415
          /api/v1/filters  | application/json | {"name": "", "query": "x"}          | 422
          /api/v1/filters  | application/json | {"name": "a", "query": "\\u0022<b>"} | 422
          /api/v1/filters/delete | application/json | {"name": "none"}              | 404
          /recipes/greet   | multipart/form-data; boundary=x | nothing              | 400
          /runs/selection  | application/x-www-form-urlencoded | action=fly&run=a   | 400
          /zone            | application/x-www-form-urlencoded | zone=Mars          | 400
          /filters/delete  | application/x-www-form-urlencoded | name=none          | 404
          /runs            | application/x-www-form-urlencoded | a=b                | 405
          """)
  void bodies(String path, String type, String body, int status) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head = RawRequests.post(path, token, bytes.length, "Content-Type: " + type);
    requireSentence(path + " " + body, said(requests.say(head + body)), status);
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /runs, 405",
    "BREW, /runs, 405",
    "DELETE, /api/v1/runs, 405",
    "PATCH, /api/v1/runs/none, 405",
    "CONNECT, /runs, 400",
  })
  void methods(String method, String path, int status) throws IOException {
    String request = RawRequests.get(path, token).replaceFirst("GET", method);
    Said said = said(requests.say(request));
    assertThat(said.status()).isIn(status, 404);
    requireSentence(method + " " + path, said, said.status());
  }

  @Test
  void what_never_comes_to_a_route() throws IOException {
    String large = "X-Large: " + "a".repeat(20_000) + "\r\n";
    String get = RawRequests.get("/runs", token);
    requireSentence(
        "headers", said(requests.say(get.replace("\r\n\r\n", "\r\n" + large + "\r\n"))), 431);
    String api = RawRequests.get("/api/v1/runs", token);
    requireSentence(
        "headers", said(requests.say(api.replace("\r\n\r\n", "\r\n" + large + "\r\n"))), 431);
    requireSentence(
        "address", said(requests.say(RawRequests.get("/runs?" + "a".repeat(20_000), token))), 414);
    requireSentence("escape", said(requests.say(RawRequests.get("/runs/%zz", token))), 400);
    requireSentence("words", said(requests.say("hello there\r\n\r\n")), 505);
    requireSentence(
        "no host", said(requests.say("GET /runs HTTP/1.1\r\nConnection: close\r\n\r\n")), 400);
    requireSentence(
        "version",
        said(requests.say("GET /runs HTTP/7.0\r\nHost: localhost\r\nConnection: close\r\n\r\n")),
        505);
  }

  @Test
  void callers_and_rights() throws IOException {
    String get = RawRequests.get("/api/v1/runs", "");
    requireSentence("none", said(requests.say(get)), 401);
    requireSentence("wrong", said(requests.say(RawRequests.get("/api/v1/runs", "esc_x"))), 401);
    String form = "Content-Type: application/x-www-form-urlencoded";
    requireSentence(
        "role",
        said(requests.say(RawRequests.post("/recipes/greet", viewer, 4, form) + "do=x")),
        403);
    requireSentence(
        "origin",
        said(
            requests.say(
                RawRequests.post("/recipes/greet", token, 4, form, "Origin: http://evil.example")
                    + "do=x")),
        403);
    requireSentence("host", said(requests.say(get.replace("localhost", "evil.example"))), 403);
    requireSentence(
        "twice",
        said(
            requests.say(
                get.replace("\r\n\r\n", "\r\nContent-Type: a\r\nContent-Type: b\r\n\r\n"))),
        400);
    requireSentence(
        "large",
        said(
            requests.say(RawRequests.post("/login", "", 5000, form) + "token=" + "x".repeat(4994))),
        413);
    requireSentence(
        "coding",
        said(
            requests.say(
                RawRequests.post(
                        "/api/v1/runs",
                        token,
                        2,
                        "Content-Encoding: gzip",
                        "Content-Type: application/json")
                    + "{}")),
        415);
    requireSentence(
        "accept",
        said(
            requests.say(
                RawRequests.get("/api/v1/runs", token)
                    .replace("\r\n\r\n", "\r\nAccept: image/png\r\n\r\n"))),
        406);
  }
}
