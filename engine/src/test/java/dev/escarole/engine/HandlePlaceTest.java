package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredAttempt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text on Command Handles demands of where a command runs, and with which variables. */
@Timeout(300)
class HandlePlaceTest extends HandleRuns {

  @ParameterizedTest
  @DisplayName("CH-8, CH-11: a directory that is none, or that was not granted, is a named error")
  @CsvSource(
      delimiter = '~',
      value = {
        "missing           ~ no such file or directory",
        "file              ~ not a directory",
        "file/below        ~ not a directory",
        "/etc              ~ is not in a granted directory",
        "..                ~ is not in a granted directory",
        "/data/../etc      ~ is not in a granted directory",
        "/data/out         ~ leads out of the granted directory",
        "/data/round       ~ too many links"
      })
  void directories_are_checked_before_anything_starts(String directory, String why)
      throws IOException {
    Files.createSymbolicLink(granted.resolve("out"), data);
    Files.createSymbolicLink(granted.resolve("round"), Path.of("round"));
    String tree =
        "[{\"name\":\"w\",\"handle\":\"command\",\"command\":\"touch\",\"arguments\":[\"file\"]},"
            + probe("[\"put\",\"started\",\"x\"]", "\"directory\":\"" + directory + "\"")
            + "]";
    RunResult run =
        run(request(tree).directories(List.of(DirectoryGrant.parse(granted + "::/data"))));

    StoredAttempt last = engine.records().attempts(run.run()).get(1);
    assertThat(last.outcome().word()).isEqualTo("bad_directory");
    assertThat(last.outcome().exitCode()).isEqualTo(125);
    assertThat(last.outcome().detail()).contains(directory).endsWith(why);
    assertThat(last.fuelUsed()).isZero();
    assertThat(workspace(run).resolve("started")).doesNotExist();
    assertThat(granted.resolve("started")).doesNotExist();
    assertThat(run.status()).isEqualTo(RunStatus.DEGRADED);
  }

  @Test
  @DisplayName("CH-9: the command sees the directory as its working directory")
  void the_directory_is_where_the_command_works() throws IOException {
    Files.createDirectories(granted.resolve("a/b"));
    Files.writeString(granted.resolve("a/b/in"), "hello");
    RunRequest.Builder request =
        request(probe("[\"cat\", \"in\"]", "\"directory\": \"/data/{{where}}\""))
            .value("where", "a/b")
            .directories(List.of(DirectoryGrant.parse(granted + "::/data")));
    assertThat(result(run(request)).plain())
        .isEqualTo(Map.of("exitCode", 0, "stdout", "hello", "stderr", ""));

    RunResult written =
        run(
            request(probe("[\"put\", \"out\", \"x\"]", "\"directory\": \"/data/a\""))
                .directories(List.of(DirectoryGrant.parse(granted + "::/data"))));
    assertThat(written.status()).isEqualTo(RunStatus.DONE);
    assertThat(granted.resolve("a/out")).hasContent("x");
    assertThat(workspace(written)).isEmptyDirectory();
  }

  @Test
  @DisplayName(
      "CH-9: a relative directory lies in the workspace, where an earlier step may make it")
  void a_relative_directory_lies_in_the_workspace() {
    RunResult run =
        run(
            "[\"mkdir -p src/deep\","
                + probe("[\"put\", \"here\", \"x\"]", "\"directory\": \"src/./deep/\"")
                + "]");
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(workspace(run).resolve("src/deep/here")).hasContent("x");
  }

  @Test
  @DisplayName("CH-9, CH-55: no relative path leads out of the working directory")
  void no_relative_path_leads_out_of_the_directory() {
    RunResult run =
        run(
            "[\"mkdir src\", \"tee secret\","
                + probe("[\"cat\", \"../secret\"]", "\"directory\": \"src\"")
                + "]");
    assertThat(run.failures()).extracting(RunResult.Failure::path).containsExactly("0.2");
    assertThat(run.failures().get(0).outcome().exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @DisplayName(
      "CH-9: built-in commands work in the directory, relative to the workspace or absolute")
  @ValueSource(
      strings = {"src/deep", "src/./deep/", "/workspace/src/deep", "/data/../workspace/src/deep"})
  void built_in_commands_work_in_the_directory(String directory) {
    String there = ", directory: " + directory + "}";
    RunResult run =
        run(
            "[mkdir -p src/deep, touch top.txt src/deep/in.txt, "
                + "{handle: command, name: p, command: realpath, arguments: [.]"
                + there
                + ", {handle: command, name: w, command: tee, arguments: [pwd.txt], allow_stdin:"
                + " true"
                + there
                + ", {handle: command, name: l, command: ls, arguments: ['-1']"
                + there
                + ", {handle: command, name: s, command: tee, arguments: [ls.txt], allow_stdin:"
                + " true"
                + there
                + ", {handle: command, name: r, command: realpath, arguments: [in.txt]"
                + there
                + ", {handle: command, name: u, command: tee, arguments: [real.txt], allow_stdin:"
                + " true"
                + there
                + ", {handle: command, name: c, command: cat, arguments: [pwd.txt, ls.txt,"
                + " ./real.txt]"
                + there
                + "]");
    assertThat(run.failures()).isEmpty();
    assertThat(workspace(run).resolve("src/deep/pwd.txt")).hasContent("/workspace/src/deep");
    assertThat(workspace(run).resolve("src/deep/ls.txt")).hasContent("in.txt\npwd.txt");
    assertThat(run.stdout().text())
        .contains("/workspace/src/deep\n", "in.txt\npwd.txt\n", "/workspace/src/deep/in.txt\n");
  }

  @Test
  @DisplayName("CH-9: built-in commands work in a directory of another grant, and below a link")
  void built_in_commands_work_in_another_grant() throws IOException {
    Files.createDirectories(granted.resolve("a/b"));
    Files.createSymbolicLink(granted.resolve("link"), Path.of("a"));
    for (String directory : new String[] {"/data/a", "/data/link", "/data"}) {
      RunResult run =
          run(
              request(
                      "[{handle: command, name: p, command: realpath, arguments: [.], directory: %s},"
                              .formatted(directory)
                          + "{handle: command, name: t, command: tee, allow_stdin: true,"
                          + " arguments: [where], directory: %s}]".formatted(directory))
                  .directories(List.of(DirectoryGrant.parse(granted + "::/data"))));
      assertThat(run.failures()).isEmpty();
      assertThat(granted.resolve("./" + directory.replace("/data", "") + "/where"))
          .hasContent(directory);
      assertThat(workspace(run)).isEmptyDirectory();
    }
  }

  @Test
  @DisplayName("CH-9, CH-55: no relative path leads a built-in command out of the directory")
  void no_relative_path_leads_a_built_in_command_out() {
    for (String path : new String[] {"../secret", "x/../../secret", "..", "../srcs"}) {
      RunResult run =
          run(
              "[mkdir -p src/x srcs, touch secret,"
                  + "{handle: command, name: c, command: ls, arguments: ['%s'], directory: src}]"
                      .formatted(path));
      assertThat(run.failures()).extracting(RunResult.Failure::path).containsExactly("0.2");
    }
    RunResult absolute =
        run(
            "[mkdir src, touch secret,"
                + "{handle: command, name: c, command: ls, arguments: [/workspace/secret],"
                + " directory: src}]");
    assertThat(absolute.failures()).isEmpty();
  }

  @Test
  @DisplayName("CH-55: what is granted read-only stays so in a directory inside")
  void a_read_only_grant_stays_one() throws IOException {
    Files.createDirectories(granted.resolve("a"));
    RunResult run =
        run(
            request(probe("[\"put\", \"out\", \"x\"]", "\"directory\": \"/data/a\""))
                .directories(List.of(DirectoryGrant.parse(granted + "::/data:ro"))));
    assertThat(result(run).exitCode()).isEqualTo(1);
    assertThat(granted.resolve("a")).isEmptyDirectory();
  }

  @Test
  @DisplayName(
      "CH-10: the host's working directory is the same after success, failure and time-out")
  void the_hosts_working_directory_is_never_changed() {
    Path before = Path.of("").toAbsolutePath();
    String directory = "\"directory\": \"d\"";
    RunResult run =
        run(
            "[\"mkdir d\", {\"parallel\": true, \"template\": ["
                + probe("[\"ls\", \".\"]", directory)
                + ","
                + probe("[\"exit\", \"3\"]", directory)
                + ", {\"timeout\": 50, \"template\": "
                + probe("[\"loop\"]", directory)
                + "}, "
                + probe("[\"trap\"]", directory)
                + "]}]");
    assertThat(engine.records().attempts(run.run()))
        .extracting(each -> each.outcome().word())
        .containsExactlyInAnyOrder("exited", "exited", "exited", "timed_out", "trapped");
    assertThat(Path.of("").toAbsolutePath()).isEqualTo(before);
    assertThat(System.getProperty("user.dir")).isEqualTo(before.toString());
  }

  @Test
  @DisplayName("CH-12: without a directory, the command runs in the run's workspace")
  void without_a_directory_the_command_runs_in_the_workspace() {
    RunResult run = run(probe("[\"put\", \"here\", \"x\"]", ""));
    assertThat(workspace(run).resolve("here")).hasContent("x");
  }

  @Test
  @DisplayName("CH-13, CH-14: the command sees exactly the variables that are listed")
  void the_environment_is_what_is_listed() {
    assertThat(System.getenv()).isNotEmpty();
    RunResult run =
        run(
            request(
                    probe(
                        "[\"env\"]",
                        "\"environment\": {\"B\": \"{{b}}\", \"A\": 5, \"C\": {\"$\": \"gone\"},"
                            + " \"D\": \"$HOME\"}"))
                .value("b", "x=y z"));
    assertThat(result(run).plain().get("stdout")).isEqualTo("B=x=y z\nA=5\nD=$HOME\n");
  }

  @Test
  @DisplayName("CH-16, CH-18: without an environment there is none, not the host's either")
  void without_an_environment_there_is_none() {
    assertThat(result(run(probe("[\"env\"]", ""))).plain().get("stdout")).isEqualTo("");
    assertThat(result(run(probe("[\"env\"]", "\"environment\": {}"))).plain().get("stdout"))
        .isEqualTo("");
  }

  @Test
  @DisplayName("CH-17: nothing set for one call is there in the next or in the host")
  void nothing_set_for_one_call_is_there_in_the_next() {
    RunResult run =
        run(
            "["
                + probe("[\"env\"]", "\"environment\": {\"LEFT_BEHIND\": \"1\"}")
                + ","
                + probe("[\"env\"]", "")
                + "]");
    assertThat(engine.records().attempts(run.run()))
        .extracting(each -> new String(content(each.stdout()), StandardCharsets.UTF_8))
        .containsExactly("LEFT_BEHIND=1\n", "");
    assertThat(System.getenv()).doesNotContainKey("LEFT_BEHIND");
  }

  @Test
  @DisplayName("CH-16: the policy may refuse variables, and then nothing runs")
  void the_policy_may_refuse_variables() throws IOException {
    Files.writeString(
        data.resolve("policy.yaml"),
        "principals: {ci: {allow: true, commands: [probe], environment: [LANG]}}");
    try (Engine strict =
        Engine.open(
            EngineOptions.at(data.resolve("other")).withPolicyFile(data.resolve("policy.yaml")))) {
      strict.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
      RunResult refused =
          strict.run(
              request(probe("[\"env\"]", "\"environment\": {\"TZ\": \"x\"}"))
                  .principal(new Principal("ci", false))
                  .build());
      assertThat(refused.attempts().get(0).outcome().word()).isEqualTo("denied");
      RunResult allowed =
          strict.run(
              request(probe("[\"env\"]", "\"environment\": {\"LANG\": \"x\"}"))
                  .principal(new Principal("ci", false))
                  .build());
      assertThat(allowed.stdout().text()).isEqualTo("LANG=x\n");
    } catch (InterruptedException | CommandRefusedException e) {
      throw new AssertionError(e);
    }
  }
}
