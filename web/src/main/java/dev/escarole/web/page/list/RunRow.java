package dev.escarole.web.page.list;

import dev.escarole.web.page.draw.Bar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of the list of runs. Immutable.
 *
 * @param status its word
 * @param startedAt in ISO 8601
 * @param duration empty if nobody knows
 * @param branches how its branches, or without any its leaves, have come along; null if nobody
 *     knows
 * @param counted what the bar counts
 */
public record RunRow(
    String id,
    String status,
    boolean over,
    String recipe,
    List<String> labels,
    String principal,
    String startedAt,
    String duration,
    @Nullable Bar branches,
    String counted) {

  public RunRow {
    labels = List.copyOf(labels);
  }
}
