package dev.escarole.engine.plan;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One node of a plan: concrete, immutable, and numbered in depth-first order. */
public sealed interface Step permits LeafStep, GroupStep {

  Place place();

  Controls controls();

  /** Root of the recovery that runs between failed attempts, or null when there is none. */
  @Nullable Step recover();

  /** Why the step will not run, or null when it will. */
  @Nullable String skipReason();

  /** The children in declaration order; empty for a leaf and for a group that is skipped. */
  List<Step> children();

  /** The answer of the function for this step's kind. */
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
