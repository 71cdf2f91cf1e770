package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  /** Level of detail of arguments. */
  private enum Detail {
    /** Everything. */
    NONE(400, 30),
    /** Short descriptions. */
    SHORT(60, 8),
    /** Very short descriptions. */
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
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("name", command.name());
    head.put("description", cut(command.description(), HEAD_DESCRIPTION));
    return head;
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
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("command", route.name());
    data.put("description", cut(command.description(), thrift.description));
    if (!command.subcommands().isEmpty()) {
      data.put("subcommands", command.subcommands().stream().map(CommandHelp::head).toList());
    }
    data.put("arguments", arguments.stream().map(a -> argument(a, thrift)).toList());
    int examples = thrift == Detail.NONE ? 3 : 1;
    data.put(
        "examples",
        command.manual().examples().stream()
            .filter(e -> e.length() <= 160)
            .limit(examples)
            .toList());
    return data;
  }

  private static Map<String, Object> argument(ArgumentDefinition argument, Detail thrift) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", argument.name());
    if (argument.shortName() != null) {
      map.put("short", "-" + argument.shortName());
    }
    map.put("type", argument.type().word());
    ArgumentRules rules = argument.rules();
    if (rules.required()) {
      map.put("required", true);
    }
    if (argument.repeated()) {
      map.put("repeated", true);
    }
    if (!rules.choices().isEmpty()) {
      map.put("choices", rules.choices().stream().limit(thrift.choices).toList());
    }
    String preset = argument.typedDefault();
    // A truncated default would be a different one.
    if (preset != null && preset.length() <= thrift.description) {
      map.put("default", rules.preset());
    }
    map.put("description", cut(argument.description(), thrift.description));
    return map;
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
