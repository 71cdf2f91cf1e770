package dev.escarole.engine.command;

import dev.escarole.recipe.template.NearestName;
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
        .map(candidate -> new Near(candidate, NearestName.distance(name, candidate)))
        .filter(near -> near.distance() <= furthest)
        .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
        .limit(MOST_HINTS)
        .map(Near::name)
        .toList();
  }
}
