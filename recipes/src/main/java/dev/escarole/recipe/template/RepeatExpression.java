package dev.escarole.recipe.template;

/** Integer arithmetic over {@code index}, {@code prev}, {@code next} and {@code repeat}. */
public final class RepeatExpression {
  private final Term term;
  private final boolean constant;

  private RepeatExpression(Term term, boolean constant) {
    this.term = term;
    this.constant = constant;
  }

  private interface Term {
    long value(int index, int count);
  }

  /** Parses an expression such as {@code (index+1)%repeat}; throws {@link TemplateException}. */
  public static RepeatExpression parse(String source) {
    Parser parser = new Parser(source);
    Term term = parser.parse();
    return new RepeatExpression(term, parser.constant);
  }

  boolean isConstant() {
    return constant;
  }

  /** The value for copy {@code index}, from 0, of {@code count} copies. */
  public long evaluate(int index, int count) {
    return term.value(index, count);
  }

  /** Recursive descent parser; the limits bound the recursion of the parsed terms too. */
  private static final class Parser {
    private static final int MAX_LENGTH = 500;
    private static final int MAX_DEPTH = 32;
    private final String source;
    private int at;
    private int depth;
    private boolean constant = true;

    Parser(String source) {
      this.source = source;
    }

    Term parse() {
      if (source.length() > MAX_LENGTH) {
        throw bad("it is longer than " + MAX_LENGTH + " characters");
      }
      Term sum = sum();
      if (at < source.length()) {
        throw bad("'" + source.charAt(at) + "' is not expected there");
      }
      return sum;
    }

    private Term sum() {
      Term sum = product();
      for (char operator = peek(); operator == '+' || operator == '-'; operator = peek()) {
        at++;
        sum = binary(operator, sum, product());
      }
      return sum;
    }

    private Term product() {
      Term product = operand();
      for (char operator = peek();
          operator == '*' || operator == '/' || operator == '%';
          operator = peek()) {
        at++;
        product = binary(operator, product, operand());
      }
      return product;
    }

    private Term binary(char operator, Term left, Term right) {
      return (index, count) -> apply(operator, left.value(index, count), right.value(index, count));
    }

    private long apply(char operator, long left, long right) {
      if (right == 0 && (operator == '/' || operator == '%')) {
        throw new TemplateException(
            Codes.DIVISION_BY_ZERO, "'" + source + "' divides by zero", null);
      }
      try {
        return switch (operator) {
          case '+' -> Math.addExact(left, right);
          case '-' -> Math.subtractExact(left, right);
          case '*' -> Math.multiplyExact(left, right);
          // Only the smallest number divided by -1 overflows.
          case '/' -> right == -1 ? Math.negateExact(left) : left / right;
          default -> left % right;
        };
      } catch (ArithmeticException overflow) {
        throw new TemplateException(
            Codes.BAD_EXPRESSION, "'" + source + "' overflows 64-bit integers", null);
      }
    }

    private Term operand() {
      char c = peek();
      return c == '(' ? group() : isDigit(c) ? number() : variable();
    }

    private Term group() {
      if (++depth > MAX_DEPTH) {
        throw bad("its parentheses are nested more than " + MAX_DEPTH + " deep");
      }
      at++;
      Term inner = sum();
      if (peek() != ')') {
        throw bad("a parenthesis is not closed");
      }
      at++;
      depth--;
      return inner;
    }

    private Term number() {
      int start = at;
      while (at < source.length() && isDigit(source.charAt(at))) {
        at++;
      }
      try {
        long number = Long.parseLong(source.substring(start, at));
        return (index, count) -> number;
      } catch (NumberFormatException tooLarge) {
        throw bad("a number in it is too large");
      }
    }

    private Term variable() {
      int start = at;
      while (at < source.length() && isNameCharacter(source.charAt(at))) {
        at++;
      }
      constant = false;
      String name = source.substring(start, at);
      return switch (name) {
        case "index" -> (index, count) -> index;
        case "prev" -> (index, count) -> index == 0 ? count - 1 : index - 1;
        case "next" -> (index, count) -> index == count - 1 ? 0 : index + 1;
        case "repeat" -> (index, count) -> count;
        case "" ->
            throw bad(
                at < source.length()
                    ? "a number or a name is missing before '" + source.charAt(at) + "'"
                    : "it ends too early");
        default -> throw bad("'" + name + "' is not a repeat value");
      };
    }

    /** The next non-blank character; NUL at the end. */
    private char peek() {
      while (at < source.length() && source.charAt(at) == ' ') {
        at++;
      }
      return at < source.length() ? source.charAt(at) : '\0';
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private static boolean isNameCharacter(char c) {
      return c != '-' && Names.end("_" + c, 0) == 2;
    }

    private TemplateException bad(String why) {
      return new TemplateException(
          Codes.BAD_EXPRESSION,
          "cannot compute '" + source + "': " + why,
          "Arithmetic supports index, prev, next, repeat, whole numbers, parentheses and + - * /"
              + " %.");
    }
  }
}
