package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArtifactId;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a policy grants. Immutable and safe for use by many threads.
 *
 * @param patterns registered names, prefixes that end with {@code *}, and programs as {@code
 *     sha256:} with 64 hexadecimal digits; {@code *} alone means every command
 */
public record CommandNames(Set<String> patterns) {

  private static final String ANY = "*";
  private static final String HASH = "sha256:";

  /** No command. */
  public static final CommandNames NONE = new CommandNames(Set.of());

  /**
   * Copies the set.
   *
   * @throws IllegalArgumentException if a {@code *} is not at the end of a pattern, or a hash is
   *     malformed
   */
  public CommandNames {
    patterns.forEach(CommandNames::check);
    patterns = Set.copyOf(patterns);
  }

  private static void check(String pattern) {
    if (pattern.startsWith(HASH)) {
      // Throws if it is malformed.
      ArtifactId unused = new ArtifactId(pattern.substring(HASH.length()));
      return;
    }
    int star = pattern.indexOf(ANY);
    if (pattern.isEmpty() || (star >= 0 && star < pattern.length() - 1)) {
      throw new IllegalArgumentException(
          "a command is granted by its name or by a prefix that ends with '*', was '"
              + pattern
              + "'");
    }
  }

  /** Returns whether a program is granted by its hash. */
  public boolean include(ArtifactId program) {
    return patterns.contains(ANY) || patterns.contains(HASH + program.sha256());
  }

  /** Returns whether a name is granted. */
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

  /** Returns the patterns in alphabetical order, separated by spaces. */
  @Override
  public String toString() {
    return new TreeSet<>(patterns).stream().collect(Collectors.joining(" "));
  }
}
