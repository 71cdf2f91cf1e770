package dev.escarole.recipe;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that a recipe consists of: its own, or an imported one. Immutable.
 *
 * @param path its path in its library, or its name
 * @param sha256 of its text, in lower-case hex
 * @param directory its directory on this machine; null if it is not in one
 */
public record RecipeFile(String path, String sha256, @Nullable Path directory) {}
