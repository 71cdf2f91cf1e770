package dev.escarole.web.cli;

import dev.escarole.web.cli.option.InstallationNames;
import dev.escarole.web.cli.text.Console;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Finds what a command line can go on with. Whatever goes wrong, it finds nothing more and says
 * nothing: its answer is put into a line that somebody is typing.
 */
final class Completion {

  /** The first line of an answer: what the shell is to add by itself. */
  private static final String NOTHING = ":none";

  private static final String FILES = ":files";
  private static final String DIRECTORIES = ":dirs";

  /** Words that mean nothing but themselves to every shell; others are left out. */
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_./:@%+,=-]+");

  private static final String END_OF_OPTIONS = "--";

  private final Console console;
  private final Function<String[], CommandLine> tree;

  Completion(Console console, Function<String[], CommandLine> tree) {
    this.console = console;
    this.tree = tree;
  }

  /** What was typed, as far as it matters. */
  private record Typed(
      CommandSpec command, List<String> words, List<String> positional, String current) {}

  /**
   * Returns what the shell adds by itself, and then the words that can stand in place of the last
   * one.
   *
   * @param words everything behind the name of the program; the last is being typed
   */
  List<String> answer(List<String> words) {
    String current = words.isEmpty() ? "" : words.get(words.size() - 1);
    Set<String> found = new LinkedHashSet<>();
    String shell = NOTHING;
    try {
      shell = look(words.subList(0, Math.max(0, words.size() - 1)), current, found);
    } catch (RuntimeException e) {
      // Nothing is the answer: a message would end up in the line.
      found.clear();
    }
    List<String> lines = new ArrayList<>(List.of(shell));
    found.stream()
        .filter(word -> word.startsWith(current) && SAFE.matcher(word).matches())
        .forEach(lines::add);
    return lines;
  }

  private String look(List<String> before, String current, Set<String> found) {
    CommandLine line = tree.apply(before.toArray(String[]::new));
    int at = 0;
    for (String word : before) {
      CommandLine next = line.getSubcommands().get(word);
      if (next == null) {
        break;
      }
      line = next;
      at++;
    }
    CommandSpec command = line.getCommandSpec();
    List<String> positional = positional(command, before.subList(at, before.size()));
    Typed typed = new Typed(command, before, positional, current);
    OptionSpec open = open(command, before);
    boolean ended = before.contains(END_OF_OPTIONS);
    if (open != null && !ended) {
      return values(open, open.paramLabel(), typed, found);
    }
    if (current.startsWith("-") && !ended) {
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          found.add(option.longestName());
        }
      }
      return NOTHING;
    }
    if (positional.isEmpty()) {
      found.addAll(line.getSubcommands().keySet());
    }
    PositionalParamSpec next = next(command, positional.size());
    return next == null ? NOTHING : values(next, next.paramLabel(), typed, found);
  }

  /** The option whose value is being typed; null if none is. */
  private static @Nullable OptionSpec open(CommandSpec command, List<String> before) {
    if (before.isEmpty()) {
      return null;
    }
    OptionSpec option = command.findOption(before.get(before.size() - 1));
    return option == null || option.arity().max() == 0 ? null : option;
  }

  private static List<String> positional(CommandSpec command, List<String> words) {
    List<String> found = new ArrayList<>();
    boolean ended = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!ended && word.equals(END_OF_OPTIONS)) {
        ended = true;
      } else if (!ended && word.startsWith("-") && word.length() > 1) {
        OptionSpec option = command.findOption(word);
        i += option != null && option.arity().max() > 0 ? 1 : 0;
      } else {
        found.add(word);
      }
    }
    return found;
  }

  private static @Nullable PositionalParamSpec next(CommandSpec command, int index) {
    return command.positionalParameters().stream()
        .filter(each -> !each.hidden() && each.index().contains(index))
        .findFirst()
        .orElse(null);
  }

  private String values(ArgSpec argument, String label, Typed typed, Set<String> found) {
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(found::add);
      return NOTHING;
    }
    InstallationNames names = new InstallationNames(console, typed.words());
    return switch (label) {
      case "RECIPE" -> {
        found.addAll(names.recipes());
        yield FILES;
      }
      case "RUN" -> {
        found.add("last");
        found.addAll(names.runs());
        yield NOTHING;
      }
      case "STEP" -> {
        if (!typed.positional().isEmpty()) {
          found.addAll(names.steps(typed.positional().get(0)));
        }
        yield NOTHING;
      }
      case "NAME=VALUE" -> {
        boolean ofRecipe =
            argument instanceof OptionSpec option && option.longestName().equals("--set");
        if (ofRecipe && !typed.positional().isEmpty()) {
          found.addAll(names.settings(typed.positional().get(0)));
        }
        yield NOTHING;
      }
      case "NAME|FILE.wasm" -> {
        found.addAll(names.commands(false));
        yield FILES;
      }
      case "NAME" -> {
        found.addAll(named(argument, typed, names));
        yield NOTHING;
      }
      case "COMMAND" -> {
        found.addAll(commands(typed.positional()));
        yield NOTHING;
      }
      case "SHELL" -> {
        found.addAll(List.of("bash", "zsh", "fish"));
        yield NOTHING;
      }
      case "DIR", "HOST::GUEST[:ro]" -> DIRECTORIES;
      default -> label.contains("FILE") || label.equals("HANDLE") ? FILES : NOTHING;
    };
  }

  /** The names of our own commands that can follow these. */
  private Set<String> commands(List<String> words) {
    CommandLine line = tree.apply(new String[0]);
    for (String word : words) {
      CommandLine next = line.getSubcommands().get(word);
      if (next == null) {
        return Set.of();
      }
      line = next;
    }
    return line.getSubcommands().keySet();
  }

  /** Names of registered commands, where such a command is meant. */
  private static List<String> named(ArgSpec argument, Typed typed, InstallationNames names) {
    if (argument instanceof OptionSpec option) {
      return option.longestName().equals("--command") ? names.commands(false) : List.of();
    }
    return typed.command().qualifiedName(" ").endsWith("commands remove")
        ? names.commands(true)
        : List.of();
  }
}
