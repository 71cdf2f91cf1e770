package dev.escarole.engine.store.database;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * Replaceable dependencies of the store, for tests. Immutable.
 *
 * @param connections wraps the connections used after the migration
 * @param clock source of times
 * @param beforePause receives how long the journal will wait for the database
 */
public record StoreHooks(
    UnaryOperator<DataSource> connections, InstantSource clock, Consumer<Duration> beforePause) {

  public static final StoreHooks NONE =
      new StoreHooks(UnaryOperator.identity(), InstantSource.system(), pause -> {});

  public StoreHooks withConnections(UnaryOperator<DataSource> value) {
    return new StoreHooks(value, clock, beforePause);
  }

  public StoreHooks withClock(InstantSource value) {
    return new StoreHooks(connections, value, beforePause);
  }

  public StoreHooks withBeforePause(Consumer<Duration> value) {
    return new StoreHooks(connections, clock, value);
  }
}
