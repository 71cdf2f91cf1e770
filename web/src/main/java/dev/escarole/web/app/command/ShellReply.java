package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/**
 * What came of a line of the shell.
 *
 * @param error why the line was stopped; null if it came to its end
 */
public record ShellReply(
    @Documented("Of the last pipeline, or the one that stands for the error.") int exitCode,
    String stdout,
    String stderr,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Stop error) {

  /**
   * Why a line was stopped.
   *
   * @param word the kind of error, such as {@code parse_error}
   * @param command whose outcome stopped the line; null if none did
   * @param outcome of that command; null if no command stopped the line
   * @param detail about that outcome; null likewise
   */
  public record Stop(
      String word,
      String message,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String command,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String outcome,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String detail) {}
}
