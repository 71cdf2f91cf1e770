package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.Problem;
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

/** Directories that recipes declare: given at launch, granted by the policy, or missing. */
@Timeout(300)
class DeclaredDirectoriesTest {

  private static final String READING =
      "{\"dirs\": {\"/books\": \"the books\"}, \"failure\": \"root\", \"template\": \"cat /books/a\"}";
  private static final String WRITING =
      "{\"dirs\": {\"/books\": {\"mode\": \"rw\", \"why\": \"the books\"}}, \"failure\": \"root\","
          + " \"template\": \"tee /books/b\"}";

  @TempDir Path directory;

  private Path books;

  @BeforeEach
  void write() throws IOException {
    books = Files.createDirectory(directory.resolve("books"));
    Files.writeString(books.resolve("a"), "text\n");
  }

  private Engine engine() throws IOException {
    Path policy =
        Files.writeString(
            directory.resolve("policy.yaml"),
            """
            principals:
              ci: {allow: true, commands: [cat, tee], directories: ["%s::/books"]}
              reader: {allow: true, commands: [cat, tee], directories: ["%s::/books:ro"]}
              none: {allow: true, commands: [cat]}
            """
                .formatted(books, books));
    return Engine.open(EngineOptions.inMemory().withPolicyFile(policy));
  }

  private static Recipe recipe(String json) {
    return new RecipeReader().read(json, "dirs.json");
  }

  private static Principal named(String name) {
    return new Principal(name, false);
  }

  private static Problem refusal(Engine engine, RunRequest request) {
    RecipeException[] refused = new RecipeException[1];
    assertThatThrownBy(() -> engine.start(request))
        .isInstanceOfSatisfying(RecipeException.class, e -> refused[0] = e);
    assertThat(engine.records().runs(RunQuery.latest(1))).isEmpty();
    assertThat(refused[0].problems()).hasSize(1);
    return refused[0].problems().get(0);
  }

  @Test
  void a_missing_directory_is_refused_with_what_to_do() throws Exception {
    try (Engine engine = engine()) {
      Problem problem = refusal(engine, RunRequest.of(recipe(READING)).build());
      assertThat(problem.message())
          .isEqualTo(
              "the directory /books (the books), which the recipe needs for reading, is missing");
      assertThat(problem.hint()).startsWith("Give it: --dir HOST::/books:ro, or let the policy");
      assertThat(problem.code()).isEqualTo("missing-directory");
      assertThat(problem.pointer()).isEqualTo("/dirs/~1books");
      refusal(engine, RunRequest.of(recipe(READING)).principal(named("none")).build());
    }
  }

  @Test
  void a_directory_of_the_request_is_narrowed_to_what_is_declared() throws Exception {
    try (Engine engine = engine()) {
      RunRequest request =
          RunRequest.of(recipe(READING))
              .directories(List.of(DirectoryGrant.parse(books + "::/books")))
              .build();
      RunResult result = engine.run(request);
      assertThat(result.stdout().text()).isEqualTo("text\n");
      assertThat(engine.records().launch(result.run()).orElseThrow().directories())
          .containsExactly(books + "::/books:ro");
    }
  }

  @Test
  void the_policy_gives_a_declared_directory_and_never_more_than_declared() throws Exception {
    try (Engine engine = engine()) {
      RunResult result = engine.run(RunRequest.of(recipe(READING)).principal(named("ci")).build());
      assertThat(result.stdout().text()).isEqualTo("text\n");
      assertThat(engine.records().launch(result.run()).orElseThrow().directories())
          .containsExactly(books + "::/books:ro");
      RunResult written = engine.run(RunRequest.of(recipe(WRITING)).principal(named("ci")).build());
      assertThat(written.status()).isEqualTo(RunStatus.DONE);
      assertThat(books.resolve("b")).exists();
    }
  }

  @Test
  void a_directory_for_reading_is_not_enough_for_writing() throws Exception {
    try (Engine engine = engine()) {
      Problem problem =
          refusal(engine, RunRequest.of(recipe(WRITING)).principal(named("reader")).build());
      assertThat(problem.message()).contains("is missing").contains("for reading and writing");
      RunRequest request =
          RunRequest.of(recipe(WRITING))
              .directories(List.of(DirectoryGrant.parse(books + "::/books:ro")))
              .build();
      assertThat(refusal(engine, request).message()).endsWith("is granted for reading only");
    }
  }
}
