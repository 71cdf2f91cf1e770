package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recipes with imports on the command line. */
class ImportingRunTest {

  private CliHarness cli;
  private Path folder;
  private Path quorum;

  @BeforeEach
  void write(@TempDir Path directory) throws IOException {
    cli = new CliHarness(directory);
    folder = directory.resolve("skills");
    Files.createDirectories(folder.resolve("panel/recipes"));
    Files.createDirectories(folder.resolve("notes/recipes"));
    cli.file(
        "skills/panel/recipes/ask.json",
        "{\"async\": true, \"args\": [\"q\", \"tone:enum(plain,strict)\"], \"defaults\": {\"tone\":"
            + " \"plain\"}, \"template\": \"printf '%s %s\\\\n' {tone} {q}\"}");
    cli.file(
        "skills/notes/recipes/keep.md",
        "---\nargs:\n  - file:path\n---\n\nText.\n\n```template\ntee {file}\n```\n");
    quorum =
        cli.file(
            "skills/panel/recipes/quorum.json",
            """
            {"imports": {"ask": "panel/ask", "keep": "../../notes/recipes/keep.md"},
             "args": ["topic", "voices:array"],
             "template": [
               {"parallel": true, "repeat": "{voices.length}", "template":
                 {"name": "ask", "values": {"q": "{topic} as {voices[index]}", "tone": "strict"}}},
               {"name": "keep", "values": {"file": "panel.md"}}]}
            """);
  }

  @Test
  void validate_finds_imports_in_the_folder() {
    Call call = cli.call("validate", quorum, "--recipes", folder);
    assertThat(call.err()).contains("0 errors");
    assertThat(call.exit()).isZero();
    Call without = cli.call("validate", quorum);
    assertThat(without.exit()).isEqualTo(2);
    assertThat(without.err()).contains("error[import-not-found]", "--recipes DIR", "bad-import");
  }

  @Test
  void a_plan_lists_every_file_with_its_hash_and_where_each_step_comes_from() {
    Call call =
        cli.call(
            "plan",
            quorum,
            "--recipes",
            folder,
            "--set",
            "topic=T",
            "--set",
            "voices=[\"a\",\"b\"]",
            "--json");
    assertThat(call.exit()).isZero();
    JsonNode sources = call.json().path("sources");
    assertThat(sources).hasSize(3);
    assertThat(sources.findValuesAsText("path"))
        .containsExactly(
            "panel/recipes/quorum.json", "panel/recipes/ask.json", "notes/recipes/keep.md");
    assertThat(sources.get(1).path("sha256").asText()).hasSize(64);
    JsonNode steps = call.json().path("steps");
    assertThat(steps.findValuesAsText("source")).hasSize(steps.size());
    assertThat(steps.get(steps.size() - 1).path("source").asText())
        .isEqualTo("notes/recipes/keep.md");
    assertThat(call.text()).contains("T as a", "T as b");
    Call tree =
        cli.call("plan", quorum, "--recipes", folder, "--set", "topic=T", "--set", "voices=[]");
    assertThat(tree.text()).contains("tee panel.md from notes/recipes/keep.md");
  }

  @Test
  void a_recipe_of_the_folder_runs_by_its_name_too() {
    Call call =
        cli.call(
            "run",
            "panel/quorum",
            "--recipes",
            folder,
            "--set",
            "topic=T",
            "--set",
            "voices=[\"a\"]",
            "--set",
            "tone=plain");
    assertThat(call.err()).doesNotContain("error[");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).contains("plain T as a");
    Call again = cli.call("runs", "rerun", "last", "--from", "0");
    assertThat(again.exit()).isZero();
    assertThat(again.text()).contains("plain T as a");
  }

  @Test
  void a_changed_import_is_shown_as_a_difference_and_rerun() {
    String[] values = {"--set", "topic=T", "--set", "voices=[\"a\"]"};
    assertThat(
            cli.call("run", quorum, "--recipes", folder, values[0], values[1], values[2], values[3])
                .exit())
        .isZero();
    assertThat(cli.call("plan", quorum, "--recipes", folder, "--diff", "last").text())
        .contains("the plan is the same");
    cli.file(
        "skills/panel/recipes/ask.json",
        "{\"args\": [\"q\", \"tone=plain\"], \"template\": \"echo now {tone}: {q}\"}");
    assertThat(cli.call("plan", quorum, "--recipes", folder, "--diff", "last").text())
        .contains("~ changed");
    Call again = cli.call("runs", "rerun", "last", "--recipe", quorum, "--recipes", folder, "-q");
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.text()).contains("now strict: T as a");
  }

  @Test
  void a_plain_file_imports_from_its_own_directory_and_below() throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    cli.file("skills/lib/say.json", "{\"args\": [\"w\"], \"template\": \"echo {w}\"}");
    Path main =
        cli.file(
            "skills/main.yaml",
            "imports: {say: ./lib/say.json}\ntemplate: {name: say, values: {w: hello}}\n");
    Call call = cli.call("run", main);
    assertThat(call.err()).doesNotContain("error[");
    assertThat(call.text()).isEqualTo("hello\n");
    Path inside =
        cli.file("skills/lib/out.yaml", "imports: {x: ../main.yaml}\ntemplate: {name: x}\n");
    Call refused = cli.call("run", inside);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("leaves the directory");
    assertThat(cli.call("run", inside, "--recipes", folder).text()).isEqualTo("hello\n");
  }

  @Test
  void an_error_in_an_imported_file_is_shown_with_its_line() {
    cli.file("skills/panel/recipes/ask.json", "{\n \"tiemout\": 5,\n \"template\": \"a\"}");
    Call call = cli.call("plan", quorum, "--recipes", folder);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("ask.json:2:2", "\"tiemout\": 5", "quorum.json:1:");
  }

  @Test
  void a_disabled_recipe_is_not_launched() {
    Path off = cli.file("off.json", "{\"disabled\": true, \"template\": \"echo off\"}");
    assertThat(cli.call("validate", off).exit()).isZero();
    Call call = cli.call("run", off);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("disabled-recipe");
    assertThat(call.text()).isEmpty();
  }

  @Test
  void a_folder_that_does_not_exist_or_does_not_contain_the_recipe_is_an_error() {
    assertThat(cli.call("plan", quorum, "--recipes", folder.resolve("none")).err())
        .contains("no recipe folder");
    assertThat(cli.call("plan", quorum, "--recipes", folder.resolve("notes")).err())
        .contains("has imports and is not in");
  }
}
