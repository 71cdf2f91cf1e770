package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Integer arithmetic over {@code index}, {@code prev}, {@code next} and {@code repeat}. Compiled to
 * reverse Polish notation, so that evaluation for many copies is cheap and never recurses.
 */
public final class RepeatExpression {
  private final String source;
  private final byte[] operations;
  private final long[] constants;
  private final int stackSize;

  RepeatExpression(String source, byte[] operations, long[] constants, int stackSize) {
    this.source = source;
    this.operations = operations;
    this.constants = constants;
    this.stackSize = stackSize;
  }

  /** Parses an expression such as {@code (index+1)%repeat}; throws {@link TemplateException}. */
  public static RepeatExpression parse(String source) {
    return new RepeatExpressionParser(source).parse();
  }

  /** Whether it has no variables. */
  boolean isConstant() {
    for (byte operation : operations) {
      if (operation >= Op.INDEX && operation <= Op.REPEAT) {
        return false;
      }
    }
    return true;
  }

  /** The value for copy {@code index}, from 0, of {@code count} copies. */
  public long evaluate(int index, int count) {
    long[] stack = new long[stackSize];
    int top = -1;
    int constant = 0;
    for (byte operation : operations) {
      if (operation == Op.CONSTANT) {
        stack[++top] = constants[constant++];
      } else if (operation <= Op.REPEAT) {
        stack[++top] = variable(operation, index, count);
      } else {
        top--;
        stack[top] = apply(operation, stack[top], stack[top + 1]);
      }
    }
    return stack[0];
  }

  private static long variable(byte operation, int index, int count) {
    return switch (operation) {
      case Op.INDEX -> index;
      case Op.PREV -> index == 0 ? count - 1 : index - 1;
      case Op.NEXT -> index == count - 1 ? 0 : index + 1;
      default -> count;
    };
  }

  private long apply(byte operation, long left, long right) {
    try {
      return switch (operation) {
        case Op.ADD -> Math.addExact(left, right);
        case Op.SUBTRACT -> Math.subtractExact(left, right);
        case Op.MULTIPLY -> Math.multiplyExact(left, right);
        case Op.DIVIDE -> divide(left, divisor(right));
        default -> left % divisor(right);
      };
    } catch (ArithmeticException overflow) {
      throw new TemplateException(
          Codes.BAD_EXPRESSION, "'" + source + "' overflows 64-bit integers", null);
    }
  }

  /** Only the smallest number divided by -1 overflows. */
  private static long divide(long left, long right) {
    return right == -1 ? Math.negateExact(left) : left / right;
  }

  private long divisor(long value) {
    if (value == 0) {
      throw new TemplateException(Codes.DIVISION_BY_ZERO, "'" + source + "' divides by zero", null);
    }
    return value;
  }

  /** Operation codes. */
  static final class Op {
    static final byte CONSTANT = 0;
    static final byte INDEX = 1;
    static final byte PREV = 2;
    static final byte NEXT = 3;
    static final byte REPEAT = 4;
    static final byte ADD = 5;
    static final byte SUBTRACT = 6;
    static final byte MULTIPLY = 7;
    static final byte DIVIDE = 8;
    static final byte REMAINDER = 9;

    private Op() {}
  }

  /** Recursive descent parser; emits operands before operators. */
  private static final class RepeatExpressionParser {
    private static final int MAX_LENGTH = 500;
    private static final int MAX_DEPTH = 32;

    private final String source;
    private final byte[] operations = new byte[MAX_LENGTH];
    private final List<Long> constants = new ArrayList<>();
    private int length;
    private int at;
    private int depth;
    private int stack;
    private int stackSize;

    RepeatExpressionParser(String source) {
      this.source = source;
    }

    RepeatExpression parse() {
      if (source.length() > MAX_LENGTH) {
        throw bad("it is longer than " + MAX_LENGTH + " characters");
      }
      sum();
      if (at < source.length()) {
        throw bad("'" + source.charAt(at) + "' is not expected there");
      }
      long[] values = constants.stream().mapToLong(Long::longValue).toArray();
      return new RepeatExpression(source, Arrays.copyOf(operations, length), values, stackSize);
    }

    private void sum() {
      product();
      for (char operator = peek(); operator == '+' || operator == '-'; operator = peek()) {
        at++;
        product();
        binary(operator == '+' ? Op.ADD : Op.SUBTRACT);
      }
    }

    private void product() {
      operand();
      for (char operator = peek();
          operator == '*' || operator == '/' || operator == '%';
          operator = peek()) {
        at++;
        operand();
        binary(operator == '*' ? Op.MULTIPLY : operator == '/' ? Op.DIVIDE : Op.REMAINDER);
      }
    }

    private void operand() {
      char c = peek();
      if (c == '(') {
        group();
      } else if (isDigit(c)) {
        constant();
      } else {
        variable();
      }
    }

    private void group() {
      if (++depth > MAX_DEPTH) {
        throw bad("its parentheses are nested more than " + MAX_DEPTH + " deep");
      }
      at++;
      sum();
      if (peek() != ')') {
        throw bad("a parenthesis is not closed");
      }
      at++;
      depth--;
    }

    private void constant() {
      int start = at;
      while (at < source.length() && isDigit(source.charAt(at))) {
        at++;
      }
      try {
        constants.add(Long.parseLong(source.substring(start, at)));
      } catch (NumberFormatException tooLarge) {
        throw bad("a number in it is too large");
      }
      push(Op.CONSTANT);
    }

    private void variable() {
      int start = at;
      while (at < source.length() && isNameCharacter(source.charAt(at))) {
        at++;
      }
      String name = source.substring(start, at);
      byte operation =
          switch (name) {
            case "index" -> Op.INDEX;
            case "prev" -> Op.PREV;
            case "next" -> Op.NEXT;
            case "repeat" -> Op.REPEAT;
            case "" ->
                throw bad(
                    at < source.length()
                        ? "a number or a name is missing before '" + source.charAt(at) + "'"
                        : "it ends too early");
            default -> throw bad("'" + name + "' is not a repeat value");
          };
      push(operation);
    }

    private void push(byte operation) {
      operations[length++] = operation;
      stackSize = Math.max(stackSize, ++stack);
    }

    private void binary(byte operation) {
      operations[length++] = operation;
      stack--;
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
