package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArtifactId;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a policy grants. Immutable and safe for use by many threads.
 *
 * @param patterns registered names, beginnings of names with a {@code *} behind them, and programs
 *     as {@code sha256:} with 64 hexadecimal digits; {@code *} alone stands for every command
 */
public record CommandNames(Set<String> patterns) {

  private static final String ANY = "*";
  private static final String HASH = "sha256:";

  /**
   * Copies the set.
   *
   * @throws IllegalArgumentException if a {@code *} stands anywhere but at the end of a pattern, or
   *     a hash is not one
   */
  public CommandNames {
    patterns.forEach(CommandNames::check);
    patterns = Set.copyOf(patterns);
  }

  private static void check(String pattern) {
    if (pattern.startsWith(HASH)) {
      // Says what is wrong with it.
      ArtifactId unused = new ArtifactId(pattern.substring(HASH.length()));
      return;
    }
    int star = pattern.indexOf(ANY);
    if (pattern.isEmpty() || (star >= 0 && star < pattern.length() - 1)) {
      throw new IllegalArgumentException(
          "a command is granted by its name or by the beginning of one and a '*', was '"
              + pattern
              + "'");
    }
  }

  /** Says whether a program is among them, whatever its name is. */
  public boolean include(ArtifactId program) {
    return patterns.contains(ANY) || patterns.contains(HASH + program.sha256());
  }

  /** Says whether a name is among them. */
  public boolean include(String name) {
    return patterns.contains(name) || patternFor(name) != null;
  }

  private @Nullable String patternFor(String name) {
    for (String pattern : patterns) {
      if (pattern.endsWith(ANY) && name.startsWith(pattern.substring(0, pattern.length() - 1))) {
        return pattern;
      }
    }
    return null;
  }

  /** Returns the patterns in alphabetical order, with blanks between them. */
  @Override
  public String toString() {
    return new TreeSet<>(patterns).stream().collect(Collectors.joining(" "));
  }
}
