package dev.escarole.engine.plan;

import java.util.List;
import java.util.regex.Pattern;

/** Writes an argv so that a reader can tell each argument from the next. */
public final class CommandLines {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,^~-]+");

  private CommandLines() {}

  /** The words, with quotes around those that hold blanks, quotes or nothing at all. */
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
    for (char c : word.toCharArray()) {
      switch (c) {
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        case '\r' -> quoted.append("\\r");
        case '\\' -> quoted.append("\\\\");
        case '\'' -> quoted.append("\\'");
        default -> {
          if (Character.isISOControl(c)) {
            quoted.append("\\u%04x".formatted((int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('\'').toString();
  }
}
