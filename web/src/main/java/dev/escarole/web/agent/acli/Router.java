package dev.escarole.web.agent.acli;

import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the command with the longest name at the start of a line (acli, section 7.1). */
final class Router {

  private static final int MOST_CANDIDATES = 200;

  private final List<CommandDefinition> roots;

  Router(List<CommandDefinition> roots) {
    this.roots = roots;
  }

  /**
   * Returns the route of a non-empty line.
   *
   * @throws AcliException if the words name no command
   */
  Route route(List<String> words) {
    Route route = walk(words, false);
    if (route == null) {
      throw new AcliException(AcliError.notFound(words.get(0), nearest(words.get(0), roots)));
    }
    if (endsInGroup(route)) {
      throw new AcliException(missingSubcommand(route));
    }
    return route;
  }

  /** Returns the command or group with exactly this name. */
  Optional<Route> named(List<String> words) {
    return Optional.ofNullable(walk(words, false)).filter(route -> route.rest().isEmpty());
  }

  Optional<Route> nearest(List<String> words) {
    return Optional.ofNullable(walk(words, true)).filter(route -> route.rest().isEmpty());
  }

  /** Returns the probably intended route; empty if nothing is similar. */
  Optional<Route> meant(List<String> words) {
    return Optional.ofNullable(walk(words, true)).map(Router::firstOfGroup);
  }

  private @Nullable Route walk(List<String> words, boolean nearest) {
    List<String> path = new ArrayList<>();
    List<CommandDefinition> level = roots;
    CommandDefinition found = null;
    for (String word : words) {
      CommandDefinition next = find(word, level, nearest);
      if (next == null) {
        break;
      }
      found = next;
      path.add(next.name());
      level = next.subcommands();
    }
    return found == null ? null : new Route(path, found, words.subList(path.size(), words.size()));
  }

  private static @Nullable CommandDefinition find(
      String word, List<CommandDefinition> level, boolean nearest) {
    for (CommandDefinition each : level) {
      if (each.name().equals(word)) {
        return each;
      }
    }
    String meant = nearest ? nearest(word, level) : null;
    return meant == null ? null : find(meant, level, false);
  }

  /** Whether the next word should be a subcommand. */
  private static boolean endsInGroup(Route route) {
    CommandDefinition command = route.command();
    if (command.handler() == null) {
      return true;
    }
    boolean wordFollows = !route.rest().isEmpty() && !route.rest().get(0).startsWith("-");
    return wordFollows && !command.subcommands().isEmpty() && !command.takesPositionals();
  }

  private static AcliError missingSubcommand(Route route) {
    String word = route.rest().isEmpty() ? "" : " " + route.rest().get(0);
    String meant = word.isEmpty() ? null : nearest(word.strip(), route.command().subcommands());
    AcliError error =
        AcliError.notFound(route.name() + word, meant == null ? null : route.name() + " " + meant);
    List<String> names = names(route.command().subcommands());
    return meant != null
        ? error
        : error.withHint(
            "'%s' is followed by one of %s. Run 'help' for available commands"
                .formatted(route.name(), String.join(", ", names)));
  }

  private static Route firstOfGroup(Route route) {
    if (route.command().handler() != null || route.command().subcommands().isEmpty()) {
      return route;
    }
    CommandDefinition first = route.command().subcommands().get(0);
    List<String> path = new ArrayList<>(route.path());
    path.add(first.name());
    return firstOfGroup(new Route(path, first, List.of()));
  }

  private static @Nullable String nearest(String word, List<CommandDefinition> level) {
    int slack = 1 + word.length() / 3;
    List<String> near =
        names(level).stream()
            .filter(name -> Math.abs(name.length() - word.length()) <= slack)
            .limit(MOST_CANDIDATES)
            .toList();
    return NearestName.of(word, near);
  }

  private static List<String> names(List<CommandDefinition> level) {
    return level.stream().map(CommandDefinition::name).toList();
  }

  /**
   * The command of a line and the words after its name.
   *
   * @param path the words of its name
   */
  record Route(List<String> path, CommandDefinition command, List<String> rest) {

    String name() {
      return String.join(" ", path);
    }
  }
}
