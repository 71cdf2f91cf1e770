package dev.escarole.engine.plan;

/**
 * Files of the workspace that are kept when a run ends: the resolved form of an entry of the
 * recipe's {@code artifacts}.
 *
 * @param name of the entry
 * @param pattern a {@link dev.escarole.recipe.template.FilePattern}
 */
public record WantedFiles(String name, String pattern) {}
