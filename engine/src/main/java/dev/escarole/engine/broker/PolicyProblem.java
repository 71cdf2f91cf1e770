package dev.escarole.engine.broker;

import org.jspecify.annotations.Nullable;

/**
 * A mistake in a policy file.
 *
 * @param file the file's name, as it was given
 * @param line from 1; 0 when the mistake has no place in the text
 * @param column in characters, from 1; 0 when the mistake has no place in the text
 * @param message what is wrong
 * @param hint what to do about it, where that can be said
 */
public record PolicyProblem(
    String file, int line, int column, String message, @Nullable String hint) {

  /** Returns {@code file:line:column: message}, with the hint behind it. */
  public String render() {
    String where = line == 0 ? file : file + ":" + line + ":" + column;
    return where + ": " + message + (hint == null ? "" : ". " + hint);
  }
}
