package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.rehearsal.Answer;
import dev.escarole.engine.rehearsal.RehearsedRun;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.junit.Recipes;
import dev.escarole.spring.test.EscaroleTest;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;

/** The recipes alone. */
@EscaroleTest
class RecipesTest {

  @Autowired private Recipes recipes;
  @Autowired private Engine engine;
  @Autowired private ObjectProvider<DataSource> databases;
  @Autowired private ObjectProvider<SignIn> beansOfTheApplication;

  @Test
  void a_greeting_without_its_first_step_fails() {
    RehearsedRun run =
        recipes.rehearse(
            "hello.yaml",
            hello ->
                hello
                    .value("name", "Ada")
                    .answer("echo *", Answer.exit(1))
                    .otherwise(Answer.run()));
    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(run.commands()).containsExactly("echo hello Ada");
  }

  @Test
  void recipes_really_run_in_memory() throws Exception {
    RunRequest request =
        RunRequest.of(recipes.recipe("hello.yaml")).value("name", "Ada").build();
    assertThat(engine.run(request).orThrow().stdout().text()).isEqualTo("HELLO ADA\n");
  }

  @Test
  void there_is_nothing_else_of_the_application() {
    assertThat(databases.stream()).isEmpty();
    assertThat(beansOfTheApplication.stream()).isEmpty();
  }

  @TestFactory
  Stream<DynamicNode> written() {
    return recipes.tests();
  }
}
