package dev.escarole.web.cli.run;

import dev.escarole.recipe.template.AwaitKind;
import java.util.List;
import java.util.function.UnaryOperator;

/** How to answer a step that waits. */
final class AwaitHint {

  private AwaitHint() {}

  /**
   * One line for people.
   *
   * @param argv the words of the step, of which the second says what it waits for
   * @param commands makes a command of its words
   */
  static String of(String run, String path, List<String> argv, UnaryOperator<String> commands) {
    String step = run + " " + path;
    boolean callback = argv.size() > 1 && argv.get(1).equals(AwaitKind.CALLBACK.word());
    return callback
        ? "waits for a callback; its address: " + commands.apply("callback " + step)
        : "waits for people; answer with: " + commands.apply("approve " + step) + " (or reject)";
  }
}
