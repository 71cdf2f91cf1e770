package dev.escarole.engine;

import dev.escarole.engine.store.schedule.ScheduleStore;

/** What {@code engine.schedule} needs of an engine besides launches. */
public final class ScheduleAccess {

  private ScheduleAccess() {}

  /** What is on record about schedules. */
  public static ScheduleStore store(Engine engine) {
    return engine.store().schedules();
  }
}
