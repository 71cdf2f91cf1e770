package dev.escarole.recipe.template;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a node with {@code await} waits for. */
public enum AwaitKind {
  /** People who approve or reject. */
  APPROVAL,
  /** A program that calls a one-time URL. */
  CALLBACK;

  /** The word used in recipes. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind that {@code word} names, if any. */
  public static Optional<AwaitKind> ofWord(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(AwaitKind::word).toList();
  }
}
