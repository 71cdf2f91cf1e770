package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;

/**
 * A launch that a {@link LaunchKey} names.
 *
 * @param run that it started
 * @param asked what was asked for then
 */
public record KeyedLaunch(RunId run, String asked) {}
