package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.http.ResponseFiles.Kept;
import dev.escarole.engine.http.WebClient.Asked;
import dev.escarole.engine.http.WebClient.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are kept and asked for again with their validator. */
@Timeout(120)
class KeptResponsesTest {

  @TempDir Path data;

  private WebClient client;
  private Receiver server;

  @BeforeEach
  void open() throws Exception {
    client = new WebClient(() -> (SSLSocketFactory) SSLSocketFactory.getDefault(), data);
    server = new Receiver();
    client.permit(origin());
    answer("first", "v1", "X-Kind: plain");
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
  }

  private String origin() {
    return "http://127.0.0.1:" + server.port();
  }

  /** Answers 304 to who has this version already. */
  private void answer(String body, String etag, String field) {
    server.answer =
        (socket, out) -> {
          Receiver.Sent last = server.sent.get(server.sent.size() - 1);
          (last.field("If-None-Match").equals("\"" + etag + "\"")
                  ? Receiver.status(304, "ETag: \"" + etag + "\"")
                  : Receiver.text(body, "ETag: \"" + etag + "\"", field))
              .to(socket, out);
        };
  }

  private Response ask() throws InterruptedException {
    return client.make(new Asked(server.url("/x?q")).cached());
  }

  private long files() throws IOException {
    Path directory = data.resolve("http-cache");
    if (!Files.exists(directory)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.count();
    }
  }

  private String conditionOfLast() {
    return server.sent.get(server.sent.size() - 1).field("If-None-Match");
  }

  @Test
  void a_kept_response_is_used_only_if_its_server_says_that_it_is_unchanged() throws Exception {
    assertThat(ask().body()).isEqualTo("first");
    Response again = ask();
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo("first");
    assertThat(again.heads()).contains("HTTP/1.1 200 OK", "X-Kind: plain");
    assertThat(conditionOfLast()).isEqualTo("\"v1\"");
    answer("second", "v2", "X-Kind: plain");
    assertThat(ask().body()).isEqualTo("second");
    assertThat(ask().body()).isEqualTo("second");
    assertThat(conditionOfLast()).isEqualTo("\"v2\"");
    assertThat(files()).isEqualTo(1);
    server.answer = Receiver.status(500);
    assertThat(ask().status()).as("an error is no reason to use it").isEqualTo(500);
  }

  @Test
  void nothing_is_kept_or_used_unless_asked_for() throws Exception {
    assertThat(client.get(server.url("/x?q")).body()).isEqualTo("first");
    assertThat(files()).isZero();
    ask();
    client.get(server.url("/x?q"));
    assertThat(conditionOfLast()).isEmpty();
    assertThat(client.make(new Asked(server.url("/")).flags(2)).error()).isEqualTo(43);
  }

  @Test
  void the_date_of_the_last_change_is_a_validator_too() throws Exception {
    server.answer = Receiver.text("x", "Last-Modified: Mon, 23 Nov 2026 10:00:00 GMT");
    ask();
    ask();
    assertThat(server.sent.get(1).field("If-Modified-Since"))
        .isEqualTo("Mon, 23 Nov 2026 10:00:00 GMT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cache-Control: no-store",
        "Cache-Control: max-age=60, Private",
        "Set-Cookie: a=b",
        "Vary: *"
      })
  void what_is_meant_for_one_reader_is_not_kept(String field) throws Exception {
    answer("first", "v1", field);
    ask();
    assertThat(files()).isZero();
  }

  @Test
  void responses_without_validator_and_other_statuses_are_not_kept() throws Exception {
    for (Receiver.Answer each :
        List.of(
            Receiver.text("x"),
            Receiver.status(404, "ETag: \"a\""),
            Receiver.status(302, "ETag: \"a\"", "Location: /y"),
            Receiver.status(304, "ETag: \"a\""))) {
      server.answer = each;
      ask();
    }
    assertThat(files()).isZero();
    assertThat(ask().status()).as("a 304 that nobody asked for").isEqualTo(304);
  }

  @Test
  void nothing_that_was_authorised_or_holds_a_secret_is_kept() throws Exception {
    client.environment.put("KEY", "a-very-secret-key");
    client.permitWith(
        "key", "key: {env: KEY, origins: [\"%s\"]}".formatted(origin()), "GET,POST " + origin());
    for (Asked each :
        List.of(
            new Asked(server.url("/")).field("X", "((secret:key))"),
            new Asked(server.url("/?k=((secret:key))")),
            new Asked(server.url("/((secret:key))")),
            new Asked(server.url("/")).user("ann:pw"),
            new Asked(server.url("/")).field("Authorization", "Bearer own"),
            new Asked(server.url("/")).field("Cookie", "a=b"),
            new Asked(server.url("/")).field("X-Api-Key", "own"),
            new Asked(server.url("/")).field("If-None-Match", "\"v0\""),
            new Asked(server.url("/")).field("Range", "bytes=0-1"),
            new Asked(server.url("/")).method("POST").body("x"))) {
      assertThat(client.make(each.cached()).status()).isEqualTo(200);
    }
    answer("you said a-very-secret-key", "v1", "X-Kind: plain");
    assertThat(ask().body()).isEqualTo("you said ((secret:key))");
    answer("x", "v1", "X-Echo: a-very-secret-key");
    ask();
    assertThat(files()).isZero();
  }

  @Test
  void other_headers_paths_and_grants_have_responses_of_their_own() throws Exception {
    ask();
    client.make(new Asked(server.url("/x?q")).field("Accept", "text/csv").cached());
    assertThat(conditionOfLast()).isEmpty();
    client.make(new Asked(server.url("/x?p")).cached());
    assertThat(conditionOfLast()).isEmpty();
    client.permit(origin() + "/x");
    ask();
    assertThat(conditionOfLast()).as("other grants of the recipe").isEmpty();
    client.permit(origin());
    ask();
    assertThat(conditionOfLast()).isEqualTo("\"v1\"");
  }

  @Test
  void another_principal_has_responses_of_its_own() throws Exception {
    List<String> found = new ArrayList<>();
    for (String principal : List.of("ann", "bob", "ann")) {
      Permission permission = new Permission(principal, HttpPolicy.NOTHING, List.of());
      KeptResponses.Question question =
          new KeptResponses(new ResponseFiles(data, Instant::now), permission, new Mask())
              .ask("GET", Target.of(server.url("/x")), "", List.of());
      found.add(String.valueOf(Objects.requireNonNull(question).conditions()));
      question.answer(
          new Hop.Received(200, "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n", null, new byte[1]));
    }
    assertThat(found).containsExactly("[]", "[]", "[Field[name=If-None-Match, value=\"v1\"]]");
  }

  @Test
  void a_damaged_file_is_as_if_it_were_not_there() throws Exception {
    ask();
    try (Stream<Path> all = Files.list(data.resolve("http-cache"))) {
      Path file = all.findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 1]++;
      Files.write(file, bytes);
      assertThat(ask().body()).isEqualTo("first");
      assertThat(conditionOfLast()).isEmpty();
      Files.write(file, new byte[5]);
      assertThat(ask().body()).isEqualTo("first");
      assertThat(conditionOfLast()).isEmpty();
    }
  }

  @Test
  void there_are_so_many_and_no_more() throws Exception {
    AtomicLong now = new AtomicLong();
    ResponseFiles files = new ResponseFiles(data, () -> Instant.ofEpochSecond(now.get()));
    Kept large = new Kept("\"v\"", "", "HTTP/1.1 200 OK\r\n\r\n", new byte[10 << 20]);
    for (int i = 0; i < 6; i++) {
      now.incrementAndGet();
      files.keep("large" + i, large);
    }
    now.incrementAndGet();
    assertThat(files.find("large0")).isNotNull();
    now.incrementAndGet();
    files.keep("large6", large);
    assertThat(files.find("large1")).as("not used for longest").isNull();
    assertThat(Objects.requireNonNull(files.find("large0")).body()).hasSize(10 << 20);
    Kept small = new Kept("", "now", "", new byte[0]);
    for (int i = 0; i < ResponseFiles.MOST_FILES + 5; i++) {
      now.incrementAndGet();
      files.keep("small" + i, small);
    }
    assertThat(files()).isEqualTo(ResponseFiles.MOST_FILES);
    assertThat(files.find("small0")).isNull();
  }

  @Test
  void after_they_are_forgotten_whole_responses_are_asked_for() throws Exception {
    assertThat(HttpCapability.forgetResponses(data)).as("none yet").isZero();
    ask();
    client.make(new Asked(server.url("/y")).cached());
    assertThat(HttpCapability.forgetResponses(data)).isEqualTo(2);
    assertThat(files()).isZero();
    assertThat(ask().body()).isEqualTo("first");
    assertThat(conditionOfLast()).isEmpty();
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void without_a_data_directory_nothing_is_kept() {
    for (Path none : new Path[] {null, data.resolve("missing")}) {
      ResponseFiles files = new ResponseFiles(none, Instant::now);
      files.keep("a", new Kept("\"v\"", "", "", new byte[0]));
      assertThat(files.find("a")).isNull();
    }
    assertThat(data.resolve("missing")).doesNotExist();
  }
}
