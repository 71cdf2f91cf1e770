package dev.escarole.web.page.run;

import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.draw.Segment;
import dev.escarole.web.page.draw.Tick;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as lanes on a time axis. Immutable.
 *
 * @param lanes from top to bottom
 * @param folded whether something is shown as one that is many
 */
public record LanesView(RunTitle head, List<Tick> ticks, List<Lane> lanes, boolean folded) {

  public LanesView {
    ticks = List.copyOf(ticks);
    lanes = List.copyOf(lanes);
  }

  /**
   * A lane: a step, or several equal ones.
   *
   * @param depth how deep it is nested, from 0
   * @param key identifies the lane as long as it shows the same steps
   * @param address of its page; null for several
   * @param state the word of the state that it is in, or that all of them are in
   * @param note what it is, such as {@code parallel} or {@code try 2}; may be empty
   * @param toggle the address that opens or closes it; null if it has no children
   * @param bar the states of the leaves in a closed group; null for other lanes
   */
  public record Lane(
      int depth,
      String key,
      String name,
      @Nullable String address,
      String state,
      String note,
      @Nullable String toggle,
      boolean open,
      @Nullable Bar bar,
      List<Segment> segments) {
    public Lane {
      segments = List.copyOf(segments);
    }
  }
}
