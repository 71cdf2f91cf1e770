package dev.escarole.engine.store.database;

import java.util.List;
import java.util.stream.Collectors;

/** The databases that the store knows. */
final class Dialects {

  static final List<Dialect> ALL = List.of(new PostgresDialect(), new H2Dialect());

  private Dialects() {}

  /** How addresses begin, for people. */
  static String beginnings() {
    return ALL.stream().map(Dialect::beginnings).collect(Collectors.joining(" or "));
  }
}
