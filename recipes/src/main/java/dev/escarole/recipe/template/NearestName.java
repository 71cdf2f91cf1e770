package dev.escarole.recipe.template;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggests names for misspelt ones. */
public final class NearestName {
  private static final int MAX_LENGTH = 64;
  private static final int MOST_CANDIDATES = 200;

  private NearestName() {}

  /** The candidate closest to {@code written}, or null if none is close enough. */
  public static @Nullable String of(String written, Collection<String> candidates) {
    String wanted = written.toLowerCase(Locale.ROOT);
    if (wanted.length() > MAX_LENGTH || candidates.size() > MOST_CANDIDATES) {
      return null;
    }
    String best = null;
    int bestDistance = 1 + Math.max(1, wanted.length() / 3);
    for (String candidate : candidates) {
      String known = candidate.toLowerCase(Locale.ROOT);
      if (Math.abs(known.length() - wanted.length()) < bestDistance) {
        int distance = distance(wanted, known);
        if (distance < bestDistance) {
          bestDistance = distance;
          best = candidate;
        }
      }
    }
    return best;
  }

  /** Whether the edit distance of two words is at most {@code most}. */
  public static boolean isTypo(String written, String meant, int most) {
    return Math.abs(written.length() - meant.length()) <= most
        && written.length() <= MAX_LENGTH
        && distance(written, meant) <= most;
  }

  /** Edit distance in insertions, deletions, replacements and swaps of neighbours. */
  static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, from, to, new int[] {i, j});
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int cheapest(int[][] cost, String from, String to, int[] at) {
    int i = at[0];
    int j = at[1];
    int replace = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }
}
