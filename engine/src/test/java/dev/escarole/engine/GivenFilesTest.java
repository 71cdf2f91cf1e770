package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.files.FileRefusedException;
import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that launches give to runs, with real database, workers and sandbox. */
@Timeout(300)
class GivenFilesTest {

  @TempDir Path directory;

  private static Recipe recipe(String json) {
    return new RecipeReader().read(json, "given.json");
  }

  private EngineOptions options() {
    return EngineOptions.at(directory.resolve("data"));
  }

  private List<Path> runDirectories() throws IOException {
    Path runs = directory.resolve("data/runs");
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(runs)) {
      return all.toList();
    }
  }

  @Test
  void a_file_lands_in_inputs_and_its_path_becomes_the_value_of_the_input() throws Exception {
    Path source = Files.writeString(directory.resolve("a.csv"), "x,y\n");
    try (Engine engine = Engine.open(options())) {
      RunResult result =
          engine.run(
              RunRequest.of(recipe("[\"cat {table}\", \"cat - /inputs/b\"]"))
                  .file("table", source)
                  .file("b", Content.of("bytes\n"))
                  .build());
      assertThat(result.stdout().text()).isEqualTo("x,y\nbytes\n");
      assertThat(engine.files().of(result.run()))
          .containsExactly(
              RunFile.given(0, "table", 4, Content.of("x,y\n").sha256()),
              RunFile.given(1, "b", 6, Content.of("bytes\n").sha256()));
      assertThat(engine.records().launch(result.run()).orElseThrow().values())
          .containsEntry("table", "/inputs/table");
    }
  }

  @Test
  void a_file_can_have_another_name_than_its_input_and_a_value_wins() throws Exception {
    try (Engine engine = Engine.open(options())) {
      GivenFile named =
          new GivenFile(
              "my report (1)'.csv",
              "table",
              () -> new ByteArrayInputStream(new byte[] {'h', 'i', '\n'}));
      Recipe recipe = recipe("\"cat {table}\"");
      assertThat(engine.run(RunRequest.of(recipe).file(named).build()).stdout().text())
          .isEqualTo("hi\n");
      assertThat(RunRequest.of(recipe).value("table", "/x").file(named).build().values())
          .containsEntry("table", "/x");
    }
  }

  @Test
  void commands_cannot_change_the_files() throws Exception {
    try (Engine engine = Engine.open(options())) {
      for (String line :
          List.of(
              "tee /inputs/a",
              "tee /inputs/new",
              "rm /inputs/a",
              "mv /inputs/a /workspace/a",
              "truncate -s 0 /inputs/a",
              "mkdir /inputs/d")) {
        RunResult result =
            engine.run(
                RunRequest.of(recipe("{\"failure\": \"root\", \"template\": \"" + line + "\"}"))
                    .stdin(Content.of("changed"))
                    .file("a", Content.of("given"))
                    .build());
        assertThat(result.status()).as(line).isEqualTo(RunStatus.FAILED);
        assertThat(directory.resolve("data/runs/" + result.run() + "/inputs/a"))
            .hasContent("given");
      }
    }
  }

  @Test
  void a_large_file_is_streamed_and_equal_ones_are_stored_once() throws Exception {
    byte[] bytes = new byte[12 << 20];
    new Random(7).nextBytes(bytes);
    Path large = Files.write(directory.resolve("large"), bytes);
    try (Engine engine = Engine.open(options())) {
      Recipe recipe = recipe("\"cksum {large}\"");
      RunResult first = engine.run(RunRequest.of(recipe).file("large", large).build());
      long before = engine.housekeeping().storage().database().bytes();
      RunResult second = engine.run(RunRequest.of(recipe).file("large", large).build());
      assertThat(second.stdout().text()).isEqualTo(first.stdout().text()).contains(" 12582912 ");
      assertThat(engine.housekeeping().storage().database().bytes()).isLessThan(before + (6 << 20));
      assertThat(engine.records().content(Content.of(bytes).sha256()).orElseThrow())
          .isEqualTo(bytes);
    }
  }

  @Test
  void a_resumed_run_has_its_files_again_even_if_their_directory_was_lost_or_changed()
      throws Exception {
    RunId id;
    CompletableFuture<Void> held = new CompletableFuture<>();
    try (Engine engine = Engine.open(options())) {
      id =
          engine
              .start(
                  RunRequest.of(recipe("[\"sleep 0.3\", \"cat {a} {b}\"]"))
                      .file("a", Content.of("first\n"))
                      .file("b", Content.of("second\n"))
                      .listener(
                          event -> {
                            if (event instanceof RunEvent.AttemptStarted) {
                              held.complete(null);
                            }
                          })
                      .build())
              .id();
      held.join();
      engine.suspend();
    }
    Files.delete(directory.resolve("data/runs/" + id + "/inputs/a"));
    Files.writeString(directory.resolve("data/runs/" + id + "/inputs/b"), "SECOND\n");
    try (Engine engine = Engine.open(options())) {
      assertThat(engine.resumed().get(0).await().stdout().text()).isEqualTo("first\nsecond\n");
      assertThat(engine.files().of(id)).hasSize(2);
    }
  }

  @Test
  void a_rerun_has_the_files_also_after_the_first_run_is_deleted() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunResult first =
          engine.run(
              RunRequest.of(recipe("[\"cat {a}\", \"cat - /none\"]"))
                  .file("a", Content.of("given\n"))
                  .build());
      RunResult again =
          engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ALL)).await();
      engine.housekeeping().delete(Set.of(first.run()));
      assertThat(engine.files().of(again.run())).extracting(RunFile::path).containsExactly("a");
      RunResult third =
          engine.rerun(RerunRequest.of(again.run()).withScope(RerunScope.ALL)).await();
      assertThat(third.attempts().get(0).outcome().exitCode()).isZero();
      String sha256 = Content.of("given\n").sha256();
      assertThat(engine.records().content(sha256)).isPresent();
      engine.housekeeping().delete(Set.of(again.run(), third.run()));
      assertThat(engine.records().content(sha256)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "../a", "a\\b", "a\nb", "a\0", ".escarole-x"})
  void a_name_that_is_no_name_of_a_file_is_refused(String name) {
    assertThatThrownBy(() -> GivenFile.of(name, Content.EMPTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be named");
  }

  @Test
  void refused_launches_start_nothing_and_leave_nothing() throws Exception {
    System.setProperty("escarole.artifact-size", "1");
    Engine opened;
    try {
      opened = Engine.open(options());
    } finally {
      System.clearProperty("escarole.artifact-size");
    }
    try (Engine engine = opened) {
      Recipe recipe = recipe("\"echo a\"");
      Content half = Content.of(new byte[(1 << 19) + 1]);
      RunRequest large = RunRequest.of(recipe).file("a", half).file("b", half).build();
      assertThatThrownBy(() -> engine.start(large))
          .isInstanceOfSatisfying(
              FileRefusedException.class,
              e -> {
                assertThat(e).hasMessageContaining("more than 1,048,576 bytes (artifact-size)");
                assertThat(e.hint()).contains("--dir");
              });
      RunRequest missing = RunRequest.of(recipe).file("a", directory.resolve("none")).build();
      assertThatThrownBy(() -> engine.start(missing))
          .isInstanceOf(FileRefusedException.class)
          .hasMessage("the file 'a' cannot be read: No Such File");
      assertThatThrownBy(() -> RunRequest.of(recipe).file("a", half).file("a", half).build())
          .isInstanceOf(FileRefusedException.class)
          .hasMessageContaining("two files");
      DirectoryGrant taken = DirectoryGrant.parse(directory + "::/inputs/x:ro");
      assertThatThrownBy(
              () -> RunRequest.of(recipe).file("a", half).directories(List.of(taken)).build())
          .isInstanceOf(FileRefusedException.class)
          .hasMessageContaining("/inputs");
      assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();
      assertThat(runDirectories()).isEmpty();
      assertThat(engine.records().content(half.sha256())).isEmpty();
    }
  }

  @Test
  void the_second_launch_under_a_key_copies_nothing() throws Exception {
    try (Engine engine = Engine.open(options())) {
      LaunchKey key = new LaunchKey("me", "key", "asked");
      RunRequest request =
          RunRequest.of(recipe("\"cat {a}\"")).file("a", Content.of("given\n")).build();
      RunId first = engine.launch(request, key).id();
      assertThat(engine.launch(request, key).id()).isEqualTo(first);
      assertThat(runDirectories()).hasSize(1);
    }
  }
}
