package dev.escarole.samples.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.escarole.engine.run.Content;
import dev.escarole.recipe.Recipe;
import java.util.Locale;
import java.util.Random;

/**
 * What everybody is given to do: so many times the same program, side by side or one after the
 * other.
 *
 * @param leaves how many times, 1 or more
 */
record Work(Shape shape, Program program, int leaves) {

  /** The file with what is to be sorted, in the directory of whoever works on files. */
  static final String INPUT = "input";

  private static final int LINES = 640;
  private static final int LINE_CHARACTERS = 15;
  private static final int SEED = 10;

  /** How the commands depend on each other. */
  enum Shape {
    FAN_OUT("fan-out"),
    CHAIN("chain");

    private final String word;

    Shape(String word) {
      this.word = word;
    }
  }

  /** What each of them does. */
  enum Program {
    /** Prints its number. */
    ECHO("echo"),
    /** Sorts 10 KB of lines; in a chain, what the command before it has printed. */
    SORT("sort");

    private final String word;

    Program(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  static Work fanOut(Program program, int leaves) {
    return new Work(Shape.FAN_OUT, program, leaves);
  }

  static Work chain(Program program, int leaves) {
    return new Work(Shape.CHAIN, program, leaves);
  }

  /** What it is called in the table, such as {@code fan-out of echo, 10,000}. */
  String task() {
    return "%s of %s, %s".formatted(shape.word, program.word, count(leaves));
  }

  static String count(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  boolean isChain() {
    return shape == Shape.CHAIN;
  }

  /** Whether the commands sort. */
  boolean isSorting() {
    return program == Program.SORT;
  }

  Recipe recipe() {
    String template = isSorting() ? "sort" : "echo {index}";
    return isChain() ? Recipes.chain(leaves, template) : Recipes.fanOut(leaves, template);
  }

  /** Standard input of the first step. */
  Content stdin() {
    return isSorting() ? Content.of(lines()) : Content.EMPTY;
  }

  /** 10 KB of lines of random letters, the same every time. */
  static byte[] lines() {
    Random random = new Random(SEED);
    StringBuilder text = new StringBuilder(LINES * (LINE_CHARACTERS + 1));
    for (int line = 0; line < LINES; line++) {
      for (int i = 0; i < LINE_CHARACTERS; i++) {
        text.append((char) ('a' + random.nextInt('z' - 'a' + 1)));
      }
      text.append('\n');
    }
    return text.toString().getBytes(US_ASCII);
  }
}
