package dev.escarole.engine.store;

import dev.escarole.engine.store.content.ContentRef;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file that was given to a run, or kept from its workspace. Immutable.
 *
 * @param number its place among the files of its kind, from 0
 * @param path of a given file its name in {@code /inputs}; of a kept one its path in the workspace,
 *     as a command chose it
 * @param artifact name of the recipe's entry that matched; null for a given file
 * @param size in bytes
 * @param sha256 of its bytes, in lower-case hex
 */
public record RunFile(
    Kind kind, int number, String path, @Nullable String artifact, long size, String sha256) {

  /** Where the file came from. */
  public enum Kind {
    /** Given by the launch; commands read it in {@code /inputs}. */
    GIVEN,
    /** Kept when the run ended. */
    KEPT;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind ofWord(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** A file of a launch. */
  public static RunFile given(int number, String name, long size, String sha256) {
    return new RunFile(Kind.GIVEN, number, name, null, size, sha256);
  }

  /** Its bytes. */
  public ContentRef content() {
    // Not the size: small contents of attempts are stored elsewhere.
    return ContentRef.ofRun(sha256);
  }
}
