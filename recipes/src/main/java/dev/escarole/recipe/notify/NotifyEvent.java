package dev.escarole.recipe.notify;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What people can be told about a run. */
public enum NotifyEvent {
  /** It failed, or did not start within its deadline. */
  FAILED,
  /** It ended, but something was lost. */
  DEGRADED,
  /** It ended and nothing was lost. */
  DONE,
  /** A step of it waits for people or a program; told once for each wait. */
  WAITING;

  /** The event in lower case, as written and stored. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The event with this word; null if there is none. */
  public static @Nullable NotifyEvent ofWord(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElse(null);
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(NotifyEvent::word).toList();
  }
}
