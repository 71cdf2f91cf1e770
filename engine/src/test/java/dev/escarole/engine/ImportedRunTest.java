package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanSource;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of recipes with imports, with real database, workers and sandbox. */
@Timeout(300)
class ImportedRunTest {

  @TempDir Path data;

  @TempDir Path recipes;

  @BeforeEach
  void write() throws IOException {
    write("lib/twice.json", "{'args': ['word'], 'template': ['echo {word}', 'sed p']}");
    write(
        "main.json",
        "{'imports': {'twice': './lib/twice.json'}, 'template': ['cat', {'name': 'twice',"
            + " 'values': {'word': 'hi {who}'}}, 'cat /data/late.txt']}");
  }

  private void write(String name, String text) throws IOException {
    Path file = recipes.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text.replace('\'', '"'));
  }

  private Recipe recipe(String name) {
    return new RecipeReader().read(recipes.resolve(name));
  }

  private void removeRecipes() throws IOException {
    Files.delete(recipes.resolve("lib/twice.json"));
    Files.writeString(recipes.resolve("main.json"), "not a recipe");
  }

  @Test
  void a_given_file_reaches_an_input_that_only_the_imported_recipe_has() throws Exception {
    write(
        "main.json", "{'imports': {'lines': './lib/lines.json'}, 'template': [{'name': 'lines'}]}");
    write("lib/lines.json", "{'args': ['text=/none'], 'template': 'cat {text}'}");
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunRequest request =
          RunRequest.of(recipe("main.json"))
              .file("text", Content.of("given".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
              .build();
      assertThat(engine.run(request).stdout().text()).isEqualTo("given");
    }
  }

  @Test
  void an_imported_recipe_reads_and_writes_as_its_node() throws Exception {
    write(
        "pipe.json",
        "{'imports': {'sorted': './lib/sorted.json'}, 'template': [{'name': 'sorted'}, 'head -n"
            + " 1']}");
    write("lib/sorted.json", "'sort'");
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result =
          engine.run(
              RunRequest.of(recipe("pipe.json"))
                  .stdin(Content.of("b\na\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                  .build());
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("a\n");
    }
  }

  @Test
  void a_run_goes_on_after_a_crash_although_its_recipes_have_vanished() throws Exception {
    write(
        "main.json",
        "{'imports': {'twice': './lib/twice.json'}, 'template': ['echo first', {'name': 'twice',"
            + " 'values': {'word': 'hi {who}'}}]}");
    Engine first = Engine.open(options());
    HeldRun held = new HeldRun(first, ImportedRunTest::isInsideImport);
    RunHandle run = held.start(RunRequest.of(recipe("main.json")).value("who", "Ada"));
    RunId id = run.id();
    List<PlanSource> pinned = run.plan().sources();
    first.suspend();
    removeRecipes();
    try (Engine second = Engine.open(options())) {
      RunResult result = second.resumed().get(0).await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("hi Ada\nhi Ada\n");
      Plan stored = second.records().plan(id);
      assertThat(stored.sources()).isEqualTo(pinned).hasSize(2);
      assertThat(stored.steps()).extracting(stored::source).contains("lib/twice.json");
    }
  }

  private static boolean isInsideImport(RunEvent event) {
    return event instanceof RunEvent.StepChanged changed
        && changed.step().path().startsWith("0.1.0.")
        && changed.state() == StepState.RUNNING;
  }

  private EngineOptions options() {
    return EngineOptions.at(data).withWorkers(2).withRecovery(Recovery.automatic());
  }

  @Test
  void a_rerun_has_the_plan_of_the_run_although_its_recipes_have_vanished(@TempDir Path books)
      throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      List<DirectoryGrant> grants =
          List.of(new DirectoryGrant(books, "/data", DirectoryGrant.Mode.READ_ONLY));
      Recipe recipe = recipe("main.json");
      RunResult first =
          engine.run(RunRequest.of(recipe).value("who", "Ada").directories(grants).build());
      assertThat(first.accepted()).isFalse();
      removeRecipes();
      Files.writeString(books.resolve("late.txt"), "late\n");
      RunResult again = engine.rerun(RerunRequest.of(first.run())).await();
      assertThat(again.status()).isEqualTo(RunStatus.DONE);
      assertThat(again.stdout().text()).isEqualTo("late\n");
      assertThat(engine.records().plan(again.run()).sources())
          .isEqualTo(engine.records().plan(first.run()).sources())
          .hasSize(2);
      String kept = engine.records().launch(first.run()).orElseThrow().recipeSource();
      assertThat(new RecipeReader().read(kept, "kept").sources())
          .extracting(file -> file.sha256())
          .isEqualTo(recipe.sources().stream().map(file -> file.sha256()).toList());
    }
  }

  @Test
  void the_directory_of_each_file_can_be_read_if_the_recipe_asks_for_it() throws Exception {
    write("lib/own.json", "'cat {recipe_dir}/words.txt'");
    Files.writeString(recipes.resolve("lib/words.txt"), "of lib\n");
    Files.writeString(recipes.resolve("words.txt"), "of main\n");
    write(
        "main.json",
        "{'imports': {'own': './lib/own.json'}, 'parallel': true, 'template': [{'name': 'own'},"
            + " 'cat {recipe_dir}/words.txt', 'touch {recipe_dir}/new.txt']}");
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunRequest request = RunRequest.of(recipe("main.json")).build();
      assertThat(request.directories())
          .extracting(DirectoryGrant::guest)
          .containsExactlyInAnyOrder("/recipe", "/recipe/lib");
      RunResult result = engine.run(request);
      assertThat(result.stdout().text()).contains("of lib", "of main");
      assertThat(recipes.resolve("new.txt")).doesNotExist();
    }
  }

  @Test
  void a_policy_that_does_not_grant_the_directory_keeps_it_closed() throws Exception {
    Files.writeString(recipes.resolve("words.txt"), "secret\n");
    write("main.json", "'cat {recipe_dir}/words.txt'");
    Path policy =
        Files.writeString(
            data.resolve("policy.yaml"),
            "principals: {robot: {allow: true, commands: [cat], directories: []}}");
    try (Engine engine = Engine.open(EngineOptions.inMemory().withPolicyFile(policy))) {
      RunResult result =
          engine.run(
              RunRequest.of(recipe("main.json")).principal(new Principal("robot", false)).build());
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.stdout().text()).doesNotContain("secret");
    }
  }

  @Test
  void a_bundle_has_the_directories_that_its_launch_grants() throws Exception {
    write("lib/own.json", "'cat {recipe_dir}/words.txt'");
    Files.writeString(recipes.resolve("lib/words.txt"), "of lib\n");
    write("main.json", "{'imports': {'own': './lib/own.json'}, 'template': {'name': 'own'}}");
    RunRequest here = RunRequest.of(recipe("main.json")).build();
    Recipe sent = new RecipeReader().read(here.recipe().portable(), "sent.json");
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result = engine.run(RunRequest.of(sent).directories(here.directories()).build());
      assertThat(result.stdout().text()).isEqualTo("of lib\n");
      assertThat(engine.plan(RunRequest.of(sent).directories(here.directories()).build()).hash())
          .isEqualTo(engine.plan(here).hash());
      assertThatThrownBy(() -> engine.run(RunRequest.of(sent).build()))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("--dir DIR::/recipe/lib:ro");
    }
  }

  @Test
  void a_text_has_no_directory() {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      Recipe text = new RecipeReader().read("template: cat {recipe_dir}/x", "text.yaml");
      assertThatThrownBy(() -> engine.plan(RunRequest.of(text).build()))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("not read from a directory");
    }
  }
}
