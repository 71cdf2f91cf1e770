package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.Talker;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says with {@code --server} is what it says without. */
@Timeout(300)
class RemoteTest {

  private static final String RECIPE =
      """
      name: census
      args: ["who=you"]
      template:
        - label: fan
          parallel: true
          concurrency: 1
          template:
            - {label: good, template: "echo hello {who}"}
            - {label: bad, template: cat /nowhere}
        - upper
      """;

  private CliHarness here;
  private CliHarness there;
  private Engine engine;
  private WebServer server;
  private String url;
  private Path recipe;
  private Path data;
  private boolean stopped;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    here = new CliHarness(Files.createDirectory(directory.resolve("here")));
    data = directory.resolve("there");
    there = new CliHarness(Files.createDirectory(directory.resolve("unused")));
    recipe = here.file("census.yaml", RECIPE);
    engine = Engine.open(EngineOptions.at(data));
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()));
    url = server.address().toString();
    there.env("ESCAROLE_SERVER", url);
  }

  @AfterEach
  void stop() {
    if (stopped) {
      return;
    }
    stopped = true;
    server.close();
    engine.close();
  }

  @Test
  void a_run_prints_the_same_result_summary_and_exit_code() {
    Call local = here.call("run", recipe, "--set", "who=me");
    Call remote = there.call("run", recipe, "--set", "who=me");
    assertThat(remote.text()).isEqualTo(local.text());
    assertThat(remote.exit()).isEqualTo(local.exit()).isEqualTo(4);
    assertThat(remote.err())
        .contains("look at it: escarole runs show")
        .contains(" --server " + url);
    assertThat(told(remote)).containsExactlyInAnyOrderElementsOf(told(local));
    Path agreed =
        here.file("agreed.yaml", RECIPE.replace("parallel:", "failure: continue\n    parallel:"));
    assertThat(there.call("run", agreed, "--quiet").exit()).isZero();
    assertThat(there.call("run", agreed, "--strict", "--quiet").exit()).isEqualTo(4);
    assertThat(there.call("run", recipe, "--lenient", "--quiet").exit()).isZero();
    assertThat(there.data()).as("no database was opened").doesNotExist();
  }

  @Test
  void the_output_of_a_step_can_be_followed_while_it_runs() throws Exception {
    byte[] line = "counted\n".getBytes(StandardCharsets.UTF_8);
    byte[] odd = {(byte) 0xff, 0, '\n'};
    engine.addCommand("count", Talker.failing(line, odd, 400, 5), ArgumentMode.ARGV);
    RunRequest request =
        RunRequest.of(new RecipeReader().read("{retry: 2, template: count}", "t.yaml")).build();
    RunHandle run = engine.start(request);
    Call out = there.call("runs", "output", run.id(), "0", "--follow");
    assertThat(out.text()).isEqualTo("counted\n".repeat(10));
    assertThat(out.err()).contains("attempt 2").doesNotContain("left out");
    Call err = there.call("runs", "output", run.id(), "0", "--follow", "--stderr");
    assertThat(err.out()).as("of a step that is over, the last").hasSize(15).contains(0xff, 0);
  }

  @Test
  void a_step_is_followed_through_all_attempts_of_its_group_and_no_longer() throws Exception {
    byte[] line = "counted\n".getBytes(StandardCharsets.UTF_8);
    engine.addCommand("count", Talker.failing(line, line, 300, 4), ArgumentMode.ARGV);
    String recipe =
        """
        - {delay: 4000, template: echo}
        - parallel: true
          template:
            - retry: 3
              recover: {delay: 2500, template: echo}
              failure: branch
              parallel: true
              min_successful: 1
              template: [count]
            - {delay: 3600000, template: echo}
        """;
    RunHandle run = engine.start(RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build());
    Call out = there.call("runs", "output", run.id(), "0.1.0.0", "--follow");
    assertThat(out.text()).isEqualTo("counted\n".repeat(12));
    assertThat(out.err()).contains("attempt 2", "attempt 3").doesNotContain("left out");
    assertThat(run.result()).as("the run waits for its next step").isNotDone();
  }

  @Test
  void following_needs_a_server_and_a_step() {
    assertThat(here.call("run", recipe).exit()).isEqualTo(4);
    assertThat(here.call("runs", "output", "last", "0", "--follow").err())
        .contains("--follow needs the process", "--server URL");
    assertThat(there.call("runs", "output", "last", "--follow").err())
        .contains("needs the path of a step");
    Call unknown = there.call("runs", "output", "last", "0", "--follow");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no run last");
  }

  /** What is said beside times, ids, and lines that only a run in this process can tell. */
  private static List<String> told(Call call) {
    return call.err()
        .lines()
        .filter(line -> !line.startsWith("look at it"))
        // What a step complained of is told at once only where it runs.
        .map(line -> line.replaceAll("(failed  .*: exit code \\d+): .*", "$1"))
        .map(line -> line.replaceAll("\\d{8}-\\d{6}-\\w{6}", "RUN"))
        .map(line -> line.replaceAll("\\(?(after )?\\d+(\\.\\d+)? m?s\\)?", "TIME"))
        .toList();
  }

  @Test
  void on_a_terminal_a_run_there_is_drawn_as_a_tree_as_well() {
    there.on(new Terminal(false, false, true, 80, 24, false, true));
    Call remote = there.call("run", recipe, "--set", "who=me");
    assertThat(remote.exit()).isEqualTo(4);
    assertThat(remote.err())
        .contains("\u001b[J", "3 of 3 commands ended: 1 failed, 2 done")
        .doesNotContain("started   run");
  }

  @Test
  void the_json_of_a_run_has_the_same_fields_and_values() {
    JsonNode local = here.call("run", recipe, "--json", "--quiet").json();
    JsonNode remote = there.call("run", recipe, "--json", "--quiet").json();
    assertThat(timeless(remote)).isEqualTo(timeless(local));
    JsonNode shown = there.call("runs", "show", "last", "--json").json();
    assertThat(shown).isEqualTo(remote);
  }

  private static JsonNode timeless(JsonNode node) {
    JsonNode copy = node.deepCopy();
    copy.findParents("startedAt").forEach(each -> ((ObjectNode) each).put("startedAt", ""));
    copy.findParents("durationMillis")
        .forEach(each -> ((ObjectNode) each).put("durationMillis", 0));
    return ((ObjectNode) copy).put("run", "");
  }

  @Test
  void runs_are_shown_listed_and_handed_out_as_the_store_would() throws Exception {
    there.call("run", recipe, "--quiet");
    there.call("run", recipe, "--quiet", "--set", "who=two");
    List<Object[]> questions =
        List.of(
            new Object[] {"runs", "list"},
            new Object[] {"runs", "list", "--status", "degraded"},
            new Object[] {"runs", "list", "--limit", "1", "--json"},
            new Object[] {"runs", "show", "last"},
            new Object[] {"runs", "show", "last", "--json"},
            new Object[] {"runs", "output", "last"},
            new Object[] {"runs", "output", "last", "0.0.1", "--stderr"},
            new Object[] {"commands"},
            new Object[] {"commands", "--json"},
            new Object[] {"audit", "--limit", "3"},
            new Object[] {"audit", "--limit", "3", "--json"},
            new Object[] {"audit", "--kind", "call", "--limit", "2", "--json"});
    List<Call> remote = questions.stream().map(there::call).toList();
    // The same directory, asked without the server after it has gone.
    stop();
    for (int i = 0; i < questions.size(); i++) {
      Object[] question = questions.get(i);
      Object[] local = Arrays.copyOf(question, question.length + 2);
      local[question.length] = "--data";
      local[question.length + 1] = data;
      Call expected = here.call(local);
      String what = Arrays.toString(question);
      assertThat(remote.get(i).text()).as(what).isEqualTo(expected.text()).isNotEmpty();
      assertThat(remote.get(i).exit()).as(what).isEqualTo(expected.exit());
    }
  }

  @Test
  void runs_are_repeated_cancelled_and_deleted() throws Exception {
    there.call("run", recipe, "--quiet");
    Call again = there.call("runs", "rerun", "last", "--failed", "--json", "--quiet");
    assertThat(again.json().path("rerunOf").isTextual()).isTrue();
    assertThat(again.exit()).as("the branch is lost again").isEqualTo(4);
    CompletableFuture<Call> nap =
        CompletableFuture.supplyAsync(
            () ->
                there.call(
                    "run",
                    here.file("nap.yaml", "template: {delay: 3600000, template: echo}"),
                    "--quiet"));
    while (engine.running().isEmpty()) {
      Thread.onSpinWait();
    }
    Call cancel = there.call("runs", "cancel", "last");
    assertThat(cancel.exit()).isZero();
    assertThat(nap.join().exit()).isEqualTo(130);
    assertThat(there.call("runs", "cancel", "last").err()).contains("is over");
    Call deleted = there.call("runs", "delete", "last", "--json");
    assertThat(deleted.json().path("runs")).hasSize(1);
    assertThat(there.call("runs", "list", "--json").json().path("runs")).hasSize(2);
  }

  @Test
  void the_differences_of_a_changed_recipe_are_told_as_here() {
    Path changed = here.file("changed.yaml", RECIPE.replace("echo hello", "echo goodbye"));
    for (CliHarness each : List.of(here, there)) {
      each.call("run", recipe, "--quiet");
    }
    Object[] refused = {"runs", "rerun", "last", "--failed", "--recipe", changed, "--quiet"};
    assertThat(unnamed(there.call(refused).err()))
        .isEqualTo(unnamed(here.call(refused).err()))
        .contains("~ changed", "would run again", "Add --force");
    Object[] forced = Arrays.copyOf(refused, refused.length + 1);
    forced[refused.length] = "--force";
    Call remote = there.call(forced);
    assertThat(remote.text()).isEqualTo(here.call(forced).text()).contains("GOODBYE YOU");
    assertThat(remote.err()).contains("~ changed", "1 finished step would run again");
  }

  @Test
  void old_runs_are_pruned_as_here() {
    for (CliHarness each : List.of(here, there)) {
      each.call("run", recipe, "--quiet");
      each.call("run", recipe, "--quiet", "--set", "who=two");
    }
    for (Object[] question :
        List.of(
            new Object[] {"runs", "prune"},
            new Object[] {"runs", "prune", "--keep", "1", "--dry-run"},
            new Object[] {"runs", "prune", "--keep", "1", "--dry-run", "--json"},
            new Object[] {"runs", "prune", "--older-than", "30d", "--max-size", "1GB"},
            new Object[] {"runs", "prune", "--keep", "1", "--json"},
            new Object[] {"runs", "prune", "--keep", "0"})) {
      Call local = here.call(question);
      Call remote = there.call(question);
      String what = Arrays.toString(question);
      assertThat(unnamed(remote.text())).as(what).isEqualTo(unnamed(local.text()));
      assertThat(remote.err()).as(what).isEqualTo(local.err());
      assertThat(remote.exit()).as(what).isEqualTo(local.exit());
    }
    assertThat(there.call("runs", "list", "--json").json().path("runs")).isEmpty();
    assertThat(engine.audit().actions(null, null, Long.MAX_VALUE, 9))
        .anyMatch(each -> each.entry().action().equals("run.prune"));
  }

  private static String unnamed(String text) {
    return text.replaceAll("\\d{8}-\\d{6}-\\w{6}", "RUN")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d[ T][0-9:.]+Z?", "TIME");
  }

  @Test
  void commands_are_added_and_removed_as_here() throws Exception {
    Path program = here.file("mine.wasm", "");
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/upper.wasm")) {
      Files.write(program, in.readAllBytes());
    }
    Path text = here.file("no.wasm", "no program");
    for (Object[] question :
        List.of(
            new Object[] {"commands", "add", "mine", program},
            new Object[] {"commands", "add", "mine", program, "--mode", "stdin1"},
            new Object[] {"commands", "add", "bad name", program},
            new Object[] {"commands", "add", "mine", text},
            new Object[] {"commands", "add", "mine", here.data().resolve("nowhere")},
            new Object[] {"commands", "remove", "mine"},
            new Object[] {"commands", "remove", "echo"})) {
      Call local = here.call(question);
      Call remote = there.call(question);
      String what = Arrays.toString(question);
      assertThat(firstLine(remote)).as(what).isEqualTo(firstLine(local)).isNotEmpty();
      assertThat(remote.exit()).as(what).isEqualTo(local.exit());
    }
    Call unknown = there.call("commands", "remove", "mine");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("mine");
    Call as = there.call("commands", "add", "mine", program, "--as", "ci");
    assertThat(as.exit()).isEqualTo(2);
    assertThat(as.err()).contains("--as means nothing to a server").contains("--server-token");
    assertThat(there.data()).as("nothing was done here").doesNotExist();
  }

  /** What is said, without the word that a refusal begins with here; hints name what is at hand. */
  private static String firstLine(Call call) {
    return call.err().lines().findFirst().orElse("").replaceFirst("error: [a-z_]+: ", "error: ");
  }

  @Test
  void the_cache_is_told_of_and_cleared_as_here() {
    for (CliHarness each : List.of(here, there)) {
      each.call("run", recipe, "--quiet", "--cache");
    }
    for (Object[] question :
        List.of(
            new Object[] {"cache", "stats"},
            new Object[] {"cache", "stats", "--json"},
            new Object[] {"cache", "clear"},
            new Object[] {"cache", "stats"})) {
      Call local = here.call(question);
      Call remote = there.call(question);
      String what = Arrays.toString(question);
      assertThat(remote.text()).as(what).isEqualTo(local.text());
      assertThat(remote.err()).as(what).isEqualTo(local.err());
      assertThat(remote.exit()).as(what).isEqualTo(local.exit());
    }
  }

  @Test
  void all_interrupted_runs_go_on_at_a_server(@TempDir Path directory) throws Exception {
    Path shared = directory.resolve("data");
    List<String> begun = new ArrayList<>();
    Engine first = Engine.open(EngineOptions.at(shared));
    for (int i = 0; i < 2; i++) {
      begun.add(
          first
              .start(RunRequest.of(new RecipeReader().read("\"sleep 0.3\"", "nap.json")).build())
              .id()
              .value());
    }
    first.suspend();
    Engine second = Engine.open(EngineOptions.at(shared).withRecovery(Recovery.onRequest()));
    try (WebServer other =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(second, InstantSource.system()))) {
      Call all = here.call("runs", "resume", "--all", "--server", other.address());
      assertThat(all.exit()).as(all.err()).isZero();
      assertThat(all.text().lines())
          .containsExactlyInAnyOrder(begun.get(0) + " done", begun.get(1) + " done");
      Call none = here.call("runs", "resume", "--all", "--server", other.address());
      assertThat(none.exit()).isZero();
      assertThat(none.text()).isEmpty();
    } finally {
      second.close();
    }
  }

  @Test
  void a_run_that_is_over_cannot_be_cancelled() {
    assertThat(here.call("run", recipe).exit()).isEqualTo(4);
    Call call = here.call("runs", "cancel", "last");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("is over");
  }

  @Test
  void mistakes_are_told_as_here() {
    Call local = here.call("run", recipe, "--set", "wo=me");
    Call remote = there.call("run", recipe, "--set", "wo=me");
    assertThat(remote.err()).isEqualTo(local.err());
    assertThat(remote.exit()).isEqualTo(local.exit()).isEqualTo(2);
    Call missing = there.call("runs", "show", "20000101-000000-aaaaaa");
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).contains("there is no run 20000101-000000-aaaaaa");
  }

  @Test
  void nobody_there_and_no_address_are_told_apart() {
    Call nobody = here.call("runs", "list", "--server", "http://127.0.0.1:1");
    assertThat(nobody.exit()).isEqualTo(2);
    assertThat(nobody.err()).contains("no server answers at http://127.0.0.1:1");
    assertThat(here.call("runs", "list", "--server", "localhost").err()).contains("no address");
  }

  @Test
  void a_token_comes_from_the_environment_or_a_file(@TempDir Path directory) throws Exception {
    InstantSource clock = InstantSource.system();
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    String secret = tokens.create("reader", Role.VIEWER, clock.instant());
    ServerOptions options = ServerOptions.local(0, "1").withTokens(tokens.file());
    try (WebServer locked = WebServer.start(options, new Installation(engine, clock))) {
      String address = locked.address().toString();
      assertThat(here.call("runs", "list", "--server", address).err()).contains("token");
      Path file = Files.writeString(directory.resolve("secret"), secret + "\n");
      Call read = here.call("runs", "list", "--server", address, "--server-token", file);
      assertThat(read.exit()).as(read.err()).isZero();
      here.env("ESCAROLE_TOKEN", secret);
      assertThat(here.call("runs", "list", "--server", address).exit()).isZero();
      Call run = here.call("run", recipe, "--server", address);
      assertThat(run.exit()).isEqualTo(3);
      assertThat(run.err()).contains("reader has the role viewer; this needs the role operator");
      assertThat(run.err()).doesNotContain(secret);
    }
  }
}
