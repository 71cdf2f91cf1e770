package dev.escarole.web.cli.config;

import dev.escarole.web.app.setup.StorageSettings;
import dev.escarole.web.cli.config.ConfigFile.Setting;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the settings that hold without any option, and where each comes from. */
@Command(
    name = "show",
    description =
        "Shows what the configuration file and the environment set, and where each value comes from;"
            + " of a command that is named, the defaults of its other options, too.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole config show",
      "  escarole config show serve",
      "  escarole config show runs list --json"
    })
public final class ConfigShowCommand extends ConsoleCommand {

  /** What the values are of and not for everybody to see. */
  private static final String HIDDEN = "(not shown)";

  /** Options about the call itself. */
  private static final Set<String> ABOUT_THE_CALL = Set.of("help", "version", "debug", "config");

  private final @Nullable Path file;
  private final Function<Path, Configuration> reading;
  private final Supplier<CommandLine> commands;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "A command, such as serve.")
  private List<String> command = new ArrayList<>();

  /**
   * Creates the command.
   *
   * @param file the configuration file; null if there is none
   * @param reading reads it
   * @param commands all commands
   */
  public ConfigShowCommand(
      @Nullable Path file, Function<Path, Configuration> reading, Supplier<CommandLine> commands) {
    this.file = file;
    this.reading = reading;
    this.commands = commands;
  }

  /**
   * One value.
   *
   * @param source {@code file}, {@code environment} or {@code default}
   * @param value null if nothing is set
   */
  record Row(
      String command,
      String option,
      @Nullable String value,
      String source,
      @Nullable String variable,
      @Nullable Integer line) {}

  /** All of them. */
  record Shown(@Nullable String file, List<Row> settings) {}

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    CommandLine wanted = commands.get();
    for (String word : command) {
      CommandLine next = wanted.getSubcommands().get(word);
      if (next == null) {
        throw new UsageException(
            "unknown-command-name",
            "no command is named '" + String.join(" ", command) + "'",
            "'escarole help' lists all commands.");
      }
      wanted = next;
    }
    Configuration configuration = file == null ? null : reading.apply(file);
    if (configuration != null) {
      configuration.checkAll();
    }
    List<Row> rows = new ArrayList<>();
    collect(wanted, String.join(" ", command), configuration, rows);
    if (command.isEmpty()) {
      rows.removeIf(row -> row.source().equals("default"));
    }
    print(new Shown(file == null ? null : file.toAbsolutePath().normalize().toString(), rows));
    return 0;
  }

  private void collect(
      CommandLine line, String path, @Nullable Configuration configuration, List<Row> rows) {
    if (!line.getSubcommands().isEmpty()) {
      line.getSubcommands()
          .forEach(
              (name, each) ->
                  collect(each, path.isEmpty() ? name : path + " " + name, configuration, rows));
      return;
    }
    for (OptionSpec each : line.getCommandSpec().options()) {
      if (!ABOUT_THE_CALL.contains(Configuration.name(each))) {
        rows.add(row(path, each, configuration));
      }
    }
  }

  private Row row(String path, OptionSpec option, @Nullable Configuration configuration) {
    String name = Configuration.name(option);
    String variable = Configuration.VARIABLES.getOrDefault(name, "");
    String set = console.environment().getOrDefault(variable, "");
    if (!set.isEmpty()) {
      String value = variable.endsWith("TOKEN") ? HIDDEN : shown(name, set);
      return new Row(path, name, value, "environment", variable, null);
    }
    Setting setting = configuration == null ? null : configuration.setting(path, name);
    if (configuration != null && setting != null) {
      String value = String.join(", ", configuration.values(option, setting));
      return new Row(path, name, shown(name, value), "file", null, setting.line());
    }
    return new Row(path, name, standard(name, option), "default", null, null);
  }

  private @Nullable String standard(String name, OptionSpec option) {
    if (name.equals("data")) {
      return new DataOption().directory(console).toString();
    }
    Object value = option.initialValue();
    if ((value instanceof Collection<?> items && items.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty())) {
      return null;
    }
    if (value instanceof Enum<?> word) {
      // As it is typed.
      return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    return value == null ? null : String.valueOf(value);
  }

  /** Without the secrets that addresses may hold. */
  private static String shown(String name, String value) {
    return switch (name) {
      case "db" -> database(value);
      case "server" -> value.replaceFirst("//[^/@]*@", "//");
      default -> value;
    };
  }

  private static String database(String address) {
    try {
      return StorageSettings.DEFAULTS.withDatabase(address, null).inWords(Path.of(""));
    } catch (IllegalArgumentException e) {
      return HIDDEN;
    }
  }

  private void print(Shown shown) {
    if (json) {
      JsonOutput.print(console, shown);
      return;
    }
    if (shown.file() == null) {
      console.say("There is no configuration file; 'escarole config --help' says where it may be.");
    }
    Columns columns = new Columns("COMMAND", "OPTION", "VALUE", "FROM");
    for (Row row : shown.settings()) {
      String value = row.value() == null ? "-" : row.value();
      columns.row(row.command(), row.option(), value, source(row));
    }
    columns.print(console);
  }

  private String source(Row row) {
    return switch (row.source()) {
      case "file" -> file + ":" + row.line();
      case "environment" -> "$" + row.variable();
      default -> "default";
    };
  }
}
