package dev.escarole.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives test methods the recipes of a directory, as a parameter {@link Recipes}; and, as a
 * parameter {@link dev.escarole.engine.Engine}, an engine in memory that is closed after the test.
 *
 * <pre>{@code
 * import static org.junit.jupiter.api.Assertions.assertEquals;
 *
 * import dev.escarole.engine.rehearsal.Answer;
 * import dev.escarole.engine.rehearsal.RehearsedRun;
 * import dev.escarole.engine.run.RunStatus;
 * import dev.escarole.junit.Recipes;
 * import dev.escarole.junit.WithRecipes;
 * import java.util.stream.Stream;
 * import org.junit.jupiter.api.DynamicNode;
 * import org.junit.jupiter.api.Test;
 * import org.junit.jupiter.api.TestFactory;
 *
 * @WithRecipes("src/main/recipes")
 * class NightlyTest {
 *   @Test
 *   void a_source_that_is_lost_is_told(Recipes recipes) {
 *     RehearsedRun run =
 *         recipes.rehearse("nightly.yaml", nightly -> nightly
 *             .answer("fetch a", Answer.exit(1).stderr("gone"))
 *             .answer("fetch *", "3\n"));
 *     assertEquals(RunStatus.DEGRADED, run.status());
 *   }
 *
 *   @TestFactory
 *   Stream<DynamicNode> written(Recipes recipes) {
 *     return recipes.tests();
 *   }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RecipeExtension.class)
public @interface WithRecipes {

  /** The directory, as seen from the working directory of the tests: the module, with Maven. */
  String value() default "src/main/recipes";
}
