package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.access.Gate;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stream ends with what admitted its reader, though the connection would hold. */
@Timeout(120)
class EndedSessionTest {

  private static final String STREAM = "/live/events?of=runs";

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private TokenFile tokens;
  private String secret;
  private Engine engine;
  private WebServer server;

  @BeforeEach
  void start() {
    tokens = new TokenFile(directory.resolve("tokens.json"));
    secret = tokens.create("alice", Role.VIEWER, Instant.EPOCH);
    engine = Engine.open(EngineOptions.inMemory());
    server =
        WebServer.start(
            ServerOptions.local(0, "test")
                .withTokens(tokens.file())
                .with(LiveOptions.DEFAULTS.withTick(Duration.ofMillis(100))),
            new Installation(engine, InstantSource.system()));
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private String signIn() throws IOException, InterruptedException {
    String form = "token=" + URLEncoder.encode(secret, StandardCharsets.UTF_8);
    HttpRequest request =
        to("/login")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    return client
        .send(request, BodyHandlers.discarding())
        .headers()
        .allValues("set-cookie")
        .stream()
        .filter(each -> each.startsWith(Gate.COOKIE))
        .map(each -> each.split(";", 2)[0])
        .findFirst()
        .orElseThrow();
  }

  private InputStream watch(String header, String value) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(to(STREAM).header(header, value).build(), BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    InputStream stream = answer.body();
    // A beat has found that its reader may read.
    readBeat(stream);
    return stream;
  }

  private static void readBeat(InputStream stream) throws IOException {
    int before = 0;
    for (int c = stream.read(); !(before == '\n' && c == ':'); c = stream.read()) {
      assertThat(c).describedAs("the stream has ended").isNotNegative();
      before = c;
    }
  }

  private int again(String header, String value) throws IOException, InterruptedException {
    HttpRequest request = to(STREAM).header(header, value).build();
    return client.send(request, BodyHandlers.ofInputStream()).statusCode();
  }

  @Test
  void signing_out_ends_the_streams_of_the_session_and_no_others() throws Exception {
    String leaving = signIn();
    String staying = signIn();
    try (InputStream ends = watch("Cookie", leaving);
        InputStream other = watch("Cookie", staying);
        InputStream program = watch("Authorization", "Bearer " + secret)) {
      HttpRequest out =
          to("/logout").header("Cookie", leaving).POST(HttpRequest.BodyPublishers.noBody()).build();
      assertThat(client.send(out, BodyHandlers.discarding()).statusCode()).isEqualTo(303);
      assertThat(ends.readAllBytes()).isNotNull();
      assertThat(again("Cookie", leaving)).isEqualTo(401);
      readBeat(other);
      readBeat(program);
    }
  }

  @Test
  void revoking_a_token_ends_its_streams_and_those_of_its_sessions() throws Exception {
    try (InputStream session = watch("Cookie", signIn());
        InputStream program = watch("Authorization", "Bearer " + secret)) {
      assertThat(tokens.revoke("alice")).isTrue();
      assertThat(session.readAllBytes()).isNotNull();
      assertThat(program.readAllBytes()).isNotNull();
      assertThat(again("Authorization", "Bearer " + secret)).isEqualTo(401);
    }
  }
}
