package dev.escarole.engine.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Suggests names for a misspelt one. */
public final class NearestNames {

  private static final int MOST_HINTS = 3;
  private static final int LONGEST = 64;

  private NearestNames() {}

  /** Returns up to three names that a misspelt name may have meant, the nearest first. */
  public static List<String> of(String name, Collection<String> candidates) {
    if (name.isEmpty() || name.length() > LONGEST) {
      return List.of();
    }
    int furthest = Math.max(1, name.length() / 3);
    record Near(String name, int distance) {}
    return candidates.stream()
        .map(candidate -> new Near(candidate, distance(name, candidate)))
        .filter(near -> near.distance() <= furthest)
        .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
        .limit(MOST_HINTS)
        .map(Near::name)
        .toList();
  }

  /** Counts insertions, deletions, replacements and swaps of neighbours between two names. */
  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] spare = beforeLast;
      beforeLast = last;
      last = row;
      row = spare;
    }
    return last[b.length()];
  }
}
