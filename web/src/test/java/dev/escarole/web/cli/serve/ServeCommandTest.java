package dev.escarole.web.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Serves from a process of its own, and refuses to where it must not. */
@Timeout(300)
class ServeCommandTest {

  private static final String READY = "Escarole is at ";

  @TempDir Path directory;

  private @Nullable Process process;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** A server that has said where it is. */
  private record Serving(Process process, BufferedReader said, URI address, List<String> before) {

    int stop() throws InterruptedException {
      process.toHandle().destroy();
      assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    String rest() {
      return String.join("\n", said.lines().toList());
    }
  }

  private Serving serve(String... options) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("serve", "--data", directory.resolve("data").toString(), "--port", "0"));
    words.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(java(words));
    builder.directory(directory.toFile());
    Process started = builder.start();
    process = started;
    BufferedReader said =
        new BufferedReader(new InputStreamReader(started.getErrorStream(), StandardCharsets.UTF_8));
    List<String> before = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(READY)) {
        URI address = URI.create(line.substring(READY.length()).strip());
        return new Serving(started, said, address, before);
      }
      before.add(line);
    }
    throw new AssertionError("it ended: " + before);
  }

  private static List<String> java(List<String> arguments) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It starts sooner so, and does not live for long.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xss8m",
                "-Descarole.compiled=off",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(arguments);
    return words;
  }

  @Test
  void a_command_that_runs_may_end_when_the_server_is_told_to_stop() throws Exception {
    CliHarness cli = new CliHarness(directory);
    Files.createDirectory(directory.resolve("recipes"));
    cli.file("recipes/nap.yaml", "name: nap\ntemplate: [sleep 3, echo awake]\n");
    Serving serving = serve("--insecure-local", "--recipes", "recipes", "--drain", "1m");
    URI runs = serving.address().resolve("/api/v1/runs");
    HttpResponse<String> launched = launch(runs);
    while (launched.statusCode() == 404) {
      // The folder is being read.
      launched = launch(runs);
    }
    assertThat(launched.statusCode()).as(launched.body()).isEqualTo(201);
    String id = cli.call("runs", "list", "--json").json().path("runs").get(0).path("run").asText();
    while (!cli.call("runs", "show", id, "--json").text().contains("\"running\"")) {
      Thread.onSpinWait();
    }

    assertThat(serving.stop()).isZero();
    assertThat(serving.rest()).contains("1 command may go on for");
    CliHarness.Call left = cli.call("runs", "show", id, "--json");
    assertThat(left.json().path("steps").get(1).path("status").asText())
        .as(left.text())
        .isEqualTo("done");
  }

  private static HttpResponse<String> launch(URI runs) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(runs)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"recipe\": \"nap\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void the_time_for_commands_to_end_must_be_one() {
    CliHarness cli = new CliHarness(directory);
    assertThat(cli.call("serve", "--drain", "soon").err()).contains("--drain is no age: soon");
    assertThat(cli.call("serve", "--drain", "8w").err()).contains("at most 24h");
  }

  private static HttpResponse<String> get(URI uri, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void it_deletes_what_it_is_not_to_keep_and_says_what_is_used() throws Exception {
    CliHarness cli = new CliHarness(directory);
    Path recipe = cli.file("r.json", "\"tee kept\"");
    cli.call("run", recipe);
    Path runs = cli.data().resolve("runs");
    String old;
    try (Stream<Path> each = Files.list(runs)) {
      old = each.findFirst().orElseThrow().getFileName().toString();
    }
    Serving serving = serve("--log-format", "text", "--keep", "30d", "--keep-size", "1");
    List<String> said = new ArrayList<>(serving.before());
    while (said.stream().noneMatch(line -> line.contains("runs use "))
        || said.stream().noneMatch(line -> line.contains("run.prune"))) {
      said.add(serving.said().readLine());
    }
    assertThat(said)
        .anySatisfy(
            line ->
                assertThat(line).matches("runs use .*; older ones are deleted after .* beyond .*"))
        .anySatisfy(line -> assertThat(line).contains("INFO", "origin=\"server\"", "1 runs"));
    assertThat(runs.resolve(old)).doesNotExist();
    assertThat(serving.stop()).isZero();
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).isEmpty();
  }

  @Test
  void limits_of_what_is_kept_are_checked_first() {
    CliHarness cli = new CliHarness(directory);
    for (String[] wrong :
        new String[][] {
          {"--keep", "0d"}, {"--keep-size", "0"}, {"--keep", "soon"}, {"--keep-size", "much"}
        }) {
      CliHarness.Call call = cli.call("serve", "--port", "0", wrong[0], wrong[1]);
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).contains(wrong[0]);
      assertThat(cli.data()).doesNotExist();
    }
  }

  @Test
  void it_serves_until_it_is_told_to_stop() throws IOException, InterruptedException {
    Serving serving = serve();
    assertThat(serving.address().getHost()).isEqualTo("127.0.0.1");
    assertThat(get(serving.address().resolve("/health")).body()).isEqualTo("ok\n");
    assertThat(serving.stop()).isZero();
    assertThat(serving.rest()).contains("stopping");
  }

  private static URI link(Serving serving) throws IOException {
    String line = serving.said().readLine();
    assertThat(line).contains("sign in").contains(serving.address() + "/login?once=");
    return URI.create(line.substring(line.indexOf("http://")).strip());
  }

  private static String cookie(HttpResponse<?> answer) {
    String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
    return set.substring(0, set.indexOf(';'));
  }

  @Test
  void without_tokens_it_makes_one_for_its_owner_and_knows_nobody_else()
      throws IOException, InterruptedException {
    Serving serving = serve();
    URI runs = serving.address().resolve("/api/v1/runs");
    assertThat(get(runs).statusCode()).isEqualTo(401);
    assertThat(get(serving.address().resolve("/runs")).statusCode()).isEqualTo(303);
    assertThat(get(serving.address().resolve("/mcp")).statusCode()).isIn(401, 404);
    URI link = link(serving);
    HttpResponse<String> entered = get(link);
    assertThat(entered.statusCode()).isEqualTo(303);
    assertThat(entered.headers().firstValue("Location").orElseThrow())
        .endsWith("/runs")
        .doesNotContain("once");
    assertThat(entered.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    assertThat(get(runs, "Cookie", cookie(entered)).statusCode()).isEqualTo(200);
    HttpResponse<String> again = get(link);
    assertThat(again.statusCode()).as("it counts once").isEqualTo(401);
    assertThat(again.headers().firstValue("Set-Cookie")).isEmpty();
    Path data = directory.resolve("data");
    assertThat(List.of("tokens.json", "sessions.json", "server.json"))
        .allSatisfy(name -> assertThat(mode(data.resolve(name))).isEqualTo("rw-------"));
    assertThat(Files.readString(data.resolve("tokens.json"))).contains("\"admin\"");
    String secret = link.getQuery().substring("once=".length());
    assertThat(Files.readString(data.resolve("sessions.json"))).doesNotContain(secret);
    assertThat(serving.stop()).isZero();
    assertThat(data.resolve("server.json")).doesNotExist();
    assertThat(serving.rest()).doesNotContain(secret);

    Serving later = serve();
    assertThat(link(later).getQuery()).as("each start has its own").isNotEqualTo(link.getQuery());
    URI same = later.address().resolve("/api/v1/runs");
    assertThat(get(same, "Cookie", cookie(entered)).statusCode())
        .as("the session has survived the server")
        .isEqualTo(200);
    assertThat(later.stop()).isZero();
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void the_commands_of_its_owner_sign_in_by_themselves_and_those_of_others_do_not()
      throws IOException, InterruptedException {
    Serving serving = serve();
    URI unused = link(serving);
    String server = serving.address().toString();
    String byName = server.replace("127.0.0.1", "localhost");
    CliHarness own = new CliHarness(directory);
    Path recipe = own.file("r.yaml", "template: echo hello\n");
    var called = own.call("run", recipe, "--server", server);
    assertThat(called.text()).as(called.err()).isEqualTo("hello\n");
    assertThat(own.call("runs", "list", "--server", byName).text()).contains("r.yaml");
    CliHarness other = new CliHarness(Files.createDirectory(directory.resolve("other")));
    CliHarness.Call refused = other.call("runs", "list", "--server", server);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("asks for a token");
    Path data = directory.resolve("data");
    assertThat(other.call("runs", "list", "--server", server, "--data", data).exit()).isZero();

    Path file = data.resolve("server.json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(own.call("runs", "list", "--server", server).err())
        .as("others could have written it")
        .contains("not used")
        .contains("asks for a token");
    assertThat(serving.stop()).isZero();
  }

  @Test
  void without_tokens_at_all_only_this_machine_and_only_if_asked_for()
      throws IOException, InterruptedException {
    CliHarness cli = new CliHarness(directory);
    CliHarness.Call elsewhere = cli.call("serve", "--insecure-local", "--host", "0.0.0.0");
    assertThat(elsewhere.exit()).isEqualTo(2);
    assertThat(elsewhere.err()).contains("--insecure-local is refused");
    CliHarness.Call both =
        cli.call("serve", "--insecure-local", "--token-file", cli.file("t.json", "{}"));
    assertThat(both.exit()).isEqualTo(2);
    assertThat(cli.call("serve", "--trusted-proxy", "proxy.example.org").exit()).isEqualTo(2);
    Serving serving = serve("--insecure-local");
    assertThat(get(serving.address().resolve("/api/v1/runs")).statusCode()).isEqualTo(200);
    assertThat(directory.resolve("data/tokens.json")).doesNotExist();
    assertThat(directory.resolve("data/server.json")).doesNotExist();
    assertThat(serving.stop()).isZero();
    assertThat(serving.before()).anyMatch(line -> line.contains("acts as you"));
  }

  @Test
  void without_a_folder_of_recipes_it_serves_all_the_same()
      throws IOException, InterruptedException {
    Serving bare = serve("--insecure-local");
    assertThat(get(bare.address().resolve("/recipes")).body()).contains("--recipes");
    assertThat(get(bare.address().resolve("/api/v1/recipes")).body()).contains("\"recipes\":[]");
    assertThat(bare.stop()).isZero();
    assertThat(bare.rest()).doesNotContain("recipes are taken from");
    Files.createDirectory(directory.resolve("recipes"));
    Serving usual = serve();
    assertThat(usual.stop()).isZero();
    assertThat(usual.rest()).contains("recipes are taken from").doesNotContain("Exception");
  }

  @Test
  void with_a_token_file_nobody_gets_in_without_one() throws IOException, InterruptedException {
    CliHarness cli = new CliHarness(directory);
    Path tokens = directory.resolve("tokens.json");
    CliHarness.Call made =
        cli.call("token", "create", "alice", "--role", "viewer", "--token-file", tokens);
    assertThat(made.exit()).isZero();
    String secret = made.text().strip();
    Serving serving = serve("--host", "0.0.0.0", "--token-file", tokens.toString());
    URI metrics = serving.address().resolve("/api/v1/runs");
    assertThat(get(metrics).statusCode()).isEqualTo(401);
    assertThat(get(metrics, "Authorization", "Bearer " + secret).statusCode()).isNotEqualTo(401);
    assertThat(serving.stop()).isZero();
    assertThat(serving.rest()).doesNotContain(secret);
  }

  @Test
  void elsewhere_than_on_this_machine_it_asks_for_a_token_file() {
    CliHarness.Call call = new CliHarness(directory).call("serve", "--host", "0.0.0.0");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("needs tokens").contains("escarole token create");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void a_token_file_that_is_not_there_is_not_taken_for_an_empty_one() {
    CliHarness.Call call =
        new CliHarness(directory).call("serve", "--token-file", directory.resolve("none.json"));
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("no token file").contains("token create");
  }

  @Test
  void capacity_and_labels_of_a_node_are_checked_before_anything_is_opened() {
    for (String capacity : new String[] {"0", "-1", "100001"}) {
      CliHarness.Call call =
          new CliHarness(directory).call("serve", "--capacity=" + capacity, "--port", "0");
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).contains("--capacity must be from 1 to 100,000");
    }
    CliHarness.Call label =
        new CliHarness(directory).call("serve", "--node-label", "Big One", "--port", "0");
    assertThat(label.exit()).isEqualTo(2);
    assertThat(label.err()).contains("'Big One' is not a label of nodes", "--node-label gpu");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void capacity_and_labels_without_effect_beside_another_process_are_said_to_be()
      throws IOException, InterruptedException {
    Serving holder = serve("--insecure-local", "--capacity", "2");
    try {
      Serving guest = serve("--insecure-local", "--capacity", "2", "--node-label", "gpu");
      assertThat(String.join("\n", guest.before()))
          .contains("another process has the data directory open")
          .contains("warning: until then, --capacity and --node-label have no effect");
      assertThat(guest.stop()).isZero();
      assertThat(String.join("\n", holder.before())).doesNotContain("no effect");
    } finally {
      assertThat(holder.stop()).isZero();
    }
  }

  @Test
  void a_port_that_is_taken_is_said_to_be() throws IOException {
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      CliHarness.Call call =
          new CliHarness(directory).call("serve", "--port", taken.getLocalPort());
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).contains("port " + taken.getLocalPort()).contains("--port 0");
      assertThat(call.err().lines()).as("the error and the way out").hasSize(2);
      assertThat(said("--port", "" + taken.getLocalPort()))
          .as("nothing of what libraries have to say")
          .isEqualTo(call.err());
    }
  }

  /** What a process says that does not come to serve. */
  private String said(String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("serve", "--data", "" + directory.resolve("d")));
    words.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(java(words)).directory(directory.toFile());
    process = builder.redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void tokens_are_listed_without_their_secrets_and_revoked() {
    CliHarness cli = new CliHarness(directory);
    String secret = cli.call("token", "create", "bob", "--role", "admin").text().strip();
    CliHarness.Call list = cli.call("token", "list");
    assertThat(list.text()).contains("bob").contains("admin").doesNotContain(secret);
    assertThat(cli.call("token", "create", "bob").err()).contains("already");
    assertThat(cli.call("token", "create", "eve", "--role", "king").err()).contains("viewer");
    assertThat(cli.call("token", "revoke", "bob").exit()).isZero();
    assertThat(cli.call("token", "revoke", "bob").exit()).isEqualTo(2);
    assertThat(cli.call("token", "list").err()).contains("no tokens");
  }
}
