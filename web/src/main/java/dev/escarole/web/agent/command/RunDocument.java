package dev.escarole.web.agent.command;

import org.jspecify.annotations.Nullable;

/**
 * A piece of something that a run has left. Immutable.
 *
 * @param mimeType what the text is
 * @param length of the whole: characters of a text, entries of a list
 * @param next where the next piece begins, in the same measure; null if this is the last
 */
public record RunDocument(String text, String mimeType, int length, @Nullable Integer next) {

  static final String TEXT = "text/plain";
  static final String JSON = "application/json";
}
