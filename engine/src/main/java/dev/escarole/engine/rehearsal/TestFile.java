package dev.escarole.engine.rehearsal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of tests. Immutable.
 *
 * @param file its name in messages
 * @param recipe path of the recipe from the file, as it is written; null for the recipe beside it
 */
record TestFile(String file, @Nullable String recipe, List<RecipeTest> tests) {
  TestFile {
    tests = List.copyOf(tests);
  }
}
