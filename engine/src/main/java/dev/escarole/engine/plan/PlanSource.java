package dev.escarole.engine.plan;

/**
 * A recipe file of a plan.
 *
 * @param path its path in the recipe folder, or as given
 * @param sha256 of its text, in lower-case hex
 */
public record PlanSource(String path, String sha256) {}
