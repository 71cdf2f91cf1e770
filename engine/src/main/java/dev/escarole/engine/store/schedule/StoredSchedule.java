package dev.escarole.engine.store.schedule;

import java.time.Instant;

/**
 * A schedule on record. Immutable.
 *
 * @param number its key
 * @param recipe name of its recipe in the folder
 * @param name its name in the recipe
 * @param timing its times in one line
 * @param active whether it is in the recipe in force
 * @param paused whether it was paused
 * @param planned all planned times up to this one are decided
 */
public record StoredSchedule(
    long number,
    String recipe,
    String name,
    String timing,
    boolean active,
    boolean paused,
    Instant planned) {}
