package dev.escarole.web.agent.acli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command tells its caller.
 *
 * @param data maps, lists, texts, numbers and booleans, as JSON has them
 * @param message one sentence about it for people, or null
 */
public record Answer(Map<String, ?> data, @Nullable String message) {

  /** An answer without a sentence. */
  public static Answer of(Map<String, ?> data) {
    return new Answer(data, null);
  }
}
