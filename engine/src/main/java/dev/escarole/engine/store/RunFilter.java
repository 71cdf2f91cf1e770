package dev.escarole.engine.store;

import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on runs, all of which must hold. Immutable.
 *
 * @param statuses only runs of one of these; empty for all
 * @param recipe only runs of the recipe of this name, or null
 * @param label only runs that have exactly this label, or null
 * @param principal only runs on behalf of this principal, or null
 * @param text only runs whose recipe name, a label or an error contains this text, ignoring case,
 *     or whose id starts with it; or null. At most 1,000 matching recipe names and labels are
 *     considered, and the first 20 causes of a run
 * @param since only runs that started then or later, or null
 * @param until only runs that started before, or null
 */
public record RunFilter(
    Set<RunStatus> statuses,
    @Nullable String recipe,
    @Nullable String label,
    @Nullable String principal,
    @Nullable String text,
    @Nullable Instant since,
    @Nullable Instant until) {

  /** Every run. */
  public static final RunFilter ALL = new RunFilter(Set.of(), null, null, null, null, null, null);

  private static final int LONGEST_TEXT = 1_000;

  public RunFilter {
    statuses = Set.copyOf(statuses);
    if (text != null && text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "RunFilter.text must have at most %d characters, had %d"
              .formatted(LONGEST_TEXT, text.length()));
    }
  }

  public RunFilter withStatuses(Set<RunStatus> value) {
    return new RunFilter(value, recipe, label, principal, text, since, until);
  }

  public RunFilter withRecipe(@Nullable String value) {
    return new RunFilter(statuses, value, label, principal, text, since, until);
  }

  public RunFilter withLabel(@Nullable String value) {
    return new RunFilter(statuses, recipe, value, principal, text, since, until);
  }

  public RunFilter withPrincipal(@Nullable String value) {
    return new RunFilter(statuses, recipe, label, value, text, since, until);
  }

  /** A blank text means no condition. */
  public RunFilter withText(@Nullable String value) {
    String some = value == null || value.isBlank() ? null : value.strip();
    return new RunFilter(statuses, recipe, label, principal, some, since, until);
  }

  public RunFilter withTimes(@Nullable Instant from, @Nullable Instant to) {
    return new RunFilter(statuses, recipe, label, principal, text, from, to);
  }

  /**
   * The stored statuses: an interrupted run is stored as running or queued, a waiting one as
   * running.
   */
  EnumSet<RunStatus> stored() {
    EnumSet<RunStatus> stored = EnumSet.noneOf(RunStatus.class);
    stored.addAll(statuses);
    if (stored.remove(RunStatus.INTERRUPTED)) {
      stored.add(RunStatus.QUEUED);
      stored.add(RunStatus.RUNNING);
    }
    if (stored.remove(RunStatus.WAITING)) {
      stored.add(RunStatus.RUNNING);
    }
    return stored;
  }
}
