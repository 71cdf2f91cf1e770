package dev.escarole.engine.notify;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
final class TestClock implements InstantSource {

  private volatile Instant now = Instant.parse("2026-11-23T03:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }
}
