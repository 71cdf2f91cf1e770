package dev.escarole.engine.plan;

import java.util.List;
import java.util.regex.Pattern;

/** Formats an argv with quotes, so that the arguments are distinguishable. */
public final class CommandLines {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,^~-]+");

  private CommandLines() {}

  /** Joins the words, quoting those that need it. */
  public static String display(List<String> argv) {
    StringBuilder line = new StringBuilder();
    for (String word : argv) {
      line.append(line.length() == 0 ? "" : " ").append(display(word));
    }
    return line.toString();
  }

  private static String display(String word) {
    if (PLAIN.matcher(word).matches()) {
      return word;
    }
    return hasControl(word) ? dollarQuoted(word) : "'" + word.replace("'", "'\\''") + "'";
  }

  private static boolean hasControl(String word) {
    return word.chars().anyMatch(Character::isISOControl);
  }

  private static String dollarQuoted(String word) {
    StringBuilder quoted = new StringBuilder("$'");
    word.codePoints().forEach(c -> quoted.append(escaped(c)));
    return quoted.append('\'').toString();
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      case '\\' -> "\\\\";
      case '\'' -> "\\'";
      default -> Character.isISOControl(c) ? "\\x%02x".formatted(c) : Character.toString(c);
    };
  }
}
