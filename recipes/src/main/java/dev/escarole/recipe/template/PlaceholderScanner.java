package dev.escarole.recipe.template;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the placeholders in a text: innermost pairs of braces whose content is a placeholder. All
 * other braces are literal. Confined to one scan.
 */
final class PlaceholderScanner {
  private static final int MOST_WARNINGS = 5;
  private static final int LONGEST_SHOWN = 60;

  /** An outer pair that may be meant as a choice or default that contains a placeholder. */
  private static final Pattern NESTED_CHOICE =
      Pattern.compile("!?[A-Za-z_][A-Za-z0-9_-]*[?=][^;{}]*");

  private static final Pattern OPENS_A_NAME = Pattern.compile("[A-Za-z_!]");

  private final String text;
  private final BitSet kept;
  private final boolean lengthAllowed;
  private final List<String> literals = new ArrayList<>();
  private final List<Placeholder> placeholders = new ArrayList<>();
  private final List<TemplateException> problems = new ArrayList<>();
  private final List<TemplateException> warnings = new ArrayList<>();
  private final Deque<Open> opens = new ArrayDeque<>();
  private int done;

  private record Open(int at, int placeholdersBefore) {}

  private PlaceholderScanner(String text, BitSet kept, boolean lengthAllowed) {
    this.text = text;
    this.kept = kept;
    this.lengthAllowed = lengthAllowed;
  }

  /**
   * Scans {@code text}.
   *
   * @param kept the positions of escaped braces
   * @throws TemplateException for all malformed placeholders
   */
  static PlaceholderScanner read(String text, BitSet kept, boolean lengthAllowed) {
    PlaceholderScanner braces = new PlaceholderScanner(text, kept, lengthAllowed);
    braces.read();
    if (!braces.problems.isEmpty()) {
      throw TemplateException.of(braces.problems);
    }
    return braces;
  }

  /** The text around the placeholders; one more than there are placeholders. */
  List<String> literals() {
    return literals;
  }

  List<Placeholder> placeholders() {
    return placeholders;
  }

  List<TemplateException> warnings() {
    return warnings;
  }

  private void read() {
    int inner = -1;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if ((c != '{' && c != '}') || kept.get(at)) {
        continue;
      }
      if (c == '{') {
        opens.push(new Open(at, placeholders.size()));
        inner = at;
      } else if (!opens.isEmpty()) {
        Open open = opens.pop();
        if (open.at() != inner) {
          outerPair(open, at);
        } else if (open.at() + 1 < at) {
          innerPair(open.at(), at);
        }
        inner = -1;
      }
    }
    literals.add(text.substring(done));
    opens.descendingIterator().forEachRemaining(this::neverClosed);
  }

  private void innerPair(int open, int close) {
    String content = text.substring(open + 1, close);
    try {
      Placeholder found = PlaceholderParser.parse(content, lengthAllowed);
      if (found != null) {
        literals.add(text.substring(done, open));
        placeholders.add(found);
        done = close + 1;
      } else {
        warn(content, suggestion(content));
      }
    } catch (TemplateException problem) {
      problems.add(problem);
    }
  }

  private void outerPair(Open open, int close) {
    String content = text.substring(open.at() + 1, close);
    int inside = content.indexOf('{');
    boolean holdsPlaceholder = placeholders.size() > open.placeholdersBefore();
    if (holdsPlaceholder && NESTED_CHOICE.matcher(content.substring(0, inside)).matches()) {
      warn(content, "Placeholders cannot be nested.");
    }
  }

  private void neverClosed(Open open) {
    int next = open.at() + 1;
    boolean name =
        next < text.length() && OPENS_A_NAME.matcher(text.substring(next, next + 1)).matches();
    if (name && warnings.size() < MOST_WARNINGS) {
      warnings.add(
          new TemplateException(
              Codes.STRAY_BRACE,
              "'" + shown(text) + "' does not start a placeholder, so its brace is literal",
              "A space ends a word even between braces; quote the whole word."));
    }
  }

  private void warn(String content, @Nullable String hint) {
    if (hint != null && warnings.size() < MOST_WARNINGS) {
      String pair = "{" + shown(content) + "}";
      warnings.add(
          new TemplateException(
              Codes.STRAY_BRACE,
              "'" + pair + "' is not a placeholder, so it is literal",
              hint + " For literal braces, write \\{ and \\} outside single quotes."));
    }
  }

  private static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  private static final int LONGEST = 100;

  /** Names and brackets, with spaces, signs or non-ASCII letters. */
  private static final Pattern NAME_LIKE =
      Pattern.compile("[\\p{L}\\p{N}_ \\[\\]!-]*\\p{L}[\\p{L}\\p{N}_ \\[\\]!-]*");

  /** The forms of placeholders, with spaces where they are not allowed. */
  private static final Pattern FORM_LIKE =
      Pattern.compile(" *!? *[A-Za-z_][A-Za-z0-9_-]* *(\\?\\??|[:=]) *[A-Za-z0-9_. :()-]*");

  private static final Pattern STRAY_END = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*[.:*/%]");

  /** Programs of other commands, such as {@code awk '{print NF}'}. */
  private static final Pattern STATEMENT =
      Pattern.compile(" *(print|printf|return|exit|delete|getline|if|while|for) .*");

  /** A hint; null if it is unlikely that a placeholder was intended. */
  static @Nullable String suggestion(String content) {
    if (content.length() > LONGEST || STATEMENT.matcher(content).matches()) {
      return null;
    }
    String compact = content.replace(" ", "");
    boolean blanks = compact.length() < content.length();
    boolean looks = NAME_LIKE.matcher(content).matches() || STRAY_END.matcher(content).matches();
    if (!looks && !(blanks && FORM_LIKE.matcher(content).matches() && isPlaceholder(compact))) {
      return null;
    }
    return blanks && isPlaceholder(compact)
        ? "Did you mean {" + compact + "}?"
        : "The forms are {name}, {name=default}, {name:type}, {items[0]} and {flag?yes:no}.";
  }

  private static boolean isPlaceholder(String content) {
    try {
      return !content.isEmpty() && PlaceholderParser.parse(content, false) != null;
    } catch (TemplateException malformed) {
      return false;
    }
  }
}
