package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Text;
import dev.escarole.recipe.template.Word;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Warns about commands that should be reviewed. Never rejects one. */
final class RiskyShapes {
  private static final Set<String> SHELLS = Set.of("bash", "sh", "zsh", "fish", "dash", "ksh");
  private static final Set<String> MOVERS = Set.of("rm", "mv", "cp", "rsync");
  private static final Set<String> WRAPPERS =
      Set.of("sudo", "env", "nohup", "nice", "xargs", "exec", "command");

  /** Interpreters, with the options that take program text. */
  private static final Map<String, Pattern> EVALUATORS =
      Map.of(
          "node", Pattern.compile("-[A-Za-z]*[ep]|--eval|--print"),
          "bun", Pattern.compile("-[A-Za-z]*[ep]|--eval|--print"),
          "js", Pattern.compile("-[A-Za-z]*[ep]|--eval|--print"),
          "qjs", Pattern.compile("-[A-Za-z]*[ep]|--eval|--print"),
          "deno", Pattern.compile("eval"),
          "python", Pattern.compile("-[A-Za-z]*c"),
          "ruby", Pattern.compile("-[A-Za-z]*e"),
          "perl", Pattern.compile("-[A-Za-z]*[eE]"),
          "php", Pattern.compile("-[A-Za-z]*r"),
          "lua", Pattern.compile("-[A-Za-z]*e"));

  /** A root or home directory, a directory directly below the root, or a pattern. */
  private static final Pattern BROAD =
      Pattern.compile("/|~|\\.|\\.\\.|[./~]+/|/[^/]+/?|.*[*?].*", Pattern.DOTALL);

  private final Problems problems;
  private final Place place;

  private RiskyShapes(Problems problems, Place place) {
    this.problems = problems;
    this.place = place;
  }

  static void warn(List<Word> words, Problems problems, Place place) {
    RiskyShapes shapes = new RiskyShapes(problems, place);
    words.forEach(word -> problems.warnings(word.text(), place));
    int command = 0;
    while (command + 1 < words.size() && isWrapper(words.get(command))) {
      command++;
      while (command + 1 < words.size() && isOption(words.get(command))) {
        command++;
      }
    }
    shapes.command(baseName(words.get(command)), words.subList(command + 1, words.size()));
  }

  private static boolean isWrapper(Word word) {
    return WRAPPERS.contains(baseName(word));
  }

  private static boolean isOption(Word word) {
    String source = word.text().source();
    return source.startsWith("-") || source.contains("=");
  }

  /** The command's name without its directory and version, as in {@code /usr/bin/python3.11}. */
  private static String baseName(Word word) {
    String source = word.text().source();
    String file = source.substring(source.lastIndexOf('/') + 1);
    int end = file.length();
    while (end > 0 && "0123456789.".indexOf(file.charAt(end - 1)) >= 0) {
      end--;
    }
    return file.substring(0, end);
  }

  private void command(String name, List<Word> arguments) {
    if (SHELLS.contains(name)) {
      problems.warning(
          Codes.SHELL_COMMAND,
          "'" + name + "' is a shell, which splits its input into words again",
          "Run the command itself, or review the script.",
          place);
    }
    Pattern options = EVALUATORS.get(name);
    if (options != null
        && arguments.stream().anyMatch(word -> options.matcher(word.text().source()).matches())) {
      problems.warning(
          Codes.EVAL_CODE,
          "'" + name + "' is given program text as an argument",
          "Review it, especially any placeholders in it.",
          place);
    }
    if (MOVERS.contains(name)) {
      arguments.stream().filter(word -> !isDashed(word)).forEach(word -> path(name, word.text()));
    }
  }

  private static boolean isDashed(Word word) {
    return word.text().source().startsWith("-");
  }

  private void path(String name, Text path) {
    if (!path.isLiteral() || BROAD.matcher(path.source()).matches()) {
      problems.warning(
          Codes.BROAD_PATH,
          "'"
              + name
              + "' works on '"
              + path.source()
              + "', which is "
              + (path.isLiteral() ? "a broad path" : "known only when the recipe runs"),
          "Review which files it can reach.",
          place);
    }
  }
}
