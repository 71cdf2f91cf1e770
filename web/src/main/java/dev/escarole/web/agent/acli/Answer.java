package dev.escarole.web.agent.acli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a command.
 *
 * @param data maps, lists, strings, numbers and booleans, as in JSON
 * @param message one sentence for people, or null
 */
public record Answer(Map<String, ?> data, @Nullable String message) {

  /** An answer without a message. */
  public static Answer of(Map<String, ?> data) {
    return new Answer(data, null);
  }
}
