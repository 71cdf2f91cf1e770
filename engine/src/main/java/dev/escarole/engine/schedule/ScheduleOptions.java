package dev.escarole.engine.schedule;

import dev.escarole.engine.broker.Principal;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Options of schedules. Immutable.
 *
 * @param principal on whose behalf runs are launched
 * @param clock the source of time for planned times
 * @param pace interval of checks for schedules that should have been woken up
 * @param waker null for Quartz with its tables in the database of the engine
 */
public record ScheduleOptions(
    Principal principal, InstantSource clock, Duration pace, Waker.@Nullable Factory waker) {

  /** For the local operator. */
  public static ScheduleOptions at(InstantSource clock) {
    return new ScheduleOptions(Principal.localOperator(), clock, Duration.ofSeconds(10), null);
  }

  ScheduleOptions withWaker(Waker.Factory other) {
    return new ScheduleOptions(principal, clock, pace, other);
  }

  ScheduleOptions withPace(Duration other) {
    return new ScheduleOptions(principal, clock, other, waker);
  }
}
