package dev.escarole.engine.store.launch;

import dev.escarole.engine.run.RunId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which unclaimed runs an engine may claim. Immutable.
 *
 * @param labels what recipes can require of the engine
 * @param only the engine may claim only these; null if it may claim any
 */
public record Claimable(List<String> labels, @Nullable List<RunId> only) {

  public Claimable {
    labels = List.copyOf(labels);
    only = only == null ? null : List.copyOf(only);
  }

  /** Any runs, as far as the labels allow. */
  public static Claimable any(Collection<String> labels) {
    return new Claimable(List.copyOf(labels), null);
  }

  /** These runs, as far as the labels allow. */
  public static Claimable only(Collection<String> labels, Collection<RunId> runs) {
    return new Claimable(List.copyOf(labels), List.copyOf(runs));
  }

  /** The ids of the only runs; null for any. */
  String @Nullable [] ids() {
    return only == null ? null : only.stream().map(RunId::value).toArray(String[]::new);
  }
}
