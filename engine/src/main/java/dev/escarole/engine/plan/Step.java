package dev.escarole.engine.plan;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A node of a plan. Immutable. */
public sealed interface Step permits LeafStep, GroupStep {

  Place place();

  Controls controls();

  /** Root of the recovery that runs between failed attempts, or null. */
  @Nullable Step recover();

  /** Why the step is skipped, or null. */
  @Nullable String skipReason();

  /** The children in declaration order; empty for a leaf or a skipped group. */
  List<Step> children();

  /** Applies the function for this kind of step. */
  <R> R fold(Function<LeafStep, R> onLeaf, Function<GroupStep, R> onGroup);

  default int index() {
    return place().index();
  }

  default String path() {
    return place().path();
  }

  default @Nullable String label() {
    return place().label();
  }

  default boolean isSkipped() {
    return skipReason() != null;
  }

  /** One of {@code leaf}, {@code sequence} and {@code parallel}. */
  String kindWord();
}
