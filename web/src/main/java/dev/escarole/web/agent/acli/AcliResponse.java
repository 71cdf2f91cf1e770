package dev.escarole.web.agent.acli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Response to one line (acli, section 5.1). Immutable.
 *
 * @param answer the answer of the command; null if there is an error
 * @param error the error; null if there is an answer
 */
public record AcliResponse(@Nullable Answer answer, @Nullable AcliError error, Meta meta) {

  /** Longest part of a line that is repeated to its sender, in characters. */
  private static final int LONGEST_ECHO = 200;

  /**
   * Metadata of the call.
   *
   * @param command the line, or its beginning
   */
  public record Meta(String command, long durationMillis) {
    public Meta {
      command =
          command.length() > LONGEST_ECHO
              ? command.substring(0, whole(command, LONGEST_ECHO)) + "…"
              : command;
    }

    private static int whole(String text, int end) {
      return Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }
  }

  public boolean success() {
    return error == null;
  }

  /** The response as one JSON object. */
  public String json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("success", success());
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("command", meta.command());
    if (answer != null) {
      json.put("data", answer.data());
      if (answer.message() != null) {
        json.put("message", answer.message());
      }
      about.put("duration_ms", meta.durationMillis());
    }
    if (error != null) {
      json.put("error", errorJson(error));
    }
    json.put("_meta", about);
    return Json.text(json);
  }

  private static Map<String, Object> errorJson(AcliError error) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", error.code().name());
    json.put("message", error.message());
    if (error.hint() != null) {
      json.put("hint", error.hint());
    }
    if (!error.examples().isEmpty()) {
      json.put("examples", error.examples());
    }
    return json;
  }
}
