package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name alone is a recipe that the server has. */
@Timeout(120)
class NamedRecipeTest {

  private CliHarness cli;
  private Engine engine;
  private RecipeFolder folder;
  private WebServer server;

  @BeforeEach
  void start(@TempDir Path temporary) throws IOException {
    Path recipes = Files.createDirectory(temporary.resolve("recipes"));
    Files.writeString(
        recipes.resolve("census.yaml"),
        "name: census\ndescription: Greets.\nargs: [who, 'times:int=1']\ntemplate: echo hello {who} {times}\n");
    Files.writeString(recipes.resolve("order.yaml"), "template: sort\n");
    Files.writeString(
        Files.createDirectory(recipes.resolve("sub")).resolve("low.yaml"), "template: rm -rf /\n");
    Path team = Files.createDirectories(recipes.resolve("team/recipes"));
    Files.writeString(
        team.resolve("ask.md"),
        "---\nargs: [q]\nasync: true\n---\n```template\ncat {recipe_dir}/words.txt\n```\n");
    Files.writeString(team.resolve("words.txt"), "words of the team\n");
    Files.writeString(
        team.resolve("poll.yaml"),
        "imports: {ask: team/ask, census: ../../census.yaml}\nargs: [who]\n"
            + "template: [{name: census}, {name: ask, values: {q: '{who}?'}}]\n");
    engine = Engine.open(EngineOptions.at(temporary.resolve("there")));
    folder = RecipeFolder.open(recipes);
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, folder, InstantSource.system()));
    cli = new CliHarness(Files.createDirectory(temporary.resolve("here")));
    cli.env("ESCAROLE_SERVER", server.address().toString());
  }

  @AfterEach
  void stop() {
    server.close();
    folder.close();
    engine.close();
  }

  @Test
  void a_recipe_of_the_server_runs_there_by_its_name() {
    Call call = cli.call("run", "census", "--set", "who=Ann", "-q");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.text()).isEqualTo("hello Ann 1\n");
    assertThat(call.err()).isEmpty();
    assertThat(
            cli.call("run", "census", "--set", "who=Ann", "--json").json().path("recipe").asText())
        .isEqualTo("census");
    assertThat(cli.call("inputs", "census").text()).contains("who", "required", "default: 1");
    assertThat(cli.call("inputs", "census", "--json").json().path("description").asText())
        .isEqualTo("Greets.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree", "json", "dot", "mermaid"})
  void a_recipe_of_the_server_is_planned_as_its_file_would_be_here(String format) {
    for (String name : List.of("census", "order", "sub/low")) {
      Path file = folder.path().resolve(name + ".yaml");
      String[] more = name.equals("census") ? new String[] {"--set", "who=Ann"} : new String[0];
      Call there = cli.call(words("plan", name, "--format", format, more));
      assertThat(there.exit()).as(there.err()).isZero();
      Call here =
          cli.call(words("plan", file, "--format", format, with(more, "--recipes", folder.path())));
      assertThat(there.text()).isNotEmpty();
      assertThat(there.text()).isEqualTo(here.text());
    }
    assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();
  }

  private static String[] with(String[] words, Object... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more).map(Object::toString))
        .toArray(String[]::new);
  }

  private static Object[] words(
      Object command, Object name, String option, Object to, String[] more) {
    return Stream.concat(Stream.of(command, name, option, to), Arrays.stream(more)).toArray();
  }

  @Test
  void a_plan_of_the_server_shows_what_the_server_says() {
    Call missing = cli.call("plan", "census");
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).isEqualTo("error: missing: who\n  type: --set who=TEXT\n");
    assertThat(cli.call("plan", "cenus").err()).contains("Did you mean census?");
    assertThat(
            cli.call("plan", "census", "--set", "who=a", "--unknown-commands", "fail-step").err())
        .contains("--unknown-commands means nothing to a server");
    Call warned = cli.call("plan", "sub/low");
    assertThat(warned.err()).contains("warning[broad-path]", "sub/low.yaml:1:11", "rm -rf /");
    assertThat(cli.call("plan", "census", "--server", "local").err())
        .contains("there is no file 'census'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree", "json", "dot", "mermaid"})
  void a_recipe_with_imports_is_planned_as_the_server_would_run_it(String format) {
    Call there =
        cli.call("plan", "team/poll", "--format", format, "--set", "who=Ann", "--set", "times=2");
    assertThat(there.exit()).as(there.err()).isZero();
    Call here =
        cli.call(
            "plan",
            folder.path().resolve("team/recipes/poll.yaml"),
            "--recipes",
            folder.path(),
            "--format",
            format,
            "--set",
            "who=Ann",
            "--set",
            "times=2",
            "--server",
            "local");
    assertThat(here.exit()).as(here.err()).isZero();
    assertThat(there.text()).isEqualTo(here.text());
    if (format.equals("tree")) {
      assertThat(there.text())
          .contains("from census.yaml sha256 ", "cat /recipe/team/recipes/words.txt");
    }
  }

  @Test
  void a_recipe_with_imports_is_run_compared_and_rerun_by_its_name() throws IOException {
    Call run = cli.call("run", "team/poll", "--set", "who=Ann", "-q");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.text()).isEqualTo("words of the team\n");
    assertThat(cli.call("inputs", "team/poll").text()).contains("who", "required");
    Call same = cli.call("runs", "rerun", "last", "-q");
    assertThat(same.exit()).as(same.err()).isZero();
    assertThat(same.text()).isEqualTo("words of the team\n");
    Path poll = folder.path().resolve("team/recipes/poll.yaml");
    Call changed = cli.call("plan", "team/poll", "--set", "who=Ann");
    Files.writeString(poll, "template: echo other\n");
    assertThat(changed.text()).contains("team/recipes/poll.yaml");
    Call missing = cli.call("plan", "team/pol");
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).contains("no recipe named 'team/pol'", "Did you mean team/poll?");
  }

  @Test
  void a_plan_of_a_recipe_with_imports_is_compared_with_a_run_of_the_server() throws IOException {
    Path team = folder.path().resolve("team/recipes");
    Files.writeString(
        team.resolve("only.yaml"),
        "imports: {c: ../../census.yaml}\ntemplate: {name: c, values: {who: Ann}}\n");
    await(() -> folder.entry("team/only").isPresent());
    assertThat(cli.call("run", "team/only", "-q").text()).isEqualTo("hello Ann 1\n");
    Call diff = cli.call("plan", "team/only", "--diff", "last");
    assertThat(diff.exit()).as(diff.err()).isZero();
    assertThat(diff.text()).contains("the plan is the same");
  }

  private void await(java.util.function.BooleanSupplier there) {
    while (!there.getAsBoolean()) {
      boolean unused = folder.look();
      Thread.onSpinWait();
    }
  }

  @Test
  void a_warning_in_an_imported_file_is_shown_with_its_line_there() throws IOException {
    Files.writeString(
        folder.path().resolve("team/recipes/risky.yaml"),
        "# one\n# two\nimports: {low: ../../sub/low.yaml}\ntemplate: {name: low}\n");
    await(() -> folder.entry("team/risky").isPresent());
    Call plan = cli.call("plan", "team/risky");
    assertThat(plan.exit()).as(plan.err()).isZero();
    assertThat(plan.err()).doesNotContain("1 | # one");
  }

  @Test
  void a_recipe_of_the_server_is_compared_with_a_run_of_the_server() {
    assertThat(cli.call("run", "census", "--set", "who=Ann", "-q").exit()).isZero();
    assertThat(cli.call("plan", "census", "--diff", "last").text())
        .contains("the plan is the same");
    Path other =
        cli.file("other.yaml", "name: census\nargs: [who]\ntemplate: echo good day {who}\n");
    assertThat(cli.call("run", other, "--set", "who=Ann", "-q").exit()).isZero();
    Call changed = cli.call("plan", "census", "--diff", "last");
    assertThat(changed.exit()).as(changed.err()).isZero();
    assertThat(changed.text()).contains("~ changed", "hello");
  }

  @Test
  void what_to_type_next_asks_the_same_server() {
    cli.env("ESCAROLE_SERVER", "");
    Call inputs = cli.call("inputs", "census", "--server", server.address());
    assertThat(inputs.err())
        .contains("run it: escarole run census --set who=TEXT --server " + server.address() + "\n");
  }

  @Test
  void a_file_here_runs_there_with_its_imports_and_its_directory() throws IOException {
    Files.createDirectories(cli.data().resolveSibling("lib"));
    cli.file("lib/words.txt", "of lib\n");
    cli.file("lib/own.json", "{\"template\": \"cat {recipe_dir}/words.txt\"}");
    Path main = cli.file("main.yaml", "imports: {own: ./lib/own.json}\ntemplate: {name: own}\n");
    Call call = cli.call("run", main, "-q");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.text()).isEqualTo("of lib\n");
  }

  @Test
  void a_recipe_of_the_server_cannot_be_watched() {
    Call watched = cli.call("run", "census", "--set", "who=Ann", "--watch");
    assertThat(watched.exit()).isEqualTo(2);
    assertThat(watched.err()).contains("'census' is none").contains("leave --watch out");
    assertThat(watched.text()).isEmpty();
  }

  @Test
  void a_server_that_is_not_there_is_told_in_plain_words() {
    String address = server.address().toString();
    server.close();
    Call gone = cli.call("run", "census", "--server", address);
    assertThat(gone.exit()).isEqualTo(2);
    assertThat(gone.err())
        .contains("no server answers at " + address + ": nobody listens there")
        .doesNotContain("Exception");
    assertThat(cli.call("run", "census", "--server", "http://nowhere.invalid:1").err())
        .contains("no such host");
  }

  @Test
  void values_are_checked_before_anything_is_launched() {
    Call missing = cli.call("run", "census");
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).isEqualTo("error: missing: who\n  type: --set who=TEXT\n");
    Call bad = cli.call("run", "census", "--set", "who=a", "--set", "times=b");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err()).contains("'times' must be a whole number");
    Call unknown = cli.call("run", "census", "--set", "whom=a");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("Did you mean 'who'?");
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).isEmpty();
  }

  @Test
  void an_unknown_name_gets_suggestions() {
    Call call = cli.call("run", "cenus");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("no recipe named 'cenus'", "Did you mean census?");
    assertThat(cli.call("run", "zzzzzzzzzz").err())
        .contains("There are: census, ")
        .doesNotContain("among others");
    Call local = cli.call("run", "census", "--server", "local");
    assertThat(local.exit()).isEqualTo(2);
    assertThat(local.err()).contains("there is no file 'census'", "--server URL");
  }

  @Test
  void what_is_piped_is_given_to_a_recipe_that_reads() throws IOException {
    assertThat(cli.stdin("b\na\n").call("run", "order", "-q").text()).isEqualTo("a\nb\n");
    InputStream idle = new PipedInputStream(new PipedOutputStream());
    assertThat(cli.stdin(idle).call("run", "census", "--set", "who=Ann", "-q").text())
        .isEqualTo("hello Ann 1\n");
  }

  @Test
  void a_name_is_a_name_only_without_slash_and_suffix() {
    assertThat(cli.call("run", "./census").err()).contains("census: error[unreadable-file]");
    assertThat(cli.call("run", "census.yaml").err()).contains("no recipe named 'census.yaml'");
    assertThat(cli.call("run", "order.yaml", "--stdin", "/dev/null", "-q").exit()).isZero();
    Path file = cli.file("mine.yaml", "template: echo mine\n");
    assertThat(cli.call("run", file, "-q").text()).isEqualTo("mine\n");
  }
}
