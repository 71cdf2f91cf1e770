package dev.escarole.web.share;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that use one data directory at the same time. */
@Timeout(300)
class SharedCommandsTest {

  private static final String LONG =
      "name: long\ntemplate: [echo begun, {delay: 3600000, template: echo ended}]\n";
  private static final String SHORT = "name: short\nargs: [word]\ntemplate: echo {word}\n";

  private Path directory;
  private CliHarness cli;
  private Path longRecipe;
  private Path shortRecipe;
  private CompletableFuture<Call> holder = CompletableFuture.completedFuture(null);

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(temporary);
    longRecipe = cli.file("long.yaml", LONG);
    shortRecipe = cli.file("short.yaml", SHORT);
  }

  @AfterEach
  void end() {
    if (!holder.isDone()) {
      Call unused = new CliHarness(directory).call("runs", "cancel", "long", "--json");
    }
  }

  /** Lets a run begin that goes on until it is cancelled; returns its id. */
  private String hold(Object... more) {
    holder =
        CompletableFuture.supplyAsync(
            () -> {
              Object[] words = new Object[more.length + 2];
              words[0] = "run";
              words[1] = longRecipe;
              System.arraycopy(more, 0, words, 2, more.length);
              return new CliHarness(directory).call(words);
            });
    // Within one process the database would let a second engine in while the first one opens it.
    while (!Files.exists(cli.data().resolve("escarole.sock"))) {
      assertThat(holder).as(() -> holder.join().err()).isNotDone();
    }
    while (true) {
      Call list = new CliHarness(directory).call("runs", "list", "--json");
      if (list.exit() == 0 && list.json().path("runs").size() > 0) {
        JsonNode run = list.json().path("runs").path(0);
        if (run.path("status").asText().equals("running")) {
          return run.path("run").asText();
        }
      }
      assertThat(holder).as(() -> holder.join().err()).isNotDone();
    }
  }

  private Call cancelled(String run) {
    Call cancel = cli.call("runs", "cancel", run);
    assertThat(cancel.exit()).as(cancel.err()).isZero();
    return holder.join();
  }

  @Test
  void a_run_beside_a_run_prints_its_own_result_and_ends_by_itself() {
    String run = hold();
    Call beside = cli.call("run", shortRecipe, "--set", "word=hello");
    assertThat(beside.exit()).as(beside.err()).isZero();
    assertThat(beside.text()).isEqualTo("hello\n");
    assertThat(beside.err()).contains("done").contains("look at it: escarole runs show ");
    assertThat(beside.err()).doesNotContain("--server");
    Call show = cli.call("runs", "show", "last", "--json");
    assertThat(show.json().path("recipe").asText()).isEqualTo("short");
    assertThat(show.json().path("status").asText()).isEqualTo("done");
    assertThat(cancelled(run).exit()).isEqualTo(130);
  }

  @Test
  void every_look_and_change_works_while_another_process_holds_the_database() {
    String run = hold();
    assertThat(cli.call("run", shortRecipe, "--set", "word=kept").exit()).isZero();
    assertThat(cli.call("runs", "output", "last").text()).isEqualTo("kept\n");
    assertThat(cli.call("runs", "rerun", "last").text()).isEqualTo("kept\n");
    assertThat(cli.call("audit", "--json").exit()).isZero();
    assertThat(cli.call("cache", "stats").exit()).isZero();
    assertThat(cli.call("plan", shortRecipe, "--set", "word=x", "--diff", "last").exit()).isZero();
    assertThat(cli.call("runs", "delete", "last").exit()).isZero();
    assertThat(cli.call("runs", "resume", run).err()).contains("not interrupted");
    assertThat(cancelled(run).exit()).isEqualTo(130);
  }

  @Test
  void a_guest_whose_holder_ends_goes_on_by_itself() {
    String run = hold();
    Path slow = cli.file("slow.yaml", "name: slow\ntemplate: [echo one, sleep 1, echo two]\n");
    CompletableFuture<Call> guest =
        CompletableFuture.supplyAsync(() -> new CliHarness(directory).call("run", slow));
    while (!cli.call("runs", "list").text().contains("slow")) {
      assertThat(guest).as(() -> guest.join().err()).isNotDone();
    }
    Call first = cancelled(run);
    assertThat(first.exit()).isEqualTo(130);
    Call second = guest.join();
    assertThat(second.exit()).as(second.err()).isZero();
    assertThat(second.text()).isEqualTo("two\n");
    JsonNode shown = cli.call("runs", "show", "last", "--json").json();
    assertThat(shown.path("status").asText()).isEqualTo("done");
  }

  @Test
  void a_guest_that_wants_other_limits_or_another_policy_is_refused_and_nothing_runs() {
    Path policy = cli.file("policy.yaml", "principals: {ci: {commands: [echo]}}\n");
    String run = hold();
    Call limits = cli.call("run", shortRecipe, "--set", "word=x", "--timeout", "100");
    assertThat(limits.exit()).isEqualTo(2);
    assertThat(limits.err()).contains("other limits");
    Call other = cli.call("run", shortRecipe, "--set", "word=x", "--policy", policy, "--as", "ci");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("another policy file").contains("--data DIR");
    Call inherit = cli.call("run", shortRecipe, "--set", "word=x", "--inherit");
    assertThat(inherit.exit()).isEqualTo(2);
    assertThat(inherit.err()).contains("--inherit");
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).hasSize(1);
    assertThat(cancelled(run).exit()).isEqualTo(130);
  }

  @Test
  void a_guest_acts_for_its_own_principal() {
    String run = hold();
    Call denied = cli.call("run", shortRecipe, "--set", "word=x", "--as", "nobody-knows");
    assertThat(denied.exit()).isEqualTo(3);
    JsonNode calls = cli.call("audit", "--json", "--principal", "nobody-knows").json();
    assertThat(calls.toString()).contains("nobody-knows");
    assertThat(cancelled(run).exit()).isEqualTo(130);
  }

  private static String call(int id, String line) {
    return "{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"tools/call\", \"params\": "
            .formatted(id)
        + "{\"name\": \"cli\", \"arguments\": {\"command\": \"%s\"}}}\n".formatted(line);
  }

  @Test
  void an_agent_is_served_beside_a_run_with_policy_shell_and_audit() throws Exception {
    String run = hold();
    Path recipes = Files.createDirectory(directory.resolve("recipes"));
    Files.writeString(recipes.resolve("short.yaml"), SHORT);
    String lines =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": \
        "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
        {"jsonrpc": "2.0", "method": "notifications/initialized"}
        """
            + call(2, "shell 'echo hi' 'tr h H'")
            + call(3, "x-short --word kept")
            + call(4, "runs list");
    Call served =
        new CliHarness(directory)
            .stdin(lines)
            .call("mcp", "--recipes", recipes, "--as", "operator");
    assertThat(served.exit()).as(served.err()).isZero();
    assertThat(served.text()).contains("Hi", "kept", run);
    JsonNode audit = cli.call("audit", "--json", "--kind", "line").json();
    assertThat(audit.toString()).contains("x-short --word kept");
    assertThat(cancelled(run).exit()).isEqualTo(130);
  }

  @Test
  void only_the_user_can_reach_the_socket() throws Exception {
    String run = hold();
    Path socket = cli.data().resolve("escarole.sock");
    Path requests = cli.data().resolve("escarole-1.sock");
    assertThat(cli.call("cache", "stats").exit()).isZero();
    for (Path each : new Path[] {socket, requests}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .isEqualTo("rw-------");
    }
    assertThat(cancelled(run).exit()).isEqualTo(130);
    assertThat(socket).doesNotExist();
    assertThat(requests).doesNotExist();
  }

  @Test
  void whoever_says_nothing_or_nonsense_at_the_socket_keeps_nobody_out() throws Exception {
    String run = hold();
    Path socket = cli.data().resolve("escarole.sock");
    try (SocketChannel silent = SocketChannel.open(StandardProtocolFamily.UNIX);
        SocketChannel noisy = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.connect(UnixDomainSocketAddress.of(socket));
      noisy.connect(UnixDomainSocketAddress.of(socket));
      noisy.write(ByteBuffer.wrap("{\"since\": 7, \"x\": []}\n".getBytes(StandardCharsets.UTF_8)));
      assertThat(cli.call("cache", "stats").exit()).isZero();
    }
    try (SocketChannel wrong = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      wrong.connect(UnixDomainSocketAddress.of(socket));
      wrong.write(ByteBuffer.wrap("{\"since\": \"yesterday\"}\n".getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(cli.call("cache", "stats").exit()).isZero();
    assertThat(cancelled(run).exit()).isEqualTo(130);
  }

  @Test
  void a_socket_that_is_left_over_is_no_holder() throws Exception {
    assertThat(cli.call("run", shortRecipe, "--set", "word=x").exit()).isZero();
    Path socket = cli.data().resolve("escarole.sock");
    ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    dead.bind(UnixDomainSocketAddress.of(socket));
    dead.close();
    assertThat(socket).exists();
    assertThat(cli.call("runs", "list").exit()).isZero();
    assertThat(cli.call("run", shortRecipe, "--set", "word=x").exit()).isZero();
  }

  @Test
  void a_directory_with_a_long_name_is_shared_too() throws Exception {
    Path deep = directory.resolve("d".repeat(100)).resolve("e".repeat(100));
    Files.createDirectories(deep);
    cli.env("ESCAROLE_DATA", deep.toString());
    Call call = cli.call("run", shortRecipe, "--set", "word=x", "--data", deep.resolve("data"));
    assertThat(call.exit()).isZero();
    try (SharedInstallation first = installation(deep.resolve("data"));
        SharedInstallation second = installation(deep.resolve("data"))) {
      assertThat(first.holder()).isPresent();
      assertThat(second.holder()).isEmpty();
    }
  }

  private static SharedInstallation installation(Path data) {
    return SharedInstallation.open(SharedInstallationTest.data(data, EngineOptions.at(data)));
  }

  @Test
  void a_process_that_does_not_share_is_waited_for() {
    assertThat(cli.call("run", shortRecipe, "--set", "word=x").exit()).isZero();
    CompletableFuture<Call> look;
    Engine engine = Engine.open(EngineOptions.at(cli.data()));
    try {
      look = CompletableFuture.supplyAsync(() -> new CliHarness(directory).call("runs", "list"));
      assertThat(look).isNotDone();
    } finally {
      engine.close();
    }
    assertThat(look.join().exit()).isZero();
  }
}
