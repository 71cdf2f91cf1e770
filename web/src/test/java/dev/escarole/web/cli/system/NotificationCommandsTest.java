package dev.escarole.web.cli.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code notifications}, and runs that tell how they end. */
@Timeout(120)
class NotificationCommandsTest {

  private CliHarness cli;
  private Path recipe;

  @BeforeEach
  void setUp(@TempDir Path directory) {
    cli = new CliHarness(directory);
    recipe =
        cli.file(
            "nightly.yaml",
            "name: nightly\nnotify: {on: failed, to: [log, ops]}\ntemplate: 'false'\n");
  }

  private void channels(String text) throws IOException {
    Files.createDirectories(cli.data());
    Files.writeString(cli.data().resolve("notify.yaml"), text);
  }

  @Test
  void a_run_tells_before_its_process_ends_and_the_rest_is_seen_and_sent_again() throws Exception {
    channels("channels: {log: {file: told.jsonl}}\n");
    assertThat(cli.call("run", recipe).exit()).isEqualTo(1);
    assertThat(cli.data().resolve("told.jsonl")).content().contains("\"event\":\"failed\"");

    Call list = cli.call("notifications", "list");
    assertThat(list.text()).contains("sent").contains("dead").contains("no channel is named ops");
    assertThat(list.err()).contains("channel log: file to").contains("0 due, 1 sent, 1 dead");
    JsonNode dead = cli.call("notifications", "list", "--state", "dead", "--json").json();
    String id = dead.at("/deliveries/0/id").asText();
    assertThat(id).endsWith("-failed-ops");

    channels("channels: {ops: {file: ops.jsonl}}\n");
    assertThat(cli.call("notifications", "resend", id).exit()).isZero();
    assertThat(cli.data().resolve("ops.jsonl")).content().contains(id);
    assertThat(cli.call("notifications", "list", "--state", "dead").err())
        .contains("2 sent, 0 dead");
    assertThat(cli.call("notifications", "resend", "nothing").err())
        .contains("there is no delivery");
  }

  @Test
  void a_channel_that_is_not_here_is_warned_of_where_a_recipe_is_checked_or_launched()
      throws Exception {
    channels("channels: {log: {file: told.jsonl}, oops: {slack: {env: NOT_SET_HERE}}}\n");
    Call checked = cli.call("validate", recipe);
    assertThat(checked.exit()).isZero();
    assertThat(checked.err())
        .contains("nightly.yaml:2")
        .contains("no channel is named 'ops' here")
        .contains("Did you mean 'oops'?")
        .doesNotContain("'log'");
    assertThat(cli.call("plan", recipe).err()).contains("no channel is named 'ops' here");
    assertThat(cli.call("run", recipe).err()).contains("no channel is named 'ops' here");
    channels("channels: {log: {file: told.jsonl}, ops: {file: a, recipes: false}}\n");
    assertThat(cli.call("validate", recipe).err())
        .contains("the operator keeps recipes from using the channel 'ops'");
    channels("channels: {log: {file: told.jsonl}, ops: {file: a}}\n");
    assertThat(cli.call("validate", recipe).err()).contains("0 warnings");
  }

  @Test
  void a_channel_is_tried_with_an_exit_code_and_without_its_secrets() throws Exception {
    List<String> paths = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          paths.add(exchange.getRequestURI().getPath());
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(paths.size() == 1 ? 200 : 410, -1);
          exchange.close();
        });
    server.start();
    try {
      channels(
          "channels: {ops: {webhook: 'http://127.0.0.1:%d/t0ken-t0ken', allow_http: true,"
                  .formatted(server.getAddress().getPort())
              + " allow_private: 127.0.0.1}}\n");
      Call good = cli.call("notifications", "test", "ops");
      assertThat(good.exit()).isZero();
      assertThat(good.err()).contains("'ops' has accepted a message");
      Call bad = cli.call("notifications", "test", "ops");
      assertThat(bad.exit()).isEqualTo(1);
      assertThat(bad.err()).contains("the receiver answered 410");
      assertThat(paths).containsExactly("/t0ken-t0ken", "/t0ken-t0ken");
      assertThat(cli.call("notifications", "list", "--json").text()).doesNotContain("t0ken-t0ken");
      Call none = cli.call("notifications", "test", "opps");
      assertThat(none.exit()).isNotZero();
      assertThat(none.err()).contains("no channel is named 'opps'");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void mistakes_in_the_file_of_channels_are_shown_and_stop_no_run() throws Exception {
    channels("channels: {ops: {webhok: 'https://hook.example/t0ken-t0ken'}}\n");
    assertThat(cli.call("run", cli.file("good.yaml", "template: 'true'\n")).exit()).isZero();
    Call list = cli.call("notifications", "list");
    assertThat(list.exit()).isZero();
    assertThat(list.err()).contains("attention").contains("\n  line 1").doesNotContain("t0ken");
    assertThat(cli.call("notifications", "test", "ops").err()).contains("cannot be used as it is");
  }
}
