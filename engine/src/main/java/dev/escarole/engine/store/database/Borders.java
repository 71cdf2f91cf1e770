package dev.escarole.engine.store.database;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * What the store has around it, so that tests can stand in between. Immutable.
 *
 * @param connections wraps the connections that the store uses after the migration
 * @param clock where times come from
 * @param beforePause told how long the journal will wait for the database
 */
public record Borders(
    UnaryOperator<DataSource> connections, InstantSource clock, Consumer<Duration> beforePause) {

  public static final Borders REAL =
      new Borders(UnaryOperator.identity(), InstantSource.system(), pause -> {});

  public Borders withConnections(UnaryOperator<DataSource> value) {
    return new Borders(value, clock, beforePause);
  }

  public Borders withClock(InstantSource value) {
    return new Borders(connections, value, beforePause);
  }

  public Borders withBeforePause(Consumer<Duration> value) {
    return new Borders(connections, clock, value);
  }
}
