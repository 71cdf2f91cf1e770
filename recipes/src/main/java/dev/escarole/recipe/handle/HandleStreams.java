package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.value.FormValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The handling of a command's streams (Command Handle, section 3.3).
 *
 * @param stdout default: captured
 * @param stderr default: captured
 * @param encoding default: UTF-8
 * @param openStdin whether the command reads the caller's input if the handle has no input;
 *     default: no, the input is empty
 */
public record HandleStreams(
    StreamMode stdout, StreamMode stderr, StreamEncoding encoding, boolean openStdin) {
  /** The defaults. */
  public static final HandleStreams DEFAULTS =
      new HandleStreams(StreamMode.PIPE, StreamMode.PIPE, StreamEncoding.UTF8, false);

  HandleStreams withOpenStdin(boolean value) {
    return new HandleStreams(stdout, stderr, encoding, value);
  }

  /** The result for the caller. */
  public HandleResult result(HandleOutcome outcome) {
    return new HandleResult(
        outcome.exitCode(),
        captured(stdout, outcome.stdout()),
        captured(stderr, outcome.stderr()),
        outcome.truncated());
  }

  private @Nullable FormValue captured(StreamMode mode, CapturedBytes bytes) {
    return switch (mode) {
      case PIPE -> encoding.decoded(bytes.toArray());
      case IGNORE, INHERIT -> null;
    };
  }

  /** The handling of an output stream (Command Handle, section 3.3). */
  public enum StreamMode {
    /** Captured in the result. */
    PIPE,
    IGNORE,
    /** Written to the caller's own stream; not in the result. */
    INHERIT;

    /** The word in handles. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The mode with this word, if any. */
    public static Optional<StreamMode> of(String word) {
      return Arrays.stream(values()).filter(mode -> mode.word().equals(word)).findFirst();
    }
  }
}
