package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.http.Receiver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands curl and http against a real server. */
@Timeout(120)
class HttpCommandTest {

  @TempDir Path data;

  private Receiver server;
  private CommandHost host;
  private List<HttpGrant> grants;

  @BeforeEach
  void open() throws Exception {
    server = new Receiver();
    String origin = "http://127.0.0.1:" + server.port();
    grants = List.of(HttpGrant.parse("GET,HEAD,POST " + origin));
    Path policy =
        Files.writeString(
            data.resolve("policy.yaml"),
            """
            principals:
              operator:
                http: [{origin: "%s", paths: [/v1], methods: [GET, HEAD, POST]}]
                http_private: ["127.0.0.1:%d"]
            """
                .formatted(origin, server.port()));
    assertThat(policy).exists();
    host = CommandHost.open(data, warning -> {}, null);
  }

  @AfterEach
  void close() throws Exception {
    host.close();
    server.close();
  }

  private InvocationResult run(String name, String... arguments) {
    return run(Invocation.of(name).arguments(arguments));
  }

  private InvocationResult run(Invocation.Builder invocation) {
    return host.execute(Principal.localOperator(), invocation.http(grants).build());
  }

  private String url(String path) {
    return server.url("/v1" + path);
  }

  @Test
  void curl_writes_the_body_and_is_not_pure() {
    server.answer = Receiver.text("{\"t\": 21}", "X-Kind: json");
    InvocationResult result = run("curl", "-sS", url("/t"));
    assertThat(result.stdout().utf8()).isEqualTo("{\"t\": 21}");
    assertThat(result.outcome().isSuccess()).isTrue();
    assertThat(result.purity()).isEqualTo(Purity.IMPURE);
    result = run("curl", "-i", "-w", "%{http_code} %{size_download}\\n", url("/t"));
    assertThat(result.stdout().utf8())
        .startsWith("HTTP/1.1 200 OK\r\nX-Kind: json\r\n")
        .endsWith("\r\n\r\n{\"t\": 21}200 9\n");
  }

  @Test
  void curl_sends_data_headers_and_users() {
    run("curl", "-d", "a=1", "-d", "b=2", "-H", "X-Own: yes", "-u", "ann:pw", url("/p"));
    Receiver.Sent sent = server.sent.get(0);
    assertThat(sent.head()).startsWith("POST /v1/p HTTP/1.1\r\n");
    assertThat(sent.text()).isEqualTo("a=1&b=2");
    assertThat(sent.field("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
    assertThat(sent.field("X-Own")).isEqualTo("yes");
    assertThat(sent.field("Authorization")).isEqualTo("Basic YW5uOnB3");
    run("curl", "-G", "--data-urlencode", "q=a b&c", url("/q"));
    assertThat(server.sent.get(1).head()).startsWith("GET /v1/q?q=a%20b%26c HTTP/1.1\r\n");
    run("curl", "-I", url("/h"));
    assertThat(server.sent.get(2).head()).startsWith("HEAD /v1/h ");
    run(Invocation.of("http").arguments("POST", url("/j"), "Content-Type:text/x").stdin("body"));
    assertThat(server.sent.get(3).text()).isEqualTo("body");
    assertThat(server.sent.get(3).field("Content-Type")).isEqualTo("text/x");
  }

  @Test
  void curl_has_its_exit_codes() throws Exception {
    server.answer = Receiver.status(404);
    InvocationResult failed = run("curl", "-fsS", url("/x"));
    assertThat(failed.outcome().exitCode()).isEqualTo(22);
    assertThat(failed.stderr().utf8())
        .isEqualTo("curl: (22) The requested URL returned error: 404\n");
    assertThat(run("curl", "-fs", url("/x")).stderr().utf8()).isEmpty();
    assertThat(run("http", url("/x")).outcome().exitCode()).isEqualTo(22);
    server.answer = Receiver.status(302, "Location: /v1/again");
    assertThat(run("curl", "-sL", "--max-redirs", "3", url("/")).outcome().exitCode())
        .isEqualTo(47);
    server.answer = Receiver.silence();
    assertThat(run("curl", "-s", "-m", "0.3", url("/")).outcome().exitCode()).isEqualTo(28);
    server.answer = Receiver.raw("");
    assertThat(run("curl", "-s", url("/")).outcome().exitCode()).isEqualTo(52);
    assertThat(run("curl", "-s", url("/../x")).outcome().exitCode()).isEqualTo(3);
    assertThat(run("curl", "-s", "-H", "Host: other", url("/")).outcome().exitCode()).isEqualTo(43);
    assertThat(run("curl", "-k", url("/")).outcome().exitCode()).isEqualTo(2);
    server.close();
    assertThat(run("curl", "-s", url("/")).outcome().exitCode()).isEqualTo(7);
  }

  @Test
  void curl_retries_what_passes() {
    AtomicInteger count = new AtomicInteger();
    server.answer =
        (socket, out) ->
            (count.incrementAndGet() < 2 ? Receiver.status(503) : Receiver.text("ok"))
                .to(socket, out);
    InvocationResult result = run("curl", "-sf", "--retry", "2", "--retry-delay", "1", url("/"));
    assertThat(result.stdout().utf8()).isEqualTo("ok");
    assertThat(server.sent).hasSize(2);
  }

  @Test
  void curl_writes_to_files_within_its_grants() throws Exception {
    Path directory = Files.createDirectory(data.resolveSibling(data.getFileName() + "-out"));
    server.answer = Receiver.text("content");
    InvocationResult result =
        run(
            Invocation.of("curl")
                .arguments("-s", "-o", "/out/file", "-w", "%{http_code}", url("/"))
                .directories(
                    List.of(
                        new DirectoryGrant(directory, "/out", DirectoryGrant.Mode.READ_WRITE))));
    assertThat(result.stdout().utf8()).isEqualTo("200");
    assertThat(directory.resolve("file")).hasContent("content");
  }

  @Test
  void curl_and_http_ask_again_only_for_what_has_changed() throws Exception {
    server.answer =
        (socket, out) ->
            (server.sent.get(server.sent.size() - 1).field("If-None-Match").isEmpty()
                    ? Receiver.text("whole", "ETag: \"v1\"")
                    : Receiver.status(304))
                .to(socket, out);
    assertThat(run("curl", "-s", "--cache", url("/c")).stdout().utf8()).isEqualTo("whole");
    assertThat(run("curl", "-s", "--cache", url("/c")).stdout().utf8()).isEqualTo("whole");
    assertThat(run("http", "--cache", url("/c")).stdout().utf8()).isEqualTo("whole");
    assertThat(server.sent.stream().map(each -> each.field("If-None-Match")))
        .containsExactly("", "\"v1\"", "\"v1\"");
    assertThat(data.resolve("http-cache")).isNotEmptyDirectory();
    assertThat(
            run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", url("/c")).stdout().utf8())
        .isEqualTo("200");
  }

  @Test
  void a_denied_request_ends_the_command_with_an_outcome_of_its_own_even_if_it_is_silent() {
    for (String[] arguments :
        new String[][] {
          {"-s", server.url("/admin")},
          {"-s", "-X", "DELETE", url("/")},
          {"-s", "-o", "/dev/null", "--retry", "3", "http://169.254.169.254/"}
        }) {
      InvocationResult result = run("curl", arguments);
      assertThat(result.outcome().kind()).isEqualTo(Kind.HTTP_DENIED);
      assertThat(result.outcome().exitCode()).isEqualTo(126);
      assertThat(result.stderr().utf8())
          .startsWith("curl: ")
          .contains("is not permitted")
          .contains("the operator's policy does not grant it to 'operator'");
    }
    assertThat(server.sent).isEmpty();
    grants = List.of();
    assertThat(run("curl", "-s", url("/")).outcome().detail())
        .contains("the recipe does not list it")
        .contains("--http '");
    assertThat(run("curl", "--help").outcome().isSuccess()).isTrue();
  }
}
