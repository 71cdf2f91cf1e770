package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepOutputsTest {

  @TempDir private Path directory;

  private RunResult run(Engine engine, String yaml) throws Exception {
    Path file = directory.resolve("recipe.yaml");
    Files.writeString(file, yaml);
    return engine.run(RunRequest.of(new RecipeReader().read(file)).build());
  }

  @Test
  void the_text_of_a_join_is_what_the_next_step_has_read() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult run =
          run(
              engine,
              """
              template:
                - printf 'b\\na\\n'
                - parallel: true
                  template: [sort, cat /nowhere, {template: [sort -r, wc -l]}]
                - cat
              """);
      Content text = engine.handedOn(run.run(), "0.1").orElseThrow();
      assertThat(text.text()).contains("status: done ---\na\nb\n", "cat: /nowhere", "2\n");
      StoredAttempt reader =
          engine.records().step(run.run(), "0.2").orElseThrow().attempts().get(0);
      assertThat(text.sha256()).isEqualTo(reader.stdin().sha256());
      assertThat(text.sha256()).isEqualTo(run.stdout().sha256());
    }
  }

  @Test
  void a_group_that_was_tried_again_has_handed_on_what_its_last_try_came_to() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult run =
          run(
              engine,
              """
              template:
                - label: twice
                  retry: 2
                  failure: branch
                  recover: mkdir /workspace/there
                  template:
                    - echo done
                    - label: there
                      failure: branch
                      template: ls /workspace/there
                    - echo came through
                - cat
              """);
      assertThat(engine.handedOn(run.run(), "0.0").map(Content::text)).contains("came through\n");
      assertThat(engine.handedOn(run.run(), "0.0.0").map(Content::text)).contains("done\n");
    }
  }

  @Test
  void a_step_that_is_not_there_has_handed_on_nothing() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult run = run(engine, "template: [echo a, cat]\n");
      assertThat(engine.handedOn(run.run(), "0.7")).isEqualTo(Optional.empty());
      RunId other = new RunId("20200101-000000-aaaaaa");
      assertThatThrownBy(() -> engine.handedOn(other, "0"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("there is no run 20200101-000000-aaaaaa");
    }
  }
}
