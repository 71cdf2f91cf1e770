package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** The engine as a bean. */
@Timeout(300)
class EscaroleAutoConfigurationTest {

  private static final Recipe SLEEPER = new RecipeReader().read("template: sleep 600", "s.yaml");

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  EscaroleAutoConfiguration.class, EscaroleScheduleAutoConfiguration.class));

  @TempDir Path directory;

  private static String hello(Engine engine, RecipeFolder folder) throws InterruptedException {
    Recipe recipe = folder.entry("hello").flatMap(FolderEntry::recipe).orElseThrow();
    return engine.run(RunRequest.of(recipe).build()).orThrow().stdout().text();
  }

  @Test
  void an_engine_runs_the_recipes_of_the_folder() {
    runner
        .withPropertyValues("escarole.recipes=src/test/recipes")
        .run(
            context ->
                assertThat(
                        hello(context.getBean(Engine.class), context.getBean(RecipeFolder.class)))
                    .isEqualTo("HELLO WORLD\n"));
  }

  @Test
  void without_properties_there_is_an_engine_in_memory_and_no_more() {
    runner.run(
        context ->
            assertThat(context)
                .hasSingleBean(Engine.class)
                .doesNotHaveBean(RecipeFolder.class)
                .doesNotHaveBean(Schedules.class));
  }

  @Test
  void it_can_be_switched_off() {
    runner
        .withPropertyValues("escarole.enabled=false", "escarole.recipes=nowhere")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Engine.class));
  }

  /** An engine that the application opens itself. */
  @Configuration(proxyBeanMethods = false)
  static class OwnEngine {
    @Bean
    Engine ours() {
      return Engine.open(EngineOptions.inMemory().withWorkers(3));
    }
  }

  @Test
  void an_engine_of_the_application_takes_its_place() {
    runner
        .withUserConfiguration(OwnEngine.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(Engine.class).doesNotHaveBean(EngineOpening.class);
              assertThat(context.getBean(Engine.class).load().work().workers()).isEqualTo(3);
            });
  }

  /** Two of them, in the wrong order. */
  @Configuration(proxyBeanMethods = false)
  static class Customizers {
    @Bean
    @Order(2)
    EngineOptionsCustomizer second() {
      return options -> options.withWorkers(options.workers() * 10);
    }

    @Bean
    @Order(1)
    EngineOptionsCustomizer first() {
      return options -> options.withWorkers(options.workers() + 1);
    }
  }

  @Test
  void customizers_change_the_options_in_their_order_after_the_properties() {
    runner
        .withPropertyValues("escarole.workers=2")
        .withUserConfiguration(Customizers.class)
        .run(
            context ->
                assertThat(context.getBean(Engine.class).load().work().workers()).isEqualTo(30));
  }

  @Test
  void two_contexts_have_engines_of_their_own() {
    runner
        .withPropertyValues("escarole.data=" + directory.resolve("one"))
        .run(
            one ->
                runner
                    .withPropertyValues("escarole.data=" + directory.resolve("two"))
                    .run(
                        two -> {
                          RunRequest request =
                              RunRequest.of(new RecipeReader().read("template: echo a", "e.yaml"))
                                  .build();
                          RunId id = one.getBean(Engine.class).run(request).orThrow().run();
                          assertThat(one.getBean(Engine.class).records().run(id)).isPresent();
                          assertThat(two.getBean(Engine.class).records().run(id)).isEmpty();
                        }));
  }

  /** Uses the engine until it is destroyed itself. */
  static final class LastUser implements DisposableBean {
    static final List<RunStatus> ENDS = new ArrayList<>();
    private final Engine engine;

    LastUser(Engine engine) {
      this.engine = engine;
    }

    @Override
    public void destroy() throws InterruptedException {
      RunRequest request =
          RunRequest.of(new RecipeReader().read("template: echo bye", "bye.yaml")).build();
      ENDS.add(engine.run(request).status());
    }
  }

  @Test
  void the_engine_is_closed_after_the_beans_that_use_it() {
    LastUser.ENDS.clear();
    runner
        .withBean(LastUser.class)
        .run(context -> assertThat(context).hasSingleBean(LastUser.class));
    assertThat(LastUser.ENDS).containsExactly(RunStatus.DONE);
  }

  private RunId leftRunning(ApplicationContextRunner application) {
    List<RunId> ids = new ArrayList<>();
    application.run(
        context -> {
          CountDownLatch begun = new CountDownLatch(1);
          RunHandle handle =
              context
                  .getBean(Engine.class)
                  .start(RunRequest.of(SLEEPER).listener(event -> begun.countDown()).build());
          begun.await();
          ids.add(handle.id());
        });
    return ids.get(0);
  }

  @Test
  void runs_go_on_when_the_application_starts_again() {
    ApplicationContextRunner application = runner.withPropertyValues("escarole.data=" + directory);
    RunId id = leftRunning(application);
    application.run(
        context -> {
          Engine engine = context.getBean(Engine.class);
          assertThat(engine.resumed()).extracting(RunHandle::id).containsExactly(id);
          engine.handle(id).orElseThrow().cancel();
        });
  }

  @Test
  void runs_that_are_not_to_go_on_are_cancelled() {
    ApplicationContextRunner application =
        runner.withPropertyValues("escarole.data=" + directory, "escarole.shutdown=cancel");
    RunId id = leftRunning(application);
    application.run(
        context -> {
          Engine engine = context.getBean(Engine.class);
          assertThat(engine.resumed()).isEmpty();
          assertThat(engine.records().run(id).orElseThrow().status())
              .isEqualTo(RunStatus.CANCELLED);
        });
  }

  @Test
  void interrupted_runs_can_be_left_alone() {
    RunId id = leftRunning(runner.withPropertyValues("escarole.data=" + directory));
    runner
        .withPropertyValues("escarole.data=" + directory, "escarole.resume=false")
        .run(
            context -> assertThat(context.getBean(Engine.class).interrupted()).containsExactly(id));
  }

  @Test
  void schedules_are_those_of_the_folder() {
    runner
        .withPropertyValues(
            "escarole.recipes=src/test/recipes",
            "escarole.schedules.enabled=true",
            "escarole.schedules.principal=clock")
        .run(
            context -> {
              assertThat(context).hasSingleBean(Schedules.class);
              assertThat(Schedules.of(context.getBean(Engine.class))).isPresent();
            });
  }
}
