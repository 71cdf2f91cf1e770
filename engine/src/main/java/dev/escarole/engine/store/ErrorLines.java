package dev.escarole.engine.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.content.ContentRows;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Finds the first error line of failed steps. */
final class ErrorLines {

  /** Bytes of standard error that are searched. */
  private static final int LOOK_AT = 4_096;

  private static final int LONGEST = 300;

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
    Map<Integer, StoredAttempt> last = lastAttempts(handle, id, leaves);
    Map<String, String> lines = new LinkedHashMap<>();
    leaves.forEach(
        (path, leaf) -> {
          StoredAttempt attempt = last.get(leaf);
          if (attempt != null) {
            lines.put(path, line(handle, attempt));
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

  private static Map<Integer, StoredAttempt> lastAttempts(
      Handle handle, RunId id, Map<String, Integer> leaves) {
    Map<Integer, StoredAttempt> last = new HashMap<>();
    if (leaves.isEmpty()) {
      return last;
    }
    handle
        .createQuery(Sql.ATTEMPTS_OF_STEPS)
        .bind("runId", id.value())
        .bindArray("indexes", Integer.class, leaves.values())
        .map((row, context) -> RowReader.attempt(row))
        .forEach(attempt -> last.put(attempt.stepIndex(), attempt));
    return last;
  }

  private static String line(Handle handle, StoredAttempt attempt) {
    String text =
        ContentRows.readPart(handle, attempt.stderr(), 0, LOOK_AT)
            .map(bytes -> new String(bytes, UTF_8))
            .orElse("");
    String detail = attempt.outcome().detail();
    String otherwise =
        detail.isBlank()
            ? attempt.outcome().word() + " " + attempt.outcome().exitCode()
            : detail.strip();
    String line =
        text.lines()
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse(otherwise);
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
