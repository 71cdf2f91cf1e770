package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Finds the first error line of failed steps. */
final class ErrorLines {

  private ErrorLines() {}

  /** Returns the error lines by path of the step. */
  static Map<String, String> first(Handle handle, RunId id, Set<String> wanted) {
    if (wanted.isEmpty()) {
      return Map.of();
    }
    Map<Integer, StepState> states = StepRows.states(handle, id);
    // The first failed leaf of each step, or the first cancelled one if none failed.
    Map<String, Integer> leaves = new LinkedHashMap<>();
    Map<String, Integer> stopped = new HashMap<>();
    handle
        .createQuery(Sql.LEAF_PATHS)
        .bind("runId", id.value())
        .map((row, context) -> Map.entry(row.getInt(1), row.getString(2)))
        .forEach(
            leaf -> {
              StepState state = states.getOrDefault(leaf.getKey(), StepState.PENDING);
              String owner = owner(leaf.getValue(), wanted);
              if (owner != null && (state == StepState.FAILED || state == StepState.TIMEOUT)) {
                leaves.putIfAbsent(owner, leaf.getKey());
              } else if (owner != null && state == StepState.CANCELLED) {
                stopped.putIfAbsent(owner, leaf.getKey());
              }
            });
    stopped.forEach(leaves::putIfAbsent);
    Map<Integer, StoredAttempt> last = lastAttempts(handle, id, leaves.values());
    Map<String, String> lines = new LinkedHashMap<>();
    leaves.forEach(
        (path, leaf) -> {
          StoredAttempt attempt = last.get(leaf);
          if (attempt != null) {
            lines.put(path, line(attempt));
          }
        });
    return lines;
  }

  /** The nearest wanted step that is or contains this leaf; recoveries are ignored. */
  private static @Nullable String owner(String leaf, Set<String> wanted) {
    String path = leaf;
    while (!wanted.contains(path)) {
      int dot = path.lastIndexOf('.');
      if (dot < 0 || path.endsWith(".recover")) {
        return null;
      }
      path = path.substring(0, dot);
    }
    return path;
  }

  /** The last ended attempt of each of these steps, by index of the step. */
  private static Map<Integer, StoredAttempt> lastAttempts(
      Handle handle, RunId id, Collection<Integer> leaves) {
    Map<Integer, StoredAttempt> last = new HashMap<>();
    if (leaves.isEmpty()) {
      return last;
    }
    handle
        .createQuery(Sql.ATTEMPTS_OF_STEPS)
        .bind("runId", id.value())
        .bindArray("indexes", Integer.class, leaves)
        .map((row, context) -> RowReader.attempt(row))
        .forEach(attempt -> last.put(attempt.stepIndex(), attempt));
    return last;
  }

  private static String line(StoredAttempt attempt) {
    String line = attempt.errorLine();
    if (line != null && !line.isEmpty()) {
      return line;
    }
    String detail = attempt.outcome().detail();
    return detail.isBlank()
        ? attempt.outcome().word() + " " + attempt.outcome().exitCode()
        : detail.strip();
  }
}
