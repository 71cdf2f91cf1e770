package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.http.WebClient.Asked;
import dev.escarole.engine.http.WebClient.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that are put in at the host. */
@Timeout(60)
class SecretsTest {

  private static final String VALUE = "s3cr3t/va+lue \"x\"&y";

  @TempDir Path directory;

  private final WebClient client = new WebClient();
  private Receiver server;
  private Receiver other;

  @BeforeEach
  void open() throws Exception {
    server = new Receiver();
    other = new Receiver();
    client.environment.put("KEY", VALUE);
    permit("env: KEY");
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
    other.close();
  }

  private void permit(String source) {
    client.permitWith(
        "key",
        "key: {%s, origins: [\"%s\"]}".formatted(source, origin(server)),
        origin(server),
        origin(other));
  }

  private static String origin(Receiver receiver) {
    return "http://127.0.0.1:" + receiver.port();
  }

  @Test
  void a_secret_is_put_into_headers_and_urls_at_the_host() throws Exception {
    client.make(
        new Asked(server.url("/hooks/((secret:key))?k=((secret:key))"))
            .field("Authorization", "Bearer ((secret:key))"));
    assertThat(server.sent.get(0).head())
        .startsWith("GET /hooks/s3cr3t/va%2Blue%20%22x%22%26y?k=s3cr3t%2Fva%2Blue%20%22x%22%26y ");
    assertThat(server.sent.get(0).field("Authorization")).isEqualTo("Bearer " + VALUE);
    assertThat(client.audited.get(0).outcome().detail())
        .contains("((secret:key))")
        .doesNotContain("s3cr3t");
  }

  @Test
  void echoes_of_a_secret_are_masked_in_all_usual_forms() throws Exception {
    byte[] bytes = VALUE.getBytes(StandardCharsets.UTF_8);
    String url = URLEncoder.encode(VALUE, StandardCharsets.UTF_8);
    List<String> echoes =
        List.of(
            VALUE,
            url,
            url.replace("+", "%20").toLowerCase(java.util.Locale.ROOT),
            Base64.getEncoder().encodeToString(bytes),
            Base64.getEncoder().encodeToString(("ab:" + VALUE).getBytes(StandardCharsets.UTF_8)),
            Base64.getEncoder().encodeToString(("a:" + VALUE).getBytes(StandardCharsets.UTF_8)),
            Base64.getUrlEncoder()
                .encodeToString(("abcd" + VALUE).getBytes(StandardCharsets.UTF_8)),
            HexFormat.of().formatHex(bytes),
            VALUE.replace("\"", "\\\"").replace("/", "\\/"),
            VALUE.replace("&", "&amp;").replace("\"", "&quot;"));
    for (String echo : echoes) {
      server.answer = Receiver.text("<" + echo + ">", "X-Echo: " + echo);
      Response response =
          client.make(new Asked(server.url("/")).field("Authorization", "((secret:key))"));
      assertThat(response.body()).as(echo).contains("((secret:key))").doesNotContain(echo);
      assertThat(response.heads()).contains("((secret:key))").doesNotContain(echo);
    }
  }

  @Test
  void echoes_that_are_broken_into_lines_are_masked() throws Exception {
    byte[] bytes = ("said " + VALUE).getBytes(StandardCharsets.UTF_8);
    String mime =
        Base64.getMimeEncoder(8, "\r\n".getBytes(StandardCharsets.UTF_8)).encodeToString(bytes);
    String php =
        Base64.getEncoder()
            .encodeToString("??>".concat(VALUE).getBytes(StandardCharsets.UTF_8))
            .replace("/", "\\/");
    for (String echo :
        List.of(
            mime,
            mime.replace("\r\n", "\\n"),
            HexFormat.of().formatHex(bytes).replaceAll("(.{16})", "$1\n"),
            php)) {
      server.answer = Receiver.text("<" + echo + ">");
      Response response =
          client.make(new Asked(server.url("/")).field("Authorization", "((secret:key))"));
      assertThat(response.body())
          .as(echo)
          .contains("((secret:key))")
          .endsWith(">")
          .doesNotContain(echo.substring(echo.length() - 24, echo.length() - 6));
    }
  }

  @Test
  void an_echo_cannot_be_asked_for_in_parts() throws Exception {
    Response response =
        client.make(
            new Asked(server.url("/"))
                .field("Authorization", "((secret:key))")
                .field("range", "bytes=0-3")
                .field("Request-Range", "bytes=0-3"));
    assertThat(response.status()).isEqualTo(200);
    assertThat(server.sent.get(0).head()).doesNotContainIgnoringCase("range");
    // Where there is no secret, parts are as everywhere.
    client.make(new Asked(other.url("/")).field("Range", "bytes=0-3"));
    assertThat(other.sent.get(0).field("Range")).isEqualTo("bytes=0-3");
  }

  @Test
  void an_echo_in_an_encoding_that_was_not_asked_for_is_refused() throws Exception {
    for (String head :
        List.of(
            "Content-Encoding: br",
            "Content-Encoding: gzip\r\nContent-Encoding: br",
            "Content-Encoding: gzip, gzip")) {
      server.answer = Receiver.text("cannot be read", head);
      Response response = client.make(new Asked(server.url("/")).field("X", "((secret:key))"));
      assertThat(response.error()).as(head).isEqualTo(61);
      assertThat(response.body()).as(head).doesNotContain("cannot be read");
    }
    server.answer = Receiver.text("as it is", "Content-Encoding: identity");
    assertThat(client.make(new Asked(server.url("/")).field("X", "((secret:key))")).body())
        .isEqualTo("as it is");
  }

  @Test
  void a_secret_that_an_earlier_request_used_stays_masked() throws Exception {
    var guest = client.guest();
    client.make(guest, new Asked(server.url("/")).field("Authorization", "((secret:key))"));
    server.answer = Receiver.text("you said " + VALUE);
    assertThat(client.make(guest, new Asked(server.url("/"))).body())
        .isEqualTo("you said ((secret:key))");
  }

  @Test
  void a_secret_goes_only_where_the_operator_has_tied_it_to() {
    assertThatThrownBy(() -> client.make(new Asked(other.url("/")).field("X", "((secret:key))")))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("has not tied it to " + origin(other));
    assertThatThrownBy(() -> client.make(new Asked(server.url("/")).field("X", "((secret:no))")))
        .hasMessageContaining("the operator's policy does not give it to 'ci'");
    assertThat(server.sent).isEmpty();
    assertThat(other.sent).isEmpty();
  }

  @Test
  void a_server_cannot_send_a_secret_elsewhere_by_a_redirect() {
    server.answer =
        Receiver.status(
            302, "Location: " + other.url("/?stolen=" + "s3cr3t%2Fva%2Blue%20%22x%22%26y"));
    assertThatThrownBy(
            () ->
                client.make(new Asked(server.url("/")).follow(5).field("X-Key", "((secret:key))")))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("with a secret in the URL")
        .hasMessageNotContaining("s3cr3t");
    assertThat(other.sent).isEmpty();
  }

  @Test
  void a_secret_cannot_change_the_path_that_is_permitted() {
    client.environment.put("KEY", "x/../../admin");
    assertThat(error(server.url("/hooks/((secret:key))"))).isEqualTo(3);
    assertThat(server.sent).isEmpty();
  }

  private int error(String url) {
    try {
      return client.get(url).error();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void values_that_cannot_be_masked_or_split_a_request_are_refused() {
    for (String value : List.of("short", "two\nlines-of-it", "x".repeat(5000))) {
      client.environment.put("KEY", value);
      assertThatThrownBy(() -> client.make(new Asked(server.url("/")).field("X", "((secret:key))")))
          .hasMessageContaining("printable ASCII")
          .hasMessageNotContaining(value);
    }
  }

  @Test
  void files_are_read_anew_and_must_be_out_of_reach_of_others_and_of_guests() throws Exception {
    Path file = Files.writeString(directory.resolve("key"), "first-value\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    permit("file: " + file);
    Asked asked = new Asked(server.url("/")).field("X", "((secret:key))");
    client.make(asked);
    Files.writeString(file, "second-value\n");
    client.make(asked);
    assertThat(server.sent.stream().map(each -> each.field("X")))
        .containsExactly("first-value", "second-value");
    client.directories(
        Invocation.of("guest")
            .directories(
                List.of(new DirectoryGrant(directory, "/d", DirectoryGrant.Mode.READ_ONLY))));
    assertThatThrownBy(() -> client.make(asked)).hasMessageContaining("granted to the command");
    client.directories(Invocation.of("guest"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> client.make(asked))
        .hasMessageContaining("readable by the engine alone");
    permit("directory: " + directory);
    client.make(asked);
    assertThat(server.sent.get(2).field("X"))
        .as("as Kubernetes mounts it")
        .isEqualTo("second-value");
  }
}
