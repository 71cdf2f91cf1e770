package dev.escarole.web.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at runs that are over. */
class RunsCommandTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  private String run(String name, String template) {
    Path recipe = cli.file(name + ".json", template);
    return cli.call("run", recipe, "--json").json().path("run").asText();
  }

  @Test
  void looking_where_nothing_was_ever_run_creates_nothing() {
    Call call = cli.call("runs", "list");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("no run was ever stored in").contains("--data");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void runs_may_be_kept_in_a_database_elsewhere() {
    String database = "jdbc:h2:file:" + directory.resolve("elsewhere/runs");
    Path recipe = cli.file("hi.json", "\"echo hi\"");
    Call run = cli.call("run", recipe, "--db", database + ";PASSWORD=s3cret");
    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("--db ").contains("elsewhere").doesNotContain("s3cret");
    assertThat(cli.data().resolve("escarole.mv.db")).doesNotExist();
    assertThat(cli.call("runs", "output", "last", "--db", database + ";PASSWORD=s3cret").text())
        .isEqualTo("hi\n");
    assertThat(cli.call("runs", "list").exit()).isEqualTo(2);
  }

  @Test
  void looking_into_a_database_elsewhere_creates_no_data_directory() {
    String database = "jdbc:h2:file:" + directory.resolve("elsewhere/runs");
    cli.call("run", cli.file("hi.json", "\"echo hi\""), "--db", database);
    Path fresh = directory.resolve("fresh");
    for (String[] look : new String[][] {{"runs", "list"}, {"runs", "show", "last"}, {"audit"}}) {
      List<Object> words = new ArrayList<>(List.of((Object[]) look));
      words.addAll(List.of("--db", database, "--data", fresh));
      assertThat(cli.call(words.toArray()).text()).isNotEmpty();
      assertThat(fresh).doesNotExist();
    }
  }

  @Test
  void a_database_that_cannot_be_meant_is_a_mistake_of_usage() {
    Call call = cli.call("runs", "list", "--db", "mysql://ada:s3cret@host/runs");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("postgresql://user@host/name").doesNotContain("s3cret");
  }

  @Test
  void list_shows_newest_first_and_filters() {
    String good = run("good", "{\"name\": \"good\", \"template\": \"echo hi\"}");
    String bad = run("bad", "\"false\"");
    assertThat(cli.call("runs", "list").text().lines()).hasSize(2);
    assertThat(cli.call("runs", "list", "--status", "failed").text())
        .contains(bad)
        .doesNotContain(good);
    assertThat(cli.call("runs", "list", "--recipe", "good", "--json").json().toString())
        .contains(good)
        .doesNotContain(bad);
    assertThat(cli.call("runs", "list", "--limit", "0").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "list", "--status", "faild").err()).contains("FAILED");
  }

  @Test
  void list_takes_several_statuses_and_filters_by_who_when_and_what() {
    String good = run("good", "{\"name\": \"good\", \"template\": \"echo hi\"}");
    String bad = run("bad", "\"false\"");
    assertThat(listed("--status", "failed", "--status", "done")).contains(good).contains(bad);
    assertThat(listed("--status", "failed", "--status", "cancelled"))
        .contains(bad)
        .doesNotContain(good);
    assertThat(listed("--text", "GOO")).contains(good).doesNotContain(bad);
    assertThat(listed("--since", "1h")).contains(good).contains(bad);
    assertThat(listed("--until", "1h")).doesNotContain(good).doesNotContain(bad);
    assertThat(listed("--by", "nobody")).doesNotContain(good);
    assertThat(cli.call("runs", "list", "--since", "soon").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "list", "--text", "x".repeat(1001)).err()).contains("1000");
  }

  @Test
  void show_groups_failures_and_a_rerun_takes_one_group() {
    String run =
        run(
            "fan",
            "{\"parallel\": true, \"template\": [\"cat /in/1\", \"cat /in/2\", \"false\", \"echo x\"]}");
    String shown = cli.call("runs", "show", run).text();
    assertThat(shown)
        .contains("causes of 3 failures")
        .contains("  1 × exit 1  (")
        .contains("    0.0: cat: /in/1: No such file or directory");
    Matcher key =
        Pattern.compile("2 × cat: …: No such file or directory {2}\\((\\w{10})\\)").matcher(shown);
    assertThat(key.find()).as(shown).isTrue();
    assertThat(listed("--text", "no such FILE")).contains(run);
    Call again = cli.call("runs", "rerun", run, "--cause", key.group(1), "--json");
    assertThat(again.json().path("rerunOf").asText()).isEqualTo(run);
    assertThat(cli.call("runs", "rerun", run, "--cause", "nothing").err())
        .contains("failed of the cause 'nothing'");
    assertThat(cli.call("runs", "rerun", run, "--cause", "x", "--failed").exit()).isEqualTo(2);
  }

  @Test
  void show_ofMoreCausesThanAreKept_saysThatItKnowsOnlySome() {
    String run =
        run(
            "many",
            "{\"parallel\": true, \"repeat\": 103, \"template\": \"awk 'BEGIN { exit {index} }'\"}");
    assertThat(cli.call("runs", "show", run).text())
        .contains("causes of at least 100 failures", "  and at least 90 rarer causes");
  }

  private String listed(String option, String value, String... more) {
    List<Object> words = new ArrayList<>(List.of("runs", "list", option, value));
    words.addAll(List.of(more));
    return cli.call(words.toArray()).text();
  }

  @Test
  void labels_are_shown_listed_searched_and_kept_by_a_rerun() {
    Path recipe = cli.file("hi.json", "\"echo hi\"");
    String labels = "[\"books\",\"nightly\"]";
    Call run = cli.call("run", recipe, "--label", "nightly", "--label", "books", "--json");
    assertThat(run.json().path("labels").toString()).isEqualTo(labels);
    String other = run("other", "\"echo hi\"");
    assertThat(cli.call("runs", "show", other).text()).doesNotContain("labels");
    String again =
        cli.call("runs", "rerun", run.json().path("run").asText(), "--json")
            .json()
            .path("run")
            .asText();
    assertThat(listed("--label", "nightly")).contains(again).doesNotContain(other);
    assertThat(cli.call("runs", "show", again).text()).contains("labels books, nightly");
    assertThat(cli.call("runs", "show", again, "--json").json().path("labels").toString())
        .isEqualTo(labels);
    assertThat(cli.call("runs", "list", "--label", "books", "--json").json().toString())
        .contains("\"labels\":" + labels);
  }

  @Test
  void a_list_and_a_run_show_each_column_of_the_table() {
    String id = run("hi", "\"echo hi\"");
    String by = cli.call("runs", "show", id, "--json").json().path("principal").asText();
    assertThat(by).isNotEmpty();
    assertThat(cli.call("runs", "show", id).text()).contains("\n  by " + by + "\n");
    assertThat(cli.call("runs", "list").text()).contains("  hi.json  " + by + "\n");
  }

  @Test
  void a_label_that_is_no_short_text_is_a_mistake_of_usage() {
    Path recipe = cli.file("hi.json", "\"echo hi\"");
    Call call = cli.call("run", recipe, "--label", "a\nb");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("--label").contains("line breaks");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void show_tells_status_steps_and_standard_error() {
    String id =
        run(
            "mixed",
            """
            {"name": "mixed", "parallel": true, "template": [
              {"label": "good", "template": "echo one"},
              {"label": "bad", "template": "cat /nowhere"}]}
            """);
    Call call = cli.call("runs", "show", id);
    assertThat(call.exit()).isZero();
    assertThat(call.text())
        .contains("run " + id + " of mixed: degraded after ")
        .contains("missing bad (0.1): exit code 1: cat: /nowhere")
        .contains("✓ good: echo one")
        .contains("✗ bad: cat /nowhere")
        .contains("standard error of 0.1 \"bad\": cat /nowhere");
    assertThat(cli.call("runs", "show", id.substring(0, 17)).text()).isEqualTo(call.text());
    assertThat(cli.call("runs", "show", "last").text()).isEqualTo(call.text());
  }

  @Test
  void an_unknown_or_ambiguous_run_is_an_error() {
    run("one", "\"echo 1\"");
    run("two", "\"echo 2\"");
    Call unknown = cli.call("runs", "show", "1999");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no run 1999").contains("runs list");
    Call ambiguous = cli.call("runs", "show", "20", "--json");
    assertThat(ambiguous.exit()).isEqualTo(2);
    assertThat(ambiguous.json().path("errors").path(0).path("code").asText())
        .isEqualTo("ambiguous-run");
  }

  @Test
  void output_prints_the_bytes_of_run_step_and_attempt() {
    run("steps", "{\"template\": [\"printf 'a\\\\000b'\", {\"template\": \"cat /nowhere\"}]}");
    assertThat(cli.call("runs", "output", "last").out()).isEmpty();
    assertThat(cli.call("runs", "output", "last", "0.0").out()).containsExactly('a', 0, 'b');
    assertThat(cli.call("runs", "output", "last", "0.1", "--stderr").text())
        .startsWith("cat: /nowhere");
  }

  @Test
  void output_of_what_is_not_there_is_an_error() {
    run("one", "{\"template\": [\"echo 1\"]}");
    assertThat(cli.call("runs", "output", "last", "0.9").err()).contains("no step '0.9'");
    assertThat(cli.call("runs", "output", "last", "0").err()).contains("It is a group");
    assertThat(cli.call("runs", "output", "last", "0.0", "--attempt", "2").err())
        .contains("no attempt 2");
    assertThat(cli.call("runs", "output", "last", "--stderr").exit()).isEqualTo(2);
  }

  @Test
  void show_gives_the_data_directory_in_its_next_step() {
    Path recipe = cli.file("r.json", "\"echo hi\"");
    Call call = cli.call("run", recipe, "--data", directory.resolve("my data"));
    assertThat(call.err()).contains(" --data '" + directory.resolve("my data") + "'");
  }

  @Test
  void a_database_in_use_by_this_process_can_still_be_read() {
    run("one", "\"echo 1\"");
    try (RunStore held = RunStore.open(StoreOptions.file(cli.data()))) {
      assertThat(held.records().runs(RunQuery.latest(2))).hasSize(1);
      assertThat(cli.call("runs", "list").exit()).isZero();
    }
  }
}
