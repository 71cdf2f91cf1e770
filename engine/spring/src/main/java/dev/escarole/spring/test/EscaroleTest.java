package dev.escarole.spring.test;

import dev.escarole.spring.EscaroleAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.autoconfigure.filter.TypeExcludeFilters;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests the recipes of an application, without its other beans, its database and its data
 * directory. The beans are an {@link dev.escarole.engine.Engine} in memory, which really runs
 * recipes, and, if the application has {@code escarole.recipes}, its {@link
 * dev.escarole.engine.folder.RecipeFolder} and {@link dev.escarole.junit.Recipes}, which rehearses
 * recipes with commands that do what the test says. Needs {@code escarole-junit}.
 *
 * <pre>{@code
 * import static org.junit.jupiter.api.Assertions.assertEquals;
 *
 * import dev.escarole.engine.rehearsal.Answer;
 * import dev.escarole.engine.rehearsal.RehearsedRun;
 * import dev.escarole.engine.run.RunStatus;
 * import dev.escarole.junit.Recipes;
 * import dev.escarole.spring.test.EscaroleTest;
 * import org.junit.jupiter.api.Test;
 * import org.springframework.beans.factory.annotation.Autowired;
 *
 * @EscaroleTest
 * class GreetingTest {
 *   @Autowired Recipes recipes;
 *
 *   @Test
 *   void a_greeting_without_its_first_step_fails() {
 *     RehearsedRun run =
 *         recipes.rehearse("hello.yaml", hello -> hello.answer("echo *", Answer.exit(1)));
 *     assertEquals(RunStatus.FAILED, run.status());
 *   }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(SpringExtension.class)
@BootstrapWith(RecipeTestBootstrapper.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(RecipesOnly.class)
@ImportAutoConfiguration({EscaroleAutoConfiguration.class, RecipeTestConfiguration.class})
public @interface EscaroleTest {

  /**
   * Properties in place of those of the application, such as {@code
   * escarole.recipes=src/main/recipes}.
   */
  String[] properties() default {};
}
