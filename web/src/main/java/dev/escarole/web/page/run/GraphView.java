package dev.escarole.web.page.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as a graph. Immutable.
 *
 * @param width in the units of the boxes
 * @param folded whether something is shown as one that is many
 */
public record GraphView(
    RunTitle head, int width, int height, List<Box> boxes, List<Arrow> arrows, boolean folded) {

  public GraphView {
    boxes = List.copyOf(boxes);
    arrows = List.copyOf(arrows);
  }

  /**
   * A step, several equal ones, or a join.
   *
   * @param key identifies the box as long as it shows the same steps
   * @param shape {@code step}, {@code many}, {@code fork} or {@code join}
   * @param note a second line; may be empty
   * @param address of its page, or where it opens; null if it has none
   * @param words the full text, shown in a tooltip
   */
  public record Box(
      String key,
      int x,
      int y,
      int width,
      int height,
      String shape,
      String state,
      String label,
      String note,
      @Nullable String address,
      String words) {}

  /**
   * A connection.
   *
   * @param points as SVG has them
   */
  public record Arrow(String points) {}
}
