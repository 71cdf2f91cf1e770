package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Help texts of commands (acli, section 6.2). A page of help fits into {@value #BUDGET} characters
 * of JSON, so that the whole response stays below 1,000: first descriptions are shortened, then
 * arguments are moved to further pages.
 */
final class CommandHelp {

  static final int BUDGET = 840;

  private static final int HEAD_DESCRIPTION = 100;

  private enum Detail {
    NONE(400, 30),
    SHORT(60, 8),
    SHORTEST(30, 4);

    private final int description;
    private final int choices;

    Detail(int description, int choices) {
      this.description = description;
      this.choices = choices;
    }
  }

  private final Route route;

  private CommandHelp(Route route) {
    this.route = route;
  }

  static Map<String, Object> head(CommandDefinition command) {
    return Json.object(
        "name", command.name(), "description", cut(command.description(), HEAD_DESCRIPTION));
  }

  static Map<String, Object> of(Route route, int page) {
    return new CommandHelp(route).page(page);
  }

  private Map<String, Object> page(int page) {
    List<ArgumentDefinition> all = route.command().arguments();
    for (Detail thrift : Detail.values()) {
      Map<String, Object> whole = data(thrift, all);
      if (page == 1 && size(whole) <= BUDGET) {
        return whole;
      }
    }
    List<List<ArgumentDefinition>> pages = pages();
    List<ArgumentDefinition> shown = page <= pages.size() ? pages.get(page - 1) : List.of();
    Map<String, Object> data = data(Detail.SHORTEST, shown);
    if (page < pages.size()) {
      data.put("more", "help %s --page %d (of %d)".formatted(route.name(), page + 1, pages.size()));
    }
    return data;
  }

  private List<List<ArgumentDefinition>> pages() {
    List<List<ArgumentDefinition>> pages = new ArrayList<>();
    List<ArgumentDefinition> page = new ArrayList<>();
    int room = BUDGET - 60 - size(data(Detail.SHORTEST, List.of()));
    int used = 0;
    for (ArgumentDefinition argument : route.command().arguments()) {
      int size = size(argument(argument, Detail.SHORTEST)) + 1;
      if (!page.isEmpty() && used + size > room) {
        pages.add(page);
        page = new ArrayList<>();
        used = 0;
      }
      page.add(argument);
      used += size;
    }
    pages.add(page);
    return pages;
  }

  private Map<String, Object> data(Detail thrift, List<ArgumentDefinition> arguments) {
    CommandDefinition command = route.command();
    List<CommandDefinition> subcommands = command.subcommands();
    return Json.object(
        "command", route.name(),
        "description", cut(command.description(), thrift.description),
        "subcommands",
            subcommands.isEmpty() ? null : subcommands.stream().map(CommandHelp::head).toList(),
        "arguments", arguments.stream().map(a -> argument(a, thrift)).toList(),
        "examples",
            command.examples().stream()
                .filter(example -> example.length() <= 160)
                .limit(thrift == Detail.NONE ? 3 : 1)
                .toList());
  }

  private static Map<String, Object> argument(ArgumentDefinition argument, Detail thrift) {
    ArgumentRules rules = argument.rules();
    List<String> choices = rules.choices();
    String preset = argument.typedDefault();
    // A truncated default would be a different one.
    boolean shown = preset != null && preset.length() <= thrift.description;
    return Json.object(
        "name", argument.name(),
        "short", argument.shortName() == null ? null : "-" + argument.shortName(),
        "type", argument.type().word(),
        "required", rules.required() ? true : null,
        "repeated", argument.repeated() ? true : null,
        "choices", choices.isEmpty() ? null : choices.stream().limit(thrift.choices).toList(),
        "default", shown ? rules.preset() : null,
        "description", cut(argument.description(), thrift.description));
  }

  private static int size(Map<String, Object> data) {
    return Json.text(data).length();
  }

  static String cut(String text, int most) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= most
        ? line
        : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
  }
}
