package dev.escarole.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.rehearsal.Answer;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.junit.Recipes;
import dev.escarole.spring.test.EscaroleTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

/** The annotation as an application uses it. */
@EscaroleTest(
    properties = {
      "escarole.recipes=src/test/recipes",
    })
class RecipeSliceTest {

  @Autowired Recipes recipes;
  @Autowired Engine engine;
  @Autowired ApplicationContext context;

  @Test
  void recipes_are_rehearsed() {
    assertThat(recipes.rehearse("hello.yaml", hello -> hello.otherwise(Answer.exit(1))).status())
        .isEqualTo(RunStatus.FAILED);
  }

  @Test
  void recipes_really_run() throws Exception {
    RunRequest request = RunRequest.of(recipes.recipe("hello.yaml")).build();
    assertThat(engine.run(request).orThrow().stdout().text()).isEqualTo("HELLO WORLD\n");
  }

  @Test
  void only_what_recipes_need_is_there() {
    assertThat(context.getBean(RecipeFolder.class).path())
        .isEqualTo(Path.of("src/test/recipes").toAbsolutePath());
    assertThat(context.getBeansOfType(Unneeded.class)).isEmpty();
  }
}
