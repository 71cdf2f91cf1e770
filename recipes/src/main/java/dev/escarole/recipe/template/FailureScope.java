package dev.escarole.recipe.template;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How far the failure of a node reaches. */
public enum FailureScope {
  /** The failure is recorded and the sequence continues. */
  CONTINUE,
  /** Everything up to the nearest parallel node, or the root, ends as failed. */
  BRANCH,
  /** The whole run ends as failed. */
  ROOT;

  /** The word used in recipes. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The scope that {@code word} names, if any. */
  public static Optional<FailureScope> ofWord(String word) {
    return Arrays.stream(values()).filter(scope -> scope.word().equals(word)).findFirst();
  }

  /** All words, in order of severity. */
  public static List<String> words() {
    return Arrays.stream(values()).map(FailureScope::word).toList();
  }
}
