package dev.escarole.samples.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.escarole.engine.run.Content;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.util.Locale;
import java.util.Random;

/**
 * What everybody is given to do: so many times the same program, side by side or one after the
 * other.
 *
 * @param isSorting whether the commands sort 10 KB of lines, in a chain what the command before has
 *     printed; otherwise each prints its number
 * @param leaves how many times, 1 or more
 */
record Work(boolean isChain, boolean isSorting, int leaves) {

  /** The file of lines to sort, in the directory of a contender that works on files. */
  static final String INPUT = "input";

  private static final int LINES = 640;
  private static final int LINE_CHARACTERS = 15;
  private static final int SEED = 10;

  String program() {
    return isSorting ? "sort" : "echo";
  }

  /** What it is called in the table, such as {@code fan-out of echo, 10,000}. */
  String task() {
    return "%s of %s, %s".formatted(isChain ? "chain" : "fan-out", program(), count(leaves));
  }

  static String count(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  Recipe recipe() {
    String template = isSorting ? "sort" : "echo {index}";
    return read(
        "{\"parallel\": %b, \"repeat\": %d, \"template\": \"%s\"}\n"
            .formatted(!isChain, leaves, template));
  }

  static Recipe fanOut(int leaves) {
    return new Work(false, false, leaves).recipe();
  }

  /** Fan-outs within fan-outs, so many deep, each so wide. */
  static Recipe nested(int depth, int width) {
    String template = "\"echo {index}\"";
    for (int i = 0; i < depth; i++) {
      template =
          "{\"parallel\": true, \"repeat\": %d, \"template\": %s}".formatted(width, template);
    }
    return read(template);
  }

  private static Recipe read(String text) {
    return new RecipeReader().read(text, "bench.json");
  }

  /** Standard input of the first step. */
  Content stdin() {
    return isSorting ? Content.of(lines()) : Content.EMPTY;
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
