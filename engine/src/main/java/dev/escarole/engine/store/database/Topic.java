package dev.escarole.engine.store.database;

import java.util.Locale;

/** What the engines of a database announce to each other. */
public enum Topic {
  /** A run waits for an engine. */
  RUNS,
  /** A shard waits for an engine, or its results for the engine of its run. */
  SHARDS;

  /** The word in an announcement. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
