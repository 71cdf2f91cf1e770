package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The reserved commands {@code help}, {@code schema} and {@code version} (acli, section 6). */
public final class Discovery {

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

  /** Which page of a list to show. */
  public static final ArgumentDefinition PAGE =
      ArgumentDefinition.number("--page", "Which page", 1, 100_000).withDefault(1L);

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
            List.of(VERSION),
            Map.of("type", "object")));
  }

  private static CommandDefinition reserved(
      String name, String description, Handler handler, String example) {
    return CommandDefinition.of(
        name,
        description,
        List.of(COMMAND, PAGE),
        handler,
        List.of(name, example),
        Map.of("type", "object"));
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
    return Answer.of(
        Json.object(
            "description", about.description(),
            "commands", paged.items().stream().map(CommandHelp::head).toList(),
            "usage", "<command> [subcommand] [options]",
            "examples", about.examples(),
            "more", paged.moreOf(HELP)));
  }

  private Answer schema(Call call) {
    List<String> words = call.arguments().list("command");
    if (!words.isEmpty()) {
      return Answer.of(schemaOf(named(call, words, SCHEMA)));
    }
    List<Route> all = new ArrayList<>();
    collect(own(call), List.of(), all);
    int page = (int) call.arguments().number("page").orElse(1);
    Paged<Route> paged = Paged.of(all, SCHEMAS_A_PAGE, page);
    return Answer.of(
        Json.object(
            "commands", paged.items().stream().map(Discovery::schemaOf).toList(),
            "more", paged.moreOf(SCHEMA)));
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
    boolean all = custom.size() <= MOST_EXTENSIONS;
    return Answer.of(
        Json.object(
            "acli_version",
            ACLI_VERSION,
            "conformance",
            "Full",
            "implementation",
            Json.object("name", about.name(), "version", about.version()),
            "capabilities",
            Json.object(
                "commands", names.stream().filter(n -> !n.startsWith(CUSTOM)).toList(),
                "extensions", custom.stream().limit(MOST_EXTENSIONS).toList(),
                "extension_count", all ? null : custom.size())));
  }

  private static Map<String, Object> schemaOf(Route route) {
    List<ArgumentDefinition> arguments = route.command().arguments();
    Map<String, Object> properties = new LinkedHashMap<>();
    arguments.forEach(argument -> properties.put(argument.key(), property(argument)));
    List<String> required =
        arguments.stream().filter(a -> a.rules().required()).map(ArgumentDefinition::key).toList();
    return Json.object(
        "command", route.name(),
        "inputSchema",
            Json.object(
                "type",
                "object",
                "properties",
                properties,
                "required",
                required.isEmpty() ? null : required),
        "outputSchema", route.command().outputSchema());
  }

  private static Map<String, Object> property(ArgumentDefinition argument) {
    Map<String, Object> property = value(argument);
    Shape shape = argument.rules().shape();
    if (shape != null) {
      property = shape.schema();
    } else if (argument.isList()) {
      property = Json.object("type", "array", "items", property);
    }
    if (argument.typedDefault() != null) {
      property.put("default", argument.rules().preset());
    }
    property.put("description", argument.description());
    return property;
  }

  private static Map<String, Object> value(ArgumentDefinition argument) {
    String format = argument.type() == ValueType.DATETIME ? "date-time" : null;
    List<String> choices = argument.rules().choices();
    return Json.object(
        "type", argument.type().jsonType(),
        "format", argument.rules().path() ? "path" : format,
        "enum", choices.isEmpty() ? null : choices);
  }

  /** One page of a list. */
  public record Paged<T>(List<T> items, int page, int pages) {
    /**
     * Returns a page.
     *
     * @param page from 1; a page after the last is empty
     */
    public static <T> Paged<T> of(List<T> all, int size, int page) {
      int pages = Math.max(1, (all.size() + size - 1) / size);
      int from = (int) Math.min(all.size(), (page - 1L) * size);
      return new Paged<>(all.subList(from, Math.min(all.size(), from + size)), page, pages);
    }

    /** The line that shows the next page; null if there is none. */
    public @Nullable String more(String line) {
      return page < pages ? line + " --page " + (page + 1) : null;
    }

    @Nullable String moreOf(String line) {
      return page < pages ? "%s (of %d)".formatted(more(line), pages) : null;
    }
  }
}
