package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recipes in the manner of those that others publish load, plan and run. */
@Timeout(120)
class PublishedShapesTest {

  private CliHarness cli;
  private Path skills;

  @BeforeEach
  void write(@TempDir Path directory) throws IOException {
    cli = new CliHarness(directory);
    skills = directory.resolve("skills");
    Files.createDirectories(skills.resolve("poll/recipes"));
    Files.createDirectories(skills.resolve("keep/recipes"));
    write(
        "keep/recipes/tail.json",
        "{'async': true, 'singleton': true, 'control': ['pause', 'stop'], 'retire_when':"
            + " 'children_terminal', 'args': ['lines:int'], 'defaults': {'lines': '2'}, 'template':"
            + " 'tail -n {lines} /data/log'}");
    Files.writeString(
        skills.resolve("keep/recipes/store.md"),
        "---\ndescription: Keep what arrives\nargs:\n  - file:path\nasync: false\n---\n\nAdvice for"
            + " people.\n\n```template\ntee {file}\n```\n\n```sh\nnot this\n```\n");
    Files.writeString(
        skills.resolve("poll/recipes/ask.json"),
        """
        {"async": true, "args": ["prompt:string", "tone:enum(plain,strict)", "sources:array"],
         "defaults": {"tone": "plain", "sources": []}, "accept_output": "review_evidence",
         "template": "printf '%s %s\\\\n' {tone} {prompt}"}
        """);
    write(
        "poll/recipes/sum.json",
        "{'args': ['title:string', 'note:string'], 'defaults': {'note': ''}, 'artifacts': {'report':"
            + " 'report.md'}, 'template': ['tee report.md', 'sort', 'uniq -c']}");
    write(
        "poll/recipes/all.json",
        "{'description': 'Ask all', 'async': true, 'actor_context': false, 'imports': {'voice':"
            + " 'poll/ask', 'sum': {'from': './sum.json', 'defaults': {'title': '{title}'}},"
            + " 'store': '../../keep/recipes/store.md'}, 'args': ['prompt:string', 'voices:array',"
            + " 'title:string=Poll', 'limit:string'], 'defaults': {'limit': ''}, 'template': ["
            + " {'parallel': true, 'repeat': '{voices.length}', 'concurrency': '{limit}',"
            + " 'failure': 'branch', 'template': {'name': 'voice', 'values': {'prompt': '{prompt} as"
            + " {voices[index]}', 'tone': 'strict', 'unheard_of': 'x'}}},"
            + " {'name': 'sum', 'values': {'note': 'n'}},"
            + " {'name': 'store', 'when': '{title}', 'values': {'file': 'poll.md'}}]}");
    write(
        "poll/recipes/wrapper.json",
        "{'imports': {'all': 'poll/all'}, 'args': ['prompt'], 'retry': 2, 'failure': 'branch',"
            + " 'template': {'name': 'all', 'values': {'voices': ['a', 'b'], 'title': ''}}}");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(skills.resolve(name), text.replace('\'', '"'));
  }

  private Call call(String command, String recipe, String... more) {
    Object[] words = new Object[more.length + 4];
    words[0] = command;
    words[1] = recipe;
    words[2] = "--recipes";
    words[3] = skills;
    System.arraycopy(more, 0, words, 4, more.length);
    Call call = cli.call(words);
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.err()).doesNotContain("error[");
    return call;
  }

  @Test
  void each_is_valid_and_fields_of_other_hosts_are_warnings() {
    for (String recipe :
        new String[] {
          "keep/tail", "keep/store", "poll/ask", "poll/sum", "poll/all", "poll/wrapper"
        }) {
      Call call = call("validate", recipe);
      assertThat(call.err()).contains("0 errors");
    }
    assertThat(call("validate", "keep/tail").err())
        .contains("'async'", "'singleton'", "'control'", "'retire_when'");
  }

  @Test
  void each_runs_as_the_commands_that_it_is_made_of() throws IOException {
    assertThat(call("run", "poll/ask", "--set", "prompt=why", "-q").text())
        .isEqualTo("plain why\n");
    Path log = Files.createDirectory(skills.resolveSibling("logs")).resolve("log");
    Files.writeString(log, "1\n2\n3\n");
    assertThat(
            call(
                    "run",
                    "keep/tail",
                    "--dir",
                    log.getParent() + "::/data:ro",
                    "-q",
                    "--set",
                    "lines=1")
                .text())
        .isEqualTo("3\n");
    cli.stdin("b\na\nb\n");
    assertThat(call("run", "poll/sum", "--set", "title=T", "-q").text()).contains("1 a\n", "2 b\n");
    cli.stdin("kept\n");
    assertThat(call("run", "keep/store", "--set", "file=f.md", "-q").text()).isEqualTo("kept\n");
    cli.stdin("");
    String all =
        call("run", "poll/all", "--set", "prompt=why", "--set", "voices=[\"x\",\"y\"]", "-q")
            .text();
    assertThat(all).contains("1 strict why as x", "1 strict why as y", "1 --- branch: ");
    String wrapped = call("run", "poll/wrapper", "--set", "prompt=why", "-q").text();
    assertThat(wrapped).contains("1 strict why as a", "1 strict why as b");
    String caller =
        call("run", "poll/wrapper", "--set", "prompt=why", "--set", "tone=plain", "-q").text();
    assertThat(caller).contains("1 plain why as a");
  }

  @Test
  void a_plan_says_where_each_step_comes_from() {
    String plan = call("plan", "poll/wrapper", "--set", "prompt=why").text();
    assertThat(plan)
        .contains(
            "from poll/recipes/all.json sha256 ",
            "from poll/recipes/ask.json sha256 ",
            "from poll/recipes/sum.json sha256 ",
            "from keep/recipes/store.md sha256 ");
  }

  @Test
  void a_name_of_two_files_is_not_guessed() throws IOException {
    write("poll/ask.yaml", "template: echo other");
    Call call = cli.call("run", "poll/ask", "--recipes", skills, "--set", "prompt=x");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("poll/ask.yaml and poll/recipes/ask.json");
    Call all = cli.call("plan", "poll/all", "--recipes", skills);
    assertThat(all.exit()).isEqualTo(2);
    assertThat(all.err()).contains("is ambiguous");
  }
}
