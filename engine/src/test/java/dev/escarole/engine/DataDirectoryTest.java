package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The data directory is never within a guest's reach, whichever way a command is called. */
@Timeout(300)
class DataDirectoryTest {

  @TempDir private Path project;
  private Path data;
  private Path work;

  @BeforeEach
  void setUp() throws IOException {
    data = project.resolve("data");
    work = Files.createDirectory(project.resolve("work"));
    Files.writeString(work.resolve("hostile"), "hostile");
  }

  private static RunRequest request(String template, DirectoryGrant... grants) {
    return RunRequest.of(new RecipeReader().read("{\"template\": " + template + "}", "test.json"))
        .directories(List.of(grants))
        .build();
  }

  private static List<String> outcomes(RunResult result) {
    return result.attempts().stream().map(attempt -> attempt.outcome().word()).toList();
  }

  /** Nothing is planned, started or stored, whichever way it is asked for. */
  private static void assertRefused(Engine engine, String command, DirectoryGrant grant) {
    int before = engine.records().runs(RunQuery.latest(100)).size();
    RunRequest request = request("\"" + command + "\"", grant);
    LaunchKey key = LaunchKey.of("key", "what");
    for (ThrowingCallable way :
        List.<ThrowingCallable>of(
            () -> engine.run(request),
            () -> engine.start(request),
            () -> engine.plan(request),
            () -> engine.launch(request, key))) {
      assertThatThrownBy(way)
          .as("%s", grant)
          .isInstanceOf(DirectoryRefusedException.class)
          .hasMessageContaining(grant.host().toString())
          .hasMessageContaining("'/w' cannot be granted")
          .hasMessageContaining("another directory");
    }
    assertThat(engine.records().runs(RunQuery.latest(100))).hasSize(before);
    assertThat(engine.launched(key)).isEmpty();
  }

  @Test
  void a_run_cannot_replace_the_database_through_a_grant_of_the_directory_around_it()
      throws Exception {
    DirectoryGrant around = DirectoryGrant.parse(project + "::/w");
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      assertRefused(engine, "mv /w/work/hostile /w/data/escarole.mv.db", around);
      assertRefused(engine, "mv /w/data /w/old", around);
    }
    assertThat(work.resolve("hostile")).exists();
    assertThat(Files.size(data.resolve("escarole.mv.db"))).isGreaterThan(1000);
  }

  @Test
  void a_run_cannot_read_the_inputs_of_another_one() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunHandle first = engine.start(request("\"tee secret.txt\""));
      first.result().join();
      Path workspace = data.resolve("runs").resolve(first.id().value()).resolve("workspace");
      assertThat(workspace.resolve("secret.txt")).exists();
      for (String host :
          List.of("" + workspace, "" + data.resolve("runs"), "/proc/self/root" + workspace)) {
        assertRefused(engine, "ls /w", DirectoryGrant.parse(host + "::/w:ro"));
      }
    }
  }

  @Test
  void the_policy_file_and_secrets_elsewhere_are_out_of_reach() throws Exception {
    Path conf = Files.createDirectory(project.resolve("conf"));
    Path policy = Files.writeString(conf.resolve("rules.yaml"), "limits: {}");
    Path secrets = Files.createDirectory(project.resolve("secrets"));
    EngineOptions options =
        EngineOptions.at(data).withPolicyFile(policy).withSecret(secrets.resolve("tokens.json"));
    try (Engine engine = Engine.open(options)) {
      for (Path place : List.of(conf, secrets)) {
        assertRefused(engine, "ls /w", DirectoryGrant.parse(place + "::/w"));
      }
    }
  }

  @Test
  void a_database_elsewhere_is_out_of_reach() throws Exception {
    Path elsewhere = Files.createDirectory(project.resolve("elsewhere"));
    EngineOptions options =
        EngineOptions.at(data).withDatabase("jdbc:h2:file:" + elsewhere.resolve("runs"));
    try (Engine engine = Engine.open(options)) {
      assertRefused(engine, "ls /w", DirectoryGrant.parse(elsewhere + "::/w"));
    }
  }

  @Test
  void the_directory_of_large_outputs_is_out_of_reach() throws Exception {
    Path outputs = project.resolve("outputs");
    EngineOptions options = EngineOptions.at(data).withOutputs(outputs.toString());
    try (Engine engine = Engine.open(options)) {
      assertRefused(engine, "ls /w", DirectoryGrant.parse(outputs + "::/w"));
    }
  }

  @Test
  void a_command_called_by_itself_does_not_reach_it_even_before_it_exists() {
    try (CommandHost host = CommandHost.open(data, warning -> {})) {
      InvocationResult result =
          host.execute(
              Principal.localOperator(),
              Invocation.of("cp")
                  .arguments(List.of("/w/work/hostile", "/w/data"))
                  .directories(List.of(DirectoryGrant.parse(project + "::/w")))
                  .build());
      assertThat(result.outcome().kind()).isEqualTo(Outcome.Kind.DENIED);
      assertThat(result.outcome().detail()).contains("the data directory");
    }
    assertThat(data).doesNotExist();
  }

  @Test
  void a_redirection_of_the_shell_does_not_reach_it() {
    ShellOptions options =
        ShellOptions.defaults().withDirectories(List.of(DirectoryGrant.parse(project + "::/w")));
    try (CommandHost host = CommandHost.open(data, warning -> {})) {
      LineResult write = host.shell(options).evaluate("echo x > /w/planted.yaml");
      assertThat(write.exitCode()).isEqualTo(126);
      LineResult read = host.shell(options).evaluate("cat < /w/work/hostile");
      assertThat(read.exitCode()).isEqualTo(126);
      assertThat(read.stdout().bytes()).isEmpty();
    }
    assertThat(project.resolve("planted.yaml")).doesNotExist();
  }

  @Test
  void a_rerun_with_an_old_grant_is_checked_anew() throws Exception {
    Path link = project.resolve("link");
    Files.createSymbolicLink(link, work);
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunHandle first = engine.start(request("\"ls /w\"", DirectoryGrant.parse(link + "::/w")));
      assertThat(first.result().join().status()).isEqualTo(RunStatus.DONE);
      Files.delete(link);
      Files.createSymbolicLink(link, data);
      RunResult again =
          engine.rerun(RerunRequest.of(first.id()).withScope(RerunScope.ALL)).result().join();
      assertThat(outcomes(again)).containsExactly("denied");
    }
  }

  @Test
  void a_run_cannot_exchange_a_link_on_the_way_to_it() throws Exception {
    Path link = project.resolve("data");
    Files.createSymbolicLink(link, Files.createDirectories(project.resolve("disk/escarole")));
    Path around = Files.createDirectory(project.resolve("around"));
    Files.createSymbolicLink(around.resolve("way"), Path.of("../data"));
    DirectoryGrant grant = DirectoryGrant.parse(around + "::/w");
    DirectoryGrant reading = DirectoryGrant.parse(around + "::/w:ro");
    try (Engine engine = Engine.open(EngineOptions.at(around.resolve("way")))) {
      assertRefused(engine, "mv /w/way /w/old", grant);
      assertThat(engine.run(request("\"ls /w\"", reading)).status()).isEqualTo(RunStatus.DONE);
    }
    assertThat(around.resolve("way")).isSymbolicLink();
    assertThat(project.resolve("disk/escarole/escarole.mv.db")).exists();
  }

  @Test
  void what_lies_elsewhere_by_a_link_in_it_is_out_of_reach() throws Exception {
    Path elsewhere = Files.createDirectories(project.resolve("big/runs"));
    Files.createDirectory(data);
    Files.createSymbolicLink(data.resolve("runs"), elsewhere);
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult own = engine.run(request("\"tee /workspace/a\""));
      assertThat(own.status()).isEqualTo(RunStatus.DONE);
      assertRefused(engine, "ls /w", DirectoryGrant.parse(elsewhere + "::/w:ro"));
    }
  }

  @Test
  void everything_in_it_is_the_owners_alone() throws Exception {
    Files.createDirectory(data);
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      var unused = engine.run(request("\"tee kept\""));
    }
    try (CommandHost host = CommandHost.open(data, warning -> {}, null)) {
      host.add("mine", TestPrograms.builtIn("upper"), ArgumentMode.ARGV);
      host.execute(Principal.localOperator(), Invocation.of("true").build());
    }
    try (Stream<Path> all = Files.walk(data)) {
      assertThat(all.filter(path -> !path.getFileName().toString().equals("kept")))
          .hasSizeGreaterThan(8)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .as("%s", path)
                      .matches("rw[x-]------"));
    }
  }

  @Test
  void one_that_others_can_write_is_not_opened() throws Exception {
    Files.createDirectory(data);
    Files.writeString(data.resolve("policy.yaml"), "limits: {}");
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> Engine.open(EngineOptions.at(data)).close())
        .isInstanceOf(UnsafeFileException.class)
        .hasMessageContaining("can be written by other users");
    assertThatThrownBy(() -> CommandHost.open(data, warning -> {}).close())
        .isInstanceOf(UnsafeFileException.class);
  }

  @Test
  void a_policy_file_that_others_can_write_is_not_used() throws Exception {
    Path policy = Files.writeString(project.resolve("rules.yaml"), "limits: {}");
    Files.setPosixFilePermissions(policy, PosixFilePermissions.fromString("rw-rw-rw-"));
    EngineOptions options = EngineOptions.at(data).withPolicyFile(policy);
    assertThatThrownBy(() -> Engine.open(options).close())
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("can be written by other users");
  }

  @Test
  void a_run_cannot_lead_one_of_its_directories_elsewhere_through_another() throws Exception {
    Path inner = Files.createDirectory(work.resolve("inner"));
    Files.writeString(inner.resolve("own"), "own");
    Files.writeString(Files.createDirectory(project.resolve("other")).resolve("secret"), "secret");
    Files.createSymbolicLink(work.resolve("away"), Path.of("../other"));
    DirectoryGrant outside = DirectoryGrant.parse(work + "::/w");
    DirectoryGrant inside = DirectoryGrant.parse(inner + "::/in:ro");
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult result =
          engine.run(
              request(
                  "[\"mv /w/inner /w/old\", \"mv /w/away /w/inner\", \"cat /in/secret\"]",
                  outside,
                  inside));
      assertThat(outcomes(result)).containsExactly("exited", "exited", "denied");
      assertThat(result.stdout().text()).isEmpty();
      assertThatThrownBy(() -> engine.run(request("\"ls /in\"", outside, inside)))
          .isInstanceOf(DirectoryRefusedException.class)
          .hasMessageContaining("its path leads through a symbolic link in the one for '/w'");
      DirectoryGrant reading = DirectoryGrant.parse(work + "::/w:ro");
      DirectoryGrant linked = DirectoryGrant.parse(work.resolve("old") + "::/in:ro");
      assertThat(engine.run(request("\"cat /in/own\"", reading, linked)).stdout().text())
          .isEqualTo("own");
    }
  }

  @Test
  void the_own_workspace_goes_on_working() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult result = engine.run(request("[\"tee /workspace/a\", \"ls /workspace\"]"));
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("a\n");
    }
  }
}
