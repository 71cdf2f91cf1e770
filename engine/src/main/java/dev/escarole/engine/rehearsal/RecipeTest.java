package dev.escarole.engine.rehearsal;

import dev.escarole.engine.run.Content;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One test of a recipe. Immutable.
 *
 * @param name unique in its file
 * @param pointer its place in the file
 * @param values launch values
 * @param stdin input of the first step
 * @param answers what the attempts of steps do, by the names of the steps; the last answer of a
 *     step also counts for its later attempts
 * @param otherwise what every other attempt does; null if there must not be any
 * @param expected what the run must be like
 */
record RecipeTest(
    String name,
    String pointer,
    Map<String, Object> values,
    Content stdin,
    Map<String, List<Answer>> answers,
    @Nullable Answer otherwise,
    Expected expected) {}
