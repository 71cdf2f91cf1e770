package dev.escarole.engine.schedule;

import java.time.Instant;

/**
 * Wakes schedules up. It may do so late, twice or without need: what is due is decided by the
 * schedules themselves. Thread-safe.
 */
public interface Waker extends AutoCloseable {

  /** Wakes a schedule up at a time, instead of any earlier arrangement. */
  void wakeAt(long schedule, Instant time);

  /** Never wakes this schedule up. */
  void forget(long schedule);

  /** Repairs what keeps the waker from waking up; called every few seconds. */
  default void repair() {}

  @Override
  void close();

  /** Creates a waker. */
  @FunctionalInterface
  interface Factory {

    /**
     * Creates a waker.
     *
     * @param alarm is called with the schedule to wake up, by any thread
     */
    Waker open(Alarm alarm);
  }

  /** Is called to wake up a schedule. */
  @FunctionalInterface
  interface Alarm {

    /** Wakes up a schedule. */
    void ring(long schedule);
  }
}
