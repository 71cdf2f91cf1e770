package dev.escarole.recipe.template;

/**
 * Whole-number arithmetic over {@code index}, {@code prev}, {@code next} and {@code repeat}. Parsed
 * once into operations in reverse Polish order, so that evaluating it for each of many copies costs
 * little and cannot recurse.
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

  /** Reads an expression such as {@code (index+1)%repeat}; throws {@link TemplateException}. */
  public static RepeatExpression parse(String source) {
    return new RepeatExpressionParser(source).parse();
  }

  /** Whether no variable occurs, so that the value is the same everywhere. */
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
          Codes.BAD_EXPRESSION, "'" + source + "' leaves the range of 64-bit numbers", null);
    }
  }

  /** The smallest number divided by -1 is the one quotient that does not fit. */
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
}
