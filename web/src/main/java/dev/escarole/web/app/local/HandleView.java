package dev.escarole.web.app.local;

import dev.escarole.recipe.handle.HandleResult;
import org.jspecify.annotations.Nullable;

/**
 * The result of the last call of a handle in a run.
 *
 * @param path the step that called it
 * @param handle its name
 */
public record HandleView(String path, @Nullable String label, String handle, HandleResult result) {}
