package dev.escarole.recipe.template;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the placeholders in a text: innermost pairs of braces with something between them that can
 * be one. All other braces are literal. Confined to one reading.
 */
final class Braces {
  private static final int MOST_DOUBTS = 5;
  private static final int LONGEST_SHOWN = 60;

  /** An outer pair that was perhaps meant as a choice or a default with a placeholder in it. */
  private static final Pattern NESTED_CHOICE =
      Pattern.compile("!?[A-Za-z_][A-Za-z0-9_-]*[?=][^;{}]*");

  private static final Pattern OPENS_A_NAME = Pattern.compile("[A-Za-z_!]");

  private final String text;
  private final BitSet kept;
  private final boolean lengthAllowed;
  private final List<String> literals = new ArrayList<>();
  private final List<Placeholder> placeholders = new ArrayList<>();
  private final List<TemplateException> problems = new ArrayList<>();
  private final List<Doubt> doubts = new ArrayList<>();
  private final Deque<Open> opens = new ArrayDeque<>();
  private int done;

  private record Open(int at, int placeholdersBefore) {}

  /**
   * Braces that stay as they are, though they look like a placeholder that somebody meant.
   *
   * @param message what was found
   * @param hint what to write instead
   */
  record Doubt(String message, String hint) {}

  private Braces(String text, BitSet kept, boolean lengthAllowed) {
    this.text = text;
    this.kept = kept;
    this.lengthAllowed = lengthAllowed;
  }

  /**
   * Reads {@code text}.
   *
   * @param kept where braces stand that are characters like any other
   * @throws TemplateException for all malformed placeholders
   */
  static Braces read(String text, BitSet kept, boolean lengthAllowed) {
    Braces braces = new Braces(text, kept, lengthAllowed);
    braces.read();
    if (!braces.problems.isEmpty()) {
      throw TemplateException.of(braces.problems);
    }
    return braces;
  }

  /** What stands between the placeholders; one more than there are of them. */
  List<String> literals() {
    return literals;
  }

  List<Placeholder> placeholders() {
    return placeholders;
  }

  List<Doubt> doubts() {
    return doubts;
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
        doubt(content, Misspelt.meant(content));
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
      doubt(content, "A placeholder cannot hold another one.");
    }
  }

  private void neverClosed(Open open) {
    int next = open.at() + 1;
    boolean name =
        next < text.length() && OPENS_A_NAME.matcher(text.substring(next, next + 1)).matches();
    if (name && doubts.size() < MOST_DOUBTS) {
      doubts.add(
          new Doubt(
              "'" + shown(text) + "' opens no placeholder, so its brace stays as it is",
              "A blank ends a word even between braces: put the whole word in quotes."));
    }
  }

  private void doubt(String content, @Nullable String hint) {
    if (hint != null && doubts.size() < MOST_DOUBTS) {
      String pair = "{" + shown(content) + "}";
      doubts.add(
          new Doubt(
              "'" + pair + "' is no placeholder, so it stays as it is",
              hint + " Where the braces are meant, \\{ and \\} outside single quotes say so."));
    }
  }

  private static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }
}
