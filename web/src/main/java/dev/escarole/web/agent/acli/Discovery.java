package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The reserved commands {@code help}, {@code schema} and {@code version} (acli, section 6). */
final class Discovery {

  static final String ACLI_VERSION = "0.1.0";

  private static final int COMMANDS_A_PAGE = 40;
  private static final int SCHEMAS_A_PAGE = 10;
  private static final int MOST_EXTENSIONS = 100;
  private static final String CUSTOM = "x-";
  private static final String HELP = "help";
  private static final String SCHEMA = "schema";
  private static final String VERSION = "version";

  private static final ArgumentDefinition COMMAND =
      ArgumentDefinition.of("command", ValueType.STRING, "Words of a command's name").asRepeated();
  private static final ArgumentDefinition PAGE =
      ArgumentDefinition.of("--page", ValueType.INTEGER, "Which page, from 1")
          .withDefault(1L)
          .withCheck(
              new ArgumentRules.Check(
                  value -> value instanceof Long page && page >= 1 && page <= 100_000,
                  "a page from 1 on",
                  "1"));

  private final GatewayOptions.About about;
  private final Function<AgentCaller, List<CommandDefinition>> offered;

  /**
   * @param offered the commands visible to a caller, including reserved ones
   */
  Discovery(GatewayOptions.About about, Function<AgentCaller, List<CommandDefinition>> offered) {
    this.about = about;
    this.offered = offered;
  }

  List<CommandDefinition> commands() {
    return List.of(
        reserved(HELP, "List commands, or describe one", this::help, "help help"),
        reserved(SCHEMA, "JSON Schemas of all commands, or of one", this::schema, "schema help"),
        CommandDefinition.of(
            VERSION,
            "Show versions and commands",
            List.of(),
            this::version,
            new CommandDefinition.Manual(List.of(VERSION), Map.of("type", "object"))));
  }

  private static CommandDefinition reserved(
      String name, String description, Handler handler, String example) {
    return CommandDefinition.of(
        name,
        description,
        List.of(COMMAND, PAGE),
        handler,
        new CommandDefinition.Manual(List.of(name, example), Map.of("type", "object")));
  }

  /** Whether a call of this command asks about the command in its arguments. */
  static boolean asksAbout(CommandDefinition command) {
    return command.name().equals(HELP) || command.name().equals(SCHEMA);
  }

  private static boolean isReserved(CommandDefinition command) {
    return List.of(HELP, SCHEMA, VERSION).contains(command.name());
  }

  private List<CommandDefinition> own(Call call) {
    return offered.apply(call.caller()).stream().filter(c -> !isReserved(c)).toList();
  }

  private Answer help(Call call) {
    List<String> words = call.arguments().list("command");
    int page = (int) call.arguments().number("page").orElse(1);
    if (!words.isEmpty()) {
      return Answer.of(CommandHelp.of(named(call, words, HELP), page));
    }
    Paged<CommandDefinition> paged = Paged.of(own(call), COMMANDS_A_PAGE, page);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("description", about.description());
    data.put("commands", paged.items().stream().map(CommandHelp::head).toList());
    data.put("usage", "<command> [subcommand] [options]");
    data.put("examples", about.examples());
    paged.more(HELP).ifPresent(more -> data.put("more", more));
    return Answer.of(data);
  }

  private Answer schema(Call call) {
    List<String> words = call.arguments().list("command");
    if (!words.isEmpty()) {
      return Answer.of(CommandSchema.of(named(call, words, SCHEMA)));
    }
    List<Route> all = new ArrayList<>();
    collect(own(call), List.of(), all);
    int page = (int) call.arguments().number("page").orElse(1);
    Paged<Route> paged = Paged.of(all, SCHEMAS_A_PAGE, page);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("commands", paged.items().stream().map(CommandSchema::of).toList());
    paged.more(SCHEMA).ifPresent(more -> data.put("more", more));
    return Answer.of(data);
  }

  private static void collect(List<CommandDefinition> level, List<String> above, List<Route> all) {
    for (CommandDefinition command : level) {
      List<String> path = new ArrayList<>(above);
      path.add(command.name());
      if (command.handler() != null) {
        all.add(new Route(path, command, List.of()));
      }
      collect(command.subcommands(), path, all);
    }
  }

  private Route named(Call call, List<String> words, String verb) {
    Router router = new Router(offered.apply(call.caller()));
    Optional<Route> found = router.named(words);
    if (found.isPresent()) {
      return found.get();
    }
    String nearest = router.nearest(words).map(Route::name).orElse(null);
    String example = nearest == null ? verb : verb + " " + nearest;
    throw new AcliException(
        AcliError.notFound(String.join(" ", words), nearest).withExamples(List.of(example)));
  }

  private Answer version(Call call) {
    List<String> names = own(call).stream().map(CommandDefinition::name).toList();
    List<String> custom = names.stream().filter(name -> name.startsWith(CUSTOM)).toList();
    Map<String, Object> capabilities = new LinkedHashMap<>();
    capabilities.put("commands", names.stream().filter(n -> !n.startsWith(CUSTOM)).toList());
    capabilities.put("extensions", custom.stream().limit(MOST_EXTENSIONS).toList());
    if (custom.size() > MOST_EXTENSIONS) {
      capabilities.put("extension_count", custom.size());
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("acli_version", ACLI_VERSION);
    data.put("conformance", "Full");
    Map<String, Object> implementation = new LinkedHashMap<>();
    implementation.put("name", about.name());
    implementation.put("version", about.version());
    data.put("implementation", implementation);
    data.put("capabilities", capabilities);
    return Answer.of(data);
  }

  /** JSON Schemas of commands (acli, section 6.3). */
  static final class CommandSchema {

    private CommandSchema() {}

    static Map<String, Object> of(Route route) {
      Map<String, Object> properties = new LinkedHashMap<>();
      List<String> required = new ArrayList<>();
      for (ArgumentDefinition argument : route.command().arguments()) {
        properties.put(argument.key(), property(argument));
        if (argument.rules().required()) {
          required.add(argument.key());
        }
      }
      Map<String, Object> input = new LinkedHashMap<>();
      input.put("type", "object");
      input.put("properties", properties);
      if (!required.isEmpty()) {
        input.put("required", required);
      }
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("command", route.name());
      schema.put("inputSchema", input);
      schema.put("outputSchema", route.command().manual().outputSchema());
      return schema;
    }

    private static Map<String, Object> property(ArgumentDefinition argument) {
      Map<String, Object> one = value(argument);
      Map<String, Object> property = one;
      Shape shape = argument.rules().shape();
      if (shape != null) {
        property = shape.schema();
      } else if (argument.isList()) {
        property = new LinkedHashMap<>();
        property.put("type", "array");
        property.put("items", one);
      }
      if (argument.typedDefault() != null) {
        property.put("default", argument.rules().preset());
      }
      property.put("description", argument.description());
      return property;
    }

    private static Map<String, Object> value(ArgumentDefinition argument) {
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("type", argument.type().jsonType());
      if (argument.type() == ValueType.DATETIME) {
        value.put("format", "date-time");
      }
      if (argument.rules().path()) {
        value.put("format", "path");
      }
      if (!argument.rules().choices().isEmpty()) {
        value.put("enum", argument.rules().choices());
      }
      return value;
    }
  }

  /** One page of a list. */
  record Paged<T>(List<T> items, int page, int pages) {

    static <T> Paged<T> of(List<T> all, int size, int page) {
      int pages = Math.max(1, (all.size() + size - 1) / size);
      int from = (int) Math.min(all.size(), (page - 1L) * size);
      return new Paged<>(all.subList(from, Math.min(all.size(), from + size)), page, pages);
    }

    /** The line that shows the next page. */
    Optional<String> more(String line) {
      return page < pages
          ? Optional.of("%s --page %d (of %d)".formatted(line, page + 1, pages))
          : Optional.empty();
    }
  }
}
