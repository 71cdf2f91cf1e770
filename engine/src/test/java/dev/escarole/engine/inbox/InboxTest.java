package dev.escarole.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.launch.Launching;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredRun;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of files that are dropped into an inbox. */
@Timeout(120)
class InboxTest extends WithDropbox {

  @Test
  void recipe_file_is_run_and_its_result_is_in_the_outbox() throws Exception {
    box.drop("greet.yaml", "template: echo hello\n");
    box.complete();

    StoredRun run = box.run();
    assertThat(run.recipe()).isEqualTo("greet.yaml");
    assertThat(run.labels()).contains("inbox");
    assertThat(box.names("outbox")).containsExactly("greet.yaml-" + run.id());
    assertThat(box.text("outbox/greet.yaml-" + run.id() + "/stdout")).isEqualTo("hello\n");
    assertThat(box.text("outbox/greet.yaml-" + run.id() + "/result.json"))
        .isEqualTo("{\"run\": \"" + run.id() + "\"}");
    assertThat(box.text("done/greet.yaml")).isEqualTo("template: echo hello\n");
    assertThat(box.waiting()).isEmpty();
    assertThat(box.launched).containsExactly("greet.yaml");
  }

  @Test
  void request_runs_a_known_recipe_with_values_and_a_file_of_the_inbox_as_input() throws Exception {
    box.recipe("count", "{\"args\": [\"flag=-l\"], \"template\": \"wc {flag}\"}");
    Files.createDirectories(box.directory.resolve("data"));
    box.drop("data/words.txt", "one two\nthree\n");
    box.drop(
        "night.json",
        "{\"recipe\": \"count\", \"values\": {\"flag\": \"-w\"},"
            + " \"stdin\": \"data/words.txt\"}");
    box.complete();
    assertThat(box.stdout(box.run()).strip()).isEqualTo("3");
    assertThat(box.names("done")).containsExactly("night.json");
    assertThat(box.names("data")).as("stays for other requests").containsExactly("words.txt");
  }

  @Test
  void file_that_the_rule_of_a_recipe_takes_is_the_input_of_its_run() throws Exception {
    box.drop("may.csv", "a\nb\nc\n");
    box.complete();
    assertThat(box.stdout(box.run()).strip()).isEqualTo("3");
    assertThat(box.engine.records().launch(box.run().id()).orElseThrow().values())
        .containsEntry("file", "/inputs/may.csv");
    assertThat(box.names("done")).containsExactly("may.csv");
  }

  @Test
  void file_whose_queue_is_full_waits_in_the_inbox_for_a_place() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 0}";
    RunHandle held = Launching.hold(box.engine, rule);
    box.recipe(
        "nightly",
        "{\"inbox\": {\"match\": \"*.log\", \"as\": \"f\"}, \"launch\": "
            + rule
            + ", \"template\": \"wc {f}\"}");
    box.drop("a.log", "x\n");
    box.settle();
    for (int i = 0; i < 5; i++) {
      box.inbox.look();
      box.advance(Duration.ofSeconds(1));
    }
    assertThat(box.run().id()).isEqualTo(held.id());
    assertThat(box.names("failed")).isEmpty();
    assertThat(box.inbox.state().underWay())
        .singleElement()
        .asString()
        .contains("one run of 'nightly' is allowed at once");
    held.cancel();
    held.await();
    box.complete();
    assertThat(box.names("done")).containsExactly("a.log");
    assertThat(box.runs()).hasSize(2);
  }

  @Test
  void artifacts_of_the_run_are_in_the_outbox() throws Exception {
    box.drop(
        "report.yaml",
        """
        artifacts: {report: "out/**"}
        template:
          - {failure: branch, template: "mkdir -p /workspace/out/deep/er"}
          - {failure: branch, template: "printf 'one'"}
          - {failure: branch, template: "tee /workspace/out/deep/er/a.md /workspace/out/b.md"}
        """);
    box.complete();
    String result = "outbox/report.yaml-" + box.run().id();
    assertThat(box.names(result)).containsExactly("artifacts", "result.json", "stdout");
    assertThat(box.text(result + "/artifacts/out/deep/er/a.md")).isEqualTo("one");
    assertThat(box.text(result + "/artifacts/out/b.md")).isEqualTo("one");
  }

  @Test
  void file_that_two_rules_take_starts_no_run_and_the_error_names_both() throws Exception {
    box.recipe(
        "sales", "{\"inbox\": {\"match\": \"may*\", \"as\": \"f\"}, \"template\": \"wc {f}\"}");
    box.drop("may.csv", "a\n");
    box.complete();
    assertThat(box.runs()).isEmpty();
    assertThat(box.names("failed")).containsExactly("may.csv", "may.csv.error.txt");
    assertThat(box.text("failed/may.csv.error.txt"))
        .startsWith("2 rules take this file: 'orders' (*.csv), 'sales' (may*).");
    assertThat(box.refused).containsExactly("may.csv");
  }

  @Test
  void rule_of_a_disabled_recipe_takes_nothing() throws Exception {
    box.recipe(
        "off",
        "{\"disabled\": true, \"inbox\": {\"match\": \"*.txt\", \"as\": \"f\"}, \"template\": \"wc"
            + " {f}\"}");
    box.drop("a.txt", "a\n");
    box.complete();
    assertThat(box.waiting()).containsExactly("a.txt");
  }

  @Test
  void file_is_taken_only_when_size_and_time_have_not_changed_for_a_while() throws Exception {
    Path file = box.drop("may.csv", "a\n");
    for (int i = 0; i < 5; i++) {
      box.inbox.look();
      box.advance(Dropbox.SETTLE.minusMillis(1));
      box.inbox.look();
      assertThat(box.waiting()).as("round " + i).containsExactly("may.csv");
      Files.writeString(file, "more\n", StandardOpenOption.APPEND);
    }
    box.complete();
    assertThat(box.stdout(box.run()).strip()).isEqualTo("6");
  }

  @Test
  void file_of_the_same_size_that_was_written_anew_has_to_settle_again() throws Exception {
    Path file = box.drop("may.csv", "aaa\n");
    box.inbox.look();
    box.advance(Dropbox.SETTLE.minusMillis(1));
    Files.writeString(file, "b\nb\n");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    box.inbox.look();
    box.advance(Duration.ofMillis(1));
    box.inbox.look();
    assertThat(box.waiting()).containsExactly("may.csv");
    box.complete();
    assertThat(box.stdout(box.run()).strip()).isEqualTo("2");
  }

  @Test
  void file_that_a_process_still_has_open_for_writing_is_left_alone() throws Exception {
    assumeThat(Files.isDirectory(Path.of("/proc/self/fdinfo"))).isTrue();
    Path file = box.drop("may.csv", "a\n");
    try (OutputStream writer = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      for (int i = 0; i < 4; i++) {
        box.settle();
      }
      assertThat(box.waiting()).containsExactly("may.csv");
      writer.write("b\n".getBytes(StandardCharsets.UTF_8));
    }
    box.complete();
    assertThat(box.stdout(box.run()).strip()).isEqualTo("2");
  }

  @Test
  void input_of_a_request_is_read_only_when_it_has_settled() throws Exception {
    box.recipe("count", "{\"template\": \"wc -l\"}");
    Path input = box.drop("words.txt", "one\n");
    box.drop("night.yaml", "recipe: count\nstdin: words.txt\n");
    box.settle();
    box.inbox.look();
    Files.writeString(input, "two\n", StandardOpenOption.APPEND);
    box.advance(Dropbox.SETTLE);
    box.inbox.look();
    assertThat(box.runs()).isEmpty();
    assertThat(box.inbox.state().underWay().get(0).why()).contains("still changes");
    box.complete();
    assertThat(box.stdout(box.run()).strip()).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".may.csv",
        "may.csv.part",
        "may.csv.tmp",
        "may.csv~",
        "~may.csv",
        "may.csv.PARTIAL",
        "may.csv.crdownload",
        ".escarole-x.csv"
      })
  void hidden_and_temporary_files_are_left_alone(String name) throws Exception {
    box.recipe("all", "{\"inbox\": {\"match\": \"*\", \"as\": \"f\"}, \"template\": \"wc {f}\"}");
    box.drop(name, "a\n");
    box.complete();
    assertThat(box.names("")).contains(name);
    assertThat(box.runs()).isEmpty();
    assertThat(box.names("failed")).isEmpty();
  }

  @Test
  void file_that_nothing_takes_stays_and_is_shown() throws Exception {
    box.drop("notes.txt", "a\n");
    box.drop("README.md", "# About\n");
    box.complete();
    assertThat(box.waiting()).containsExactly("README.md", "notes.txt");
    assertThat(box.inbox.state().left()).containsExactly("README.md", "notes.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.yaml | template: [1 | error[bad-yaml]",
        "a.json | {\"template\": \"echo\", \"retryy\": 2} | Did you mean 'retry'?",
        "a.json | {\"recipe\": \"censsus\"} | there is no recipe named 'censsus'",
        "a.json | {\"recipe\": \"census\", \"vales\": {}} | Did you mean 'values'?",
        "a.json | {\"recipe\": \"census\", \"values\": {\"whoo\": 1}} | Did you mean 'who'?",
        "a.json | {\"recipe\": \"census\", \"values\": [1]} | 'values' must be an object",
        "a.json | {\"recipe\": \"census\", \"recipe\": \"census\"} | duplicate",
        "a.json | {\"recipe\": 7} | 'recipe' must be a string",
        "a.json | {\"recipe\": \"census\", \"stdin\": \"gone.txt\"} | no file in the inbox",
        "a.json | {\"recipe\": \"census\", \"stdin\": \"../out.txt\"} | the path of a file in the",
        "a.json | {\"recipe\": \"census\", \"stdin\": \"/etc/passwd\"} | the path of a file in the",
        "a.json | {\"recipe\": \"census\", \"stdin\": \".escarole-inbox/names.lock\"} | no file in",
        "a.json | {\"template\": \"nosuchcommand\"} | nosuchcommand",
        "a.json | {\"recipe\": \"sleepy\"} | is disabled",
        "a.json | '' | a.json",
      })
  void file_with_a_mistake_is_in_failed_with_the_reason(String name, String text, String reason)
      throws Exception {
    box.recipe("sleepy", "{\"disabled\": true, \"template\": \"echo x\"}");
    Files.writeString(temporary.resolve("out.txt"), "secret");
    box.drop(name, text);
    box.complete();
    assertThat(box.runs()).isEmpty();
    assertThat(box.names("failed")).containsExactly(name, name + ".error.txt");
    assertThat(box.text("failed/" + name + ".error.txt")).contains(reason);
    assertThat(box.text("failed/" + name)).isEqualTo(text);
    assertThat(box.inbox.state().failed().get(0).why()).contains(reason);
  }

  @Test
  void file_that_is_too_large_is_in_failed_and_was_not_read() throws Exception {
    box.drop("a.yaml", "# " + "x".repeat(1 << 20));
    box.complete();
    assertThat(box.text("failed/a.yaml.error.txt")).contains("1,048,578 bytes", "1,048,576");
  }

  @Test
  void file_whose_run_fails_is_in_failed_with_the_first_error_and_the_result() throws Exception {
    box.drop("bad.yaml", "template: [{template: cat /nowhere, failure: root}]\n");
    box.complete();
    StoredRun run = box.run();
    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(box.text("failed/bad.yaml.error.txt"))
        .contains(
            "The run of 'bad.yaml' failed: cat: /nowhere: No such file",
            "step 0.0",
            run.id().value())
        .contains("outbox/bad.yaml-" + run.id());
    assertThat(box.names("outbox")).containsExactly("bad.yaml-" + run.id());
    assertThat(box.inbox.state().failed().get(0).run()).isEqualTo(run.id());
  }

  @Test
  void degraded_run_without_consent_is_no_success() throws Exception {
    box.drop("odd.yaml", "template: [cat /nowhere, echo on]\n");
    box.complete();
    assertThat(box.run().status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(box.names("failed")).contains("odd.yaml");
    assertThat(box.text("failed/odd.yaml.error.txt")).contains("does not consent");
  }

  @Test
  void file_that_is_dropped_again_runs_again_and_no_older_file_is_overwritten() throws Exception {
    for (int i = 0; i < 3; i++) {
      box.drop("may.csv", "same\n");
      box.complete();
      assertThat(box.runs()).hasSize(i + 1);
    }
    assertThat(box.names("done")).hasSize(3).contains("may.csv").allMatch(n -> n.endsWith(".csv"));
    assertThat(box.names("outbox")).hasSize(3);
  }

  @Test
  void text_about_a_failure_never_replaces_a_file_that_is_called_like_it() throws Exception {
    box.recipe(
        "any",
        "{\"inbox\": {\"match\": \"*.txt\", \"as\": \"file\"}, \"args\": [\"file\"], \"template\":"
            + " \"grep nothing {file}\"}");
    box.recipe(
        "bare",
        "{\"inbox\": {\"match\": \"a\", \"as\": \"file\"}, \"args\": [\"file\"], \"template\":"
            + " \"grep nothing {file}\"}");
    box.drop("a.error.txt", "data\n");
    box.complete();
    box.drop("a", "more data\n");
    box.complete();
    assertThat(box.inbox.state().failed()).hasSize(2);
    for (InboxState.Failed failed : box.inbox.state().failed()) {
      assertThat(failed.why()).contains("failed");
      assertThat(box.text("failed/" + failed.file())).endsWith("data\n");
      box.inbox.retry(failed.file());
    }
    assertThat(box.names("failed")).isEmpty();
  }

  @Test
  void refusal_is_told_once_however_often_the_file_cannot_be_moved() throws Exception {
    Files.writeString(box.directory.resolve("failed"), "in the way");
    box.drop("bad.json", "{");
    box.settle();
    for (int i = 0; i < 5; i++) {
      box.inbox.look();
      box.advance(Duration.ofSeconds(1));
    }
    assertThat(box.refused).containsExactly("bad.json");
    Files.delete(box.directory.resolve("failed"));
    box.complete();
    assertThat(box.names("failed")).contains("bad.json");
    assertThat(box.refused).containsExactly("bad.json");
  }

  @Test
  void failed_file_that_is_retried_runs_like_a_new_one() throws Exception {
    box.drop("a.json", "{\"recipe\": \"later\"}");
    box.complete();
    assertThat(box.names("failed")).contains("a.json");
    box.recipe("later", "{\"template\": \"echo now\"}");
    box.inbox.retry("a.json");
    assertThat(box.names("failed")).isEmpty();
    box.complete();
    assertThat(box.stdout(box.run())).isEqualTo("now\n");
    assertThat(box.names("done")).containsExactly("a.json");
  }

  @Test
  void retry_takes_no_path_and_overwrites_nothing() throws Exception {
    box.drop("a.json", "{}");
    box.complete();
    Files.writeString(temporary.resolve("secret"), "x");
    for (String name : List.of("", "b.json", "../../secret", "a.json.error.txt", "x/a.json", ".")) {
      assertThatThrownBy(() -> box.inbox.retry(name))
          .isInstanceOfSatisfying(
              InboxException.class,
              e -> assertThat(e.kind()).isEqualTo(InboxException.Kind.NO_SUCH_FILE));
    }
    box.drop("a.json", "new");
    assertThatThrownBy(() -> box.inbox.retry("a.json"))
        .isInstanceOfSatisfying(
            InboxException.class,
            e -> assertThat(e.kind()).isEqualTo(InboxException.Kind.NAME_TAKEN));
    assertThat(box.text("a.json")).isEqualTo("new");
    assertThat(box.text("failed/a.json")).isEqualTo("{}");
  }
}
