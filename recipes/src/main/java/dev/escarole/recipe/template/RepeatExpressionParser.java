package dev.escarole.recipe.template;

import dev.escarole.recipe.template.RepeatExpression.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Recursive descent over one expression; emits operands before their operator. */
final class RepeatExpressionParser {
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
      throw bad("'" + source.charAt(at) + "' does not belong there");
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
          default -> throw bad("'" + name + "' is no repeat value");
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

  /** The next character that is no blank; NUL at the end. */
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
        "Arithmetic knows index, prev, next, repeat, whole numbers, parentheses and + - * / %.");
  }
}
