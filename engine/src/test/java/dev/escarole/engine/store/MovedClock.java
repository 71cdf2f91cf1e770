package dev.escarole.engine.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
final class MovedClock implements InstantSource {

  private volatile Instant now;

  MovedClock(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }
}
