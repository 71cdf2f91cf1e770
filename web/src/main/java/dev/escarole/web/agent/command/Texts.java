package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.app.output.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Shortens texts for replies. */
final class Texts {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_FILE_NAME = 250;

  static final ArgumentDefinition FROM =
      ArgumentDefinition.number("--from", "First character to show", 0, Integer.MAX_VALUE)
          .withDefault(0L);

  private Texts() {}

  static String shown(String text) {
    return cut(text.replaceAll("\\p{Cntrl}", "\uFFFD"), LONGEST_NAME);
  }

  /** A recipe's file name for a request: its end, without unprintable characters. */
  static String fileName(String name) {
    String plain = name.replaceAll("[\\p{Cntrl}\\uFFFD]", "_");
    return plain.substring(whole(plain, Math.max(0, plain.length() - LONGEST_FILE_NAME)));
  }

  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  /** The first non-blank line of a text. */
  static String firstLine(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
  }

  /**
   * A window into a text.
   *
   * @param from first character
   * @param line the line for the start of the text; the reply contains the line for the next part
   */
  static Map<String, Object> window(String text, int from, int size, String line) {
    int start = whole(text, Math.min(from, text.length()));
    int end = whole(text, Math.min(start + size, text.length()));
    return Json.object(
        "text", text.substring(start, end),
        "characters", text.length(),
        "more", end < text.length() ? line + " --from " + end : null);
  }

  /** The window that the call asks for. */
  static Map<String, Object> window(String text, Call call, int size, String line) {
    return window(text, (int) call.arguments().number("from").orElse(0), size, line);
  }

  static String of(OutputBytes bytes) {
    try (InputStream in = bytes.open(0, bytes.size())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The index, or the previous one if it splits a surrogate pair. */
  static int whole(String text, int at) {
    boolean split = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at));
    return split ? at - 1 : at;
  }
}
