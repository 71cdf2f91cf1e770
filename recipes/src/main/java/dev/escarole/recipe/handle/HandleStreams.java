package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.value.FormValue;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the streams of a command (Command Handle, section 3.3).
 *
 * @param stdout default: captured
 * @param stderr default: captured
 * @param encoding default: UTF-8
 * @param openStdin whether the command reads what whoever runs it hands over, where the handle
 *     itself gives it nothing to read; default: no, then it is at the end of its input at once
 */
public record HandleStreams(
    StreamMode stdout, StreamMode stderr, StreamEncoding encoding, boolean openStdin) {
  /** What holds for a handle that says nothing about streams. */
  public static final HandleStreams DEFAULTS =
      new HandleStreams(StreamMode.PIPE, StreamMode.PIPE, StreamEncoding.UTF8, false);

  /** The same with another answer to whether the command reads what it is handed. */
  HandleStreams withOpenStdin(boolean value) {
    return new HandleStreams(stdout, stderr, encoding, value);
  }

  /** What the caller gets to know about how the command ended. */
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
}
