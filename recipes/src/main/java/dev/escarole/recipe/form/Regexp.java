package dev.escarole.recipe.form;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import org.jspecify.annotations.Nullable;

/** Translates interoperable regular expressions (RFC 9485) for a matcher with linear time. */
final class Regexp {
  private static final int LONGEST = 1_024;
  private static final int MOST_DIGITS = 4;
  private static final String META = "()*+.?[\\]{|}";
  private static final String ESCAPABLE = "()*+-.?[\\]^nrt{|}";

  private final Cursor in;
  private final StringBuilder out = new StringBuilder();

  private Regexp(String text) {
    this.in = new Cursor(text, 0);
  }

  /**
   * The compiled expression; null if the text is not an interoperable regular expression, which
   * matches nothing.
   *
   * @throws FormException if it would be too large
   */
  static @Nullable Pattern compile(String text) {
    if (text.length() > LONGEST) {
      throw tooLarge();
    }
    Regexp regexp = new Regexp(text);
    try {
      regexp.alternatives();
      if (!regexp.in.atEnd()) {
        return null;
      }
      if (RegexSize.of(regexp.out.toString()) > RegexSize.MOST_STATES) {
        throw tooLarge();
      }
      return Pattern.compile(regexp.out.toString());
    } catch (PatternSyntaxException unsupported) {
      throw new FormException(
          FormCodes.SYNTAX, "a regular expression uses a class that is not supported", null, "");
    } catch (FormException malformed) {
      if (malformed.problems().get(0).code().equals(FormCodes.LIMIT)) {
        throw malformed;
      }
      return null;
    }
  }

  private static FormException tooLarge() {
    return new FormException(
        FormCodes.LIMIT, "a regular expression is too large", "Use fewer repeats.", "");
  }

  private void alternatives() {
    in.enter();
    branch();
    while (in.skip("|")) {
      out.append('|');
      branch();
    }
    in.leave();
  }

  private void branch() {
    while (!in.atEnd() && in.peek() != '|' && in.peek() != ')') {
      atom();
      quantifier();
    }
  }

  private void atom() {
    char c = in.peek();
    if (in.skip("(")) {
      out.append("(?:");
      alternatives();
      in.expect(")");
      out.append(')');
    } else if (in.skip(".")) {
      out.append("[^\\n\\r]");
    } else if (c == '[') {
      expression();
    } else if (c == '\\') {
      escape();
    } else if (c == '^' || c == '$') {
      // Literals by the grammar, but anchors in the test suite and all other implementations.
      in.advance(1);
      out.append(c);
    } else if (META.indexOf(c) >= 0) {
      throw in.wrong("has an unexpected '" + c + "'");
    } else {
      literal(codePoint());
    }
  }

  private void quantifier() {
    char c = in.peek();
    if (!in.atEnd() && "*+?".indexOf(c) >= 0) {
      in.advance(1);
      out.append(c);
    } else if (in.skip("{")) {
      out.append('{').append(digits());
      if (in.skip(",")) {
        out.append(',');
        if (in.peek() != '}') {
          out.append(digits());
        }
      }
      in.expect("}");
      out.append('}');
    }
  }

  private int digits() {
    int start = in.position();
    while (in.peek() >= '0' && in.peek() <= '9') {
      in.advance(1);
    }
    String digits = in.since(start);
    if (digits.length() > MOST_DIGITS) {
      throw tooLarge();
    }
    if (digits.isEmpty()) {
      throw in.wrong("needs a number");
    }
    return Integer.parseInt(digits);
  }

  private void expression() {
    in.expect("[");
    out.append('[');
    if (in.skip("^")) {
      out.append('^');
    }
    boolean first = true;
    while (!in.skip("]")) {
      if (in.skip("-")) {
        boolean last = in.peek() == ']';
        if (!first && !last) {
          throw in.wrong("has an unexpected '-'");
        }
        out.append("\\-");
      } else {
        range();
      }
      first = false;
    }
    if (first) {
      throw in.wrong("has an empty class");
    }
    out.append(']');
  }

  private void range() {
    if (in.looksAt("\\p") || in.looksAt("\\P")) {
      escape();
      return;
    }
    literal(classCharacter());
    int start = in.position();
    if (in.skip("-") && in.peek() != ']') {
      out.append('-');
      literal(classCharacter());
    } else {
      in.back(start);
    }
  }

  private int classCharacter() {
    if (in.peek() == '\\') {
      in.advance(1);
      return escaped();
    }
    if ("[]-".indexOf(in.peek()) >= 0) {
      throw in.wrong("has a bad class");
    }
    return codePoint();
  }

  private void escape() {
    in.advance(1);
    char c = in.peek();
    if (c != 'p' && c != 'P') {
      literal(escaped());
      return;
    }
    in.advance(1);
    in.expect("{");
    int start = in.position();
    while (Character.isLetter(in.peek())) {
      in.advance(1);
    }
    String category = in.since(start);
    in.expect("}");
    if (!category.matches("[LMNPZSC][a-z]?")) {
      throw in.wrong("names an unknown category");
    }
    out.append('\\').append(c).append('{').append(category).append('}');
  }

  private int escaped() {
    char c = in.next();
    if (ESCAPABLE.indexOf(c) < 0) {
      throw in.wrong("has an unknown escape");
    }
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> c;
    };
  }

  private int codePoint() {
    if (in.atEnd()) {
      throw in.wrong("ends too early");
    }
    int point = in.peekCodePoint();
    in.advance(Character.charCount(point));
    return point;
  }

  private void literal(int point) {
    out.append(String.format("\\x{%X}", point));
  }
}
