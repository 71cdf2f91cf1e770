package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.Handler.Answer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Response to one line (acli, section 5.1). Immutable.
 *
 * @param answer the answer of the command; null if there is an error
 * @param command the line, or its beginning
 */
public record AcliResponse(
    @Nullable Answer answer, @Nullable AcliError error, String command, long durationMillis) {

  /** Longest part of a line that is repeated to its sender, in characters. */
  private static final int LONGEST_ECHO = 200;

  public AcliResponse {
    if (command.length() > LONGEST_ECHO) {
      int end = Character.isHighSurrogate(command.charAt(LONGEST_ECHO - 1)) ? 1 : 0;
      command = command.substring(0, LONGEST_ECHO - end) + "…";
    }
  }

  public boolean success() {
    return error == null;
  }

  /** The response as one JSON object. */
  public String json() {
    return Json.text(
        Json.object(
            "success", success(),
            "data", answer == null ? null : answer.data(),
            "message", answer == null ? null : answer.message(),
            "error", error == null ? null : errorJson(error),
            "_meta",
                Json.object(
                    "command", command, "duration_ms", answer == null ? null : durationMillis)));
  }

  private static Map<String, Object> errorJson(AcliError error) {
    return Json.object(
        "code", error.code().name(),
        "message", error.message(),
        "hint", error.hint(),
        "examples", error.examples().isEmpty() ? null : error.examples());
  }
}
