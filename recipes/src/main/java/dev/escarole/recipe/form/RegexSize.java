package dev.escarole.recipe.form;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Number of states of a regular expression after its repeats are expanded. Matching takes time
 * proportional to states times characters, and memory proportional to states. The number is an
 * upper bound for expressions that the matcher accepts.
 */
final class RegexSize {
  /** More states would need too much memory, and a second per megabyte of text. */
  static final long MOST_STATES = 10_000;

  private final String text;
  private final Deque<Long> around = new ArrayDeque<>();
  private int at;
  private long sum = 1;
  private long last;

  private RegexSize(String text) {
    this.text = text;
  }

  /** The number of states, at most {@link Long#MAX_VALUE}. */
  static long of(String expression) {
    RegexSize size = new RegexSize(expression);
    while (size.at < expression.length()) {
      size.next();
    }
    return size.sum;
  }

  private void next() {
    char c = text.charAt(at++);
    switch (c) {
      case '\\' -> escape();
      case '[' -> {
        skipClass();
        atom(1);
      }
      case '(' -> {
        around.push(sum);
        sum = 1;
        last = 0;
        at += text.startsWith("?:", at) ? 2 : 0;
      }
      case ')' -> close();
      case '{' -> repeat();
      default -> atom(1);
    }
  }

  private void atom(long states) {
    last = states;
    sum = plus(sum, states);
  }

  private void close() {
    long inside = sum;
    sum = around.isEmpty() ? 0 : around.pop();
    atom(inside);
  }

  /** Everything from {@code \Q} to {@code \E} is literal; any other escape is one state. */
  private void escape() {
    boolean literal = at < text.length() && text.charAt(at) == 'Q';
    if (literal) {
      int end = text.indexOf("\\E", at);
      int stop = end < 0 ? text.length() : end + 2;
      sum = plus(sum, stop - at);
      at = stop;
      last = 1;
      return;
    }
    boolean braced =
        at + 1 < text.length() && "pPx".indexOf(text.charAt(at)) >= 0 && text.charAt(at + 1) == '{';
    int end = braced ? text.indexOf('}', at) : at;
    at = (end < 0 ? at : end) + 1;
    atom(1);
  }

  private void skipClass() {
    at += at < text.length() && text.charAt(at) == '^' ? 1 : 0;
    at += at < text.length() && text.charAt(at) == ']' ? 1 : 0;
    while (at < text.length() && text.charAt(at) != ']') {
      boolean named = text.startsWith("[:", at) && text.indexOf(":]", at) > 0;
      at = named ? text.indexOf(":]", at) + 2 : at + (text.charAt(at) == '\\' ? 2 : 1);
    }
    at++;
  }

  private void repeat() {
    int end = text.indexOf('}', at);
    long times = end < 0 ? -1 : times(text.substring(at, end));
    if (times < 0) {
      atom(1);
      return;
    }
    at = end + 1;
    long copies = last == 0 ? 0 : times > Long.MAX_VALUE / last ? Long.MAX_VALUE : last * times;
    sum = plus(sum, copies);
    last = copies;
  }

  /** The maximum, or the minimum plus one; negative if it is not a repeat. */
  private static long times(String bounds) {
    long most = -1;
    for (String bound : bounds.split(",", -1)) {
      if (!bound.chars().allMatch(c -> c >= '0' && c <= '9') || bound.length() > 9) {
        return -1;
      }
      most = bound.isEmpty() ? most + 1 : Math.max(most, Long.parseLong(bound));
    }
    return most;
  }

  private static long plus(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
