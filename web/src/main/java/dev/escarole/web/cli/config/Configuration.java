package dev.escarole.web.cli.config;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.cli.config.ConfigFile.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Adds what a configuration file says to the arguments of a call: an option that is given wins,
 * then its environment variable, then the file, then the default. Only the sections of the command
 * that is called are looked into; {@code config show} looks into all.
 */
public final class Configuration {

  /** Options that have an environment variable, which wins over the file. */
  static final Map<String, String> VARIABLES =
      Map.of(
          "data", "ESCAROLE_DATA",
          "db", "ESCAROLE_DB",
          "outputs", "ESCAROLE_OUTPUTS",
          "outputs-above", "ESCAROLE_OUTPUTS_ABOVE",
          "server", "ESCAROLE_SERVER",
          "server-token", "ESCAROLE_TOKEN");

  /**
   * What each call has to say itself: whose rights it uses, what it may touch, what it forgives.
   */
  private static final Set<String> PER_CALL =
      Set.of(
          "all",
          "arg",
          "args",
          "as",
          "branch",
          "config",
          "debug",
          "dir",
          "dry-run",
          "env",
          "failed",
          "failed-in",
          "force",
          "from",
          "help",
          "inherit",
          "insecure-local",
          "json",
          "lenient",
          "recipe",
          "set",
          "stdin",
          "values",
          "version");

  private final ConfigFile file;
  private final Collection<String> commands;
  private final Supplier<CommandLine> all;
  private @Nullable CommandLine whole;

  private Configuration(ConfigFile file, Collection<String> commands, Supplier<CommandLine> all) {
    this.file = file;
    this.commands = commands;
    this.all = all;
  }

  /**
   * Reads a file.
   *
   * @param commands the names of all commands
   * @param all the commands themselves, which are slow to set up
   * @throws RecipeException if it cannot be read or has mistakes in its form
   * @throws dev.escarole.web.cli.text.UsageException if other users can write it
   */
  public static Configuration read(
      Path path, Collection<String> commands, Supplier<CommandLine> all) {
    return new Configuration(ConfigFile.read(path), commands, all);
  }

  /**
   * Returns the arguments with what the file adds.
   *
   * @throws RecipeException if the file has a key or value that does not fit the command
   */
  public String[] arguments(CommandLine line, Map<String, String> environment, String... args) {
    List<ParseResult> called = called(line, args);
    if (called.size() < 2) {
      return args;
    }
    Map<OptionSpec, Setting> used = used(called);
    used.keySet().removeIf(each -> isGiven(each, called) || isInEnvironment(each, environment));
    List<String> added = new ArrayList<>();
    used.forEach((option, setting) -> added.addAll(words(option, setting)));
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(place(called, words), added);
    return words.toArray(String[]::new);
  }

  /** The commands that are called, the outermost first; empty if the call is wrong anyway. */
  private static List<ParseResult> called(CommandLine line, String... args) {
    List<ParseResult> called = new ArrayList<>();
    try {
      ParseResult each = line.parseArgs(args);
      while (each != null) {
        called.add(each);
        each = each.subcommand();
      }
    } catch (ParameterException e) {
      return List.of();
    }
    return called;
  }

  /** What the file says of the options of a command; what stands closer to it wins. */
  private Map<OptionSpec, Setting> used(List<ParseResult> called) {
    CommandSpec command = called.get(called.size() - 1).commandSpec();
    List<Problem> problems = new ArrayList<>();
    Map<OptionSpec, Setting> used = new LinkedHashMap<>();
    String path = "";
    for (int depth = 0; depth < called.size(); depth++) {
      path = depth < 2 ? names(called, depth) : path + " " + called.get(depth).commandSpec().name();
      for (Setting setting : file.settings()) {
        if (setting.command().equals(path)) {
          Problem problem = problem(setting, command);
          OptionSpec option = command.findOption("--" + setting.name());
          if (problem != null) {
            problems.add(problem);
          } else if (option != null) {
            used.put(option, setting);
          }
        }
      }
    }
    file.settings().forEach(each -> addUnknownCommand(each, problems));
    refuse(problems);
    return used;
  }

  private static String names(List<ParseResult> called, int depth) {
    return depth == 0 ? "" : called.get(depth).commandSpec().name();
  }

  private void addUnknownCommand(Setting setting, List<Problem> problems) {
    String first = setting.command().split(" ", 2)[0];
    if (!first.isEmpty() && !commands.contains(first)) {
      problems.add(unknownCommand(setting, first, commands));
    }
  }

  private Problem unknownCommand(Setting setting, String name, Collection<String> names) {
    return file.problem(setting, "no command is named '" + name + "'", meant(name, names));
  }

  private static void refuse(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new RecipeException(problems);
    }
  }

  private static boolean isGiven(OptionSpec option, List<ParseResult> called) {
    return called.stream().anyMatch(each -> each.hasMatchedOption(option.longestName()));
  }

  static boolean isInEnvironment(OptionSpec option, Map<String, String> environment) {
    String variable = VARIABLES.get(name(option));
    return variable != null && !environment.getOrDefault(variable, "").isEmpty();
  }

  static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^--?", "");
  }

  /** The words of a command line that say the same. */
  private List<String> words(OptionSpec option, Setting setting) {
    if (isFlag(option)) {
      return Boolean.TRUE.equals(setting.flag()) ? List.of(option.longestName()) : List.of();
    }
    return values(option, setting).stream()
        .map(value -> option.longestName() + "=" + value)
        .toList();
  }

  /** The values; a relative path starts at the directory of the file. */
  List<String> values(OptionSpec option, Setting setting) {
    boolean path = option.auxiliaryTypes().length > 0 && option.auxiliaryTypes()[0] == Path.class;
    Path directory = file.path().toAbsolutePath().normalize().getParent();
    return path && directory != null
        ? setting.values().stream().map(each -> directory.resolve(each).toString()).toList()
        : setting.values();
  }

  private static boolean isFlag(OptionSpec option) {
    return option.arity().max() == 0;
  }

  /** Behind the word that names the command. */
  private static int place(List<ParseResult> called, List<String> words) {
    int at = 0;
    for (ParseResult each : called.subList(1, called.size())) {
      at = words.subList(at, words.size()).indexOf(each.commandSpec().name()) + at + 1;
    }
    return at;
  }

  /** A value that does not fit is a mistake of the file, not of the call; null if it fits. */
  private @Nullable Problem unsuitable(CommandLine line, OptionSpec option, Setting setting) {
    String name = line.getCommandSpec().qualifiedName(" ");
    List<String> call = new ArrayList<>(List.of(name.split(" ")));
    call.remove(0);
    call.addAll(words(option, setting));
    try {
      line.getCommandSpec().root().commandLine().parseArgs(call.toArray(String[]::new));
    } catch (ParameterException e) {
      if (e.getArgSpec() == option) {
        String message = String.valueOf(e.getMessage());
        return file.problem(setting, message, "See '" + name + " --help'.");
      }
    }
    return null;
  }

  /** What is wrong with a setting for a command; null if nothing is. */
  private @Nullable Problem problem(Setting setting, CommandSpec command) {
    String name = setting.name();
    if (PER_CALL.contains(name)) {
      return file.problem(
          setting,
          "'" + name + "' cannot be set in a file: it is for each call to say",
          "Remove the key and give --" + name + " where it is wanted.");
    }
    OptionSpec option = command.findOption("--" + name);
    if (option == null) {
      return inOthers(setting);
    }
    if (isFlag(option) && setting.flag() == null) {
      return file.problem(
          setting, "'" + name + "' must be true or false", "Write: " + name + ": true");
    }
    if (!isFlag(option) && setting.flag() != null) {
      return file.problem(
          setting,
          "'" + name + "' must be a value, not " + setting.flag(),
          "Expected " + option.paramLabel() + ".");
    }
    if (!option.isMultiValue() && setting.values().size() != 1) {
      return file.problem(setting, "'" + name + "' has one value, not a list", "Write one value.");
    }
    return unsuitable(command.commandLine(), option, setting);
  }

  /** At the top, and under a group of commands, stand settings of all commands below. */
  private @Nullable Problem inOthers(Setting setting) {
    Set<String> names = new TreeSet<>();
    CommandLine section = section(setting.command());
    if (section != null) {
      collect(section, names);
    }
    if (names.contains(setting.name())) {
      return null;
    }
    String where = setting.command().isEmpty() ? "" : " of '" + setting.command() + "'";
    names.removeAll(PER_CALL);
    return file.problem(
        setting, "unknown key '" + setting.name() + "'" + where, meant(setting.name(), names));
  }

  private static String meant(String name, Collection<String> names) {
    String nearest = NearestName.of(name, names);
    return nearest == null
        ? "The keys are the long options of the command, without their dashes."
        : "Did you mean '" + nearest + "'?";
  }

  private static void collect(CommandLine line, Set<String> names) {
    line.getCommandSpec().options().forEach(option -> names.add(name(option)));
    line.getSubcommands().values().forEach(each -> collect(each, names));
  }

  /** The command of a section; null if there is none of this name. */
  private @Nullable CommandLine section(String command) {
    CommandLine line = whole();
    for (String word : command.isEmpty() ? new String[0] : command.split(" ")) {
      line = line == null ? null : line.getSubcommands().get(word);
    }
    return line;
  }

  private CommandLine whole() {
    CommandLine known = whole;
    if (known == null) {
      known = all.get();
      whole = known;
    }
    return known;
  }

  /**
   * Checks every section.
   *
   * @throws RecipeException with all mistakes
   */
  void checkAll() {
    List<Problem> problems = new ArrayList<>();
    for (Setting setting : file.settings()) {
      CommandLine section = section(setting.command());
      if (section == null) {
        problems.add(unknownCommand(setting, setting.command(), commands));
        continue;
      }
      CommandLine leaf = leaf(section, setting.name());
      Problem problem = problem(setting, (leaf == null ? section : leaf).getCommandSpec());
      if (problem != null) {
        problems.add(problem);
      }
    }
    refuse(problems);
  }

  /** A command with this option, at or below another; null if there is none. */
  private static @Nullable CommandLine leaf(CommandLine line, String option) {
    if (line.getSubcommands().isEmpty()) {
      return line.getCommandSpec().findOption("--" + option) == null ? null : line;
    }
    for (CommandLine each : line.getSubcommands().values()) {
      CommandLine leaf = leaf(each, option);
      if (leaf != null) {
        return leaf;
      }
    }
    return null;
  }

  /** The setting of an option of a command, the one that stands closest to it; or null. */
  @Nullable Setting setting(String command, String option) {
    Setting found = null;
    for (Setting each : file.settings()) {
      boolean above = each.command().isEmpty() || (command + " ").startsWith(each.command() + " ");
      boolean closer = found == null || each.command().length() >= found.command().length();
      if (above && closer && each.name().equals(option)) {
        found = each;
      }
    }
    return found;
  }

  Path path() {
    return file.path();
  }
}
