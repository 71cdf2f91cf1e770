package dev.escarole.web.app.local;

import dev.escarole.recipe.handle.HandleResult;
import org.jspecify.annotations.Nullable;

/**
 * What the last call of a handle in a run gave back.
 *
 * @param path the step that called it
 * @param handle its name
 */
public record HandleView(String path, @Nullable String label, String handle, HandleResult result) {}
