package dev.escarole.web.app.local.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shortest difference between two texts, line by line, by the algorithm of Myers. Texts that
 * differ a lot are shown as replaced, because the search for a shorter difference would take too
 * long. Used once, by one thread.
 */
final class LineDiff {

  /** Time and memory grow with the square of this. */
  private static final int MOST_CHANGES = 1_000;

  private final List<String> before;
  private final List<String> after;

  private LineDiff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /** What became of a line. */
  enum Kind {
    SAME,
    ADDED,
    REMOVED
  }

  /** A line and what became of it. */
  record Edit(Kind kind, String text) {}

  /** All lines of both texts; removed ones before those that were added in their place. */
  static List<Edit> of(List<String> before, List<String> after) {
    int start = 0;
    int most = Math.min(before.size(), after.size());
    while (start < most && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < most - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    List<Edit> edits = new ArrayList<>();
    before.subList(0, start).forEach(line -> edits.add(new Edit(Kind.SAME, line)));
    edits.addAll(
        new LineDiff(
                before.subList(start, before.size() - end),
                after.subList(start, after.size() - end))
            .edits());
    before
        .subList(before.size() - end, before.size())
        .forEach(line -> edits.add(new Edit(Kind.SAME, line)));
    return edits;
  }

  private List<Edit> edits() {
    List<int[]> reached = search();
    return reached == null ? replaced() : walkBack(reached);
  }

  private List<Edit> replaced() {
    List<Edit> edits = new ArrayList<>();
    before.forEach(line -> edits.add(new Edit(Kind.REMOVED, line)));
    after.forEach(line -> edits.add(new Edit(Kind.ADDED, line)));
    return edits;
  }

  /**
   * For each number of changes, the furthest place in the first text on each diagonal; null if
   * there are too many changes.
   */
  private @Nullable List<int[]> search() {
    int most = Math.min(MOST_CHANGES, before.size() + after.size());
    int[] furthest = new int[2 * most + 3];
    List<int[]> reached = new ArrayList<>();
    for (int changes = 0; changes <= most; changes++) {
      for (int k = -changes; k <= changes; k += 2) {
        int x = step(furthest, most, changes, k);
        while (x < before.size()
            && x - k < after.size()
            && before.get(x).equals(after.get(x - k))) {
          x++;
        }
        furthest[most + 1 + k] = x;
        if (x >= before.size() && x - k >= after.size()) {
          reached.add(slice(furthest, most, changes));
          return reached;
        }
      }
      reached.add(slice(furthest, most, changes));
    }
    return null;
  }

  /** The diagonals that so many changes can reach. */
  private static int[] slice(int[] furthest, int most, int changes) {
    int[] slice = new int[2 * changes + 1];
    System.arraycopy(furthest, most + 1 - changes, slice, 0, slice.length);
    return slice;
  }

  /** Where one more change leads on a diagonal: an added line, or a removed one. */
  private static int step(int[] furthest, int most, int changes, int k) {
    int middle = most + 1 + k;
    boolean adds = k == -changes || (k != changes && furthest[middle - 1] < furthest[middle + 1]);
    if (changes == 0) {
      return 0;
    }
    return adds ? furthest[middle + 1] : furthest[middle - 1] + 1;
  }

  private List<Edit> walkBack(List<int[]> reached) {
    List<Edit> edits = new ArrayList<>();
    int x = before.size();
    int y = after.size();
    for (int changes = reached.size() - 1; changes > 0; changes--) {
      int[] earlier = reached.get(changes - 1);
      int k = x - y;
      boolean adds =
          k == -changes
              || (k != changes
                  && at(earlier, changes - 1, k - 1) < at(earlier, changes - 1, k + 1));
      int from = adds ? k + 1 : k - 1;
      int start = at(earlier, changes - 1, from);
      int afterChange = adds ? start : start + 1;
      while (x > afterChange) {
        x--;
        y--;
        edits.add(new Edit(Kind.SAME, before.get(x)));
      }
      if (adds) {
        y--;
        edits.add(new Edit(Kind.ADDED, after.get(y)));
      } else {
        x--;
        edits.add(new Edit(Kind.REMOVED, before.get(x)));
      }
    }
    while (x > 0) {
      x--;
      edits.add(new Edit(Kind.SAME, before.get(x)));
    }
    Collections.reverse(edits);
    return edits;
  }

  private static int at(int[] slice, int changes, int k) {
    int place = k + changes;
    return place < 0 || place >= slice.length ? -1 : slice[place];
  }
}
