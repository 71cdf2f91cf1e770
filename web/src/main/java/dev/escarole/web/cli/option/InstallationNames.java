package dev.escarole.web.cli.option;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.RecipeReading;
import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.cli.text.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/**
 * Names that an installation knows at this moment, for somebody who types a command line. Says
 * nothing; may throw anything.
 */
public final class InstallationNames {

  private static final int MOST = 200;

  private final Console console;
  private final Place place = new Place();

  /** The options that say which installation is meant. */
  @CommandLine.Command
  static final class Place {
    @Mixin private RunsPlace runs = new RunsPlace();
    @Mixin private ServerOption server = new ServerOption();
  }

  /**
   * @param words what was typed so far, which may name a data directory or a server
   */
  public InstallationNames(Console console, List<String> words) {
    this.console =
        new Console(
            console.in(),
            console.out(),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            console.terminal(),
            console.environment(),
            console.clock());
    new CommandLine(place)
        .setUnmatchedArgumentsAllowed(true)
        .setUnmatchedOptionsArePositionalParams(true)
        .setExpandAtFiles(false)
        .parseArgs(words.toArray(String[]::new));
  }

  /** The recipes of the server, if one is asked. */
  public List<String> recipes() {
    ServerOption.There there = place.server.there(console);
    return there == null
        ? List.of()
        : there.escarole().recipes(RecipesQuery.ALL).recipes().stream()
            .map(RecipeHead::name)
            .toList();
  }

  /** The newest runs. */
  public List<String> runs() {
    return asked(
        escarole ->
            escarole.runs(RunsQuery.latest(MOST)).runs().stream().map(RunHead::run).toList());
  }

  /** Paths and labels of the first steps of a run. */
  public List<String> steps(String run) {
    StepsQuery query = StepsQuery.first(run, MOST);
    return asked(
        escarole -> {
          List<String> names = new ArrayList<>();
          for (StepPicture step : escarole.steps(query).steps()) {
            names.add(step.path());
            if (step.label() != null) {
              names.add(step.label());
            }
          }
          return names;
        });
  }

  private List<String> asked(Function<Escarole, List<String>> question) {
    try (Reach reach = Reach.open(console, place.runs, place.server)) {
      return question.apply(reach.escarole());
    }
  }

  /** Names of commands; no database is opened for them. */
  public List<String> commands(boolean registered) {
    return OwnCommands.open(place.runs.directory(console), warning -> {})
        .registry()
        .commands()
        .stream()
        .filter(each -> !registered || each.origin() == Command.Origin.REGISTERED)
        .map(Command::name)
        .toList();
  }

  /** Values of a recipe, as far as they can be known: {@code name=}, or {@code name=choice}. */
  public List<String> settings(String recipe) {
    List<String> settings = new ArrayList<>();
    for (RecipeDocument.Input each : inputs(recipe)) {
      boolean bool = "bool".equals(each.type());
      List<String> choices = bool ? List.of("true", "false") : each.choices();
      if (choices.isEmpty()) {
        settings.add(each.name() + "=");
      }
      choices.forEach(choice -> settings.add(each.name() + "=" + choice));
    }
    return settings;
  }

  private List<RecipeDocument.Input> inputs(String recipe) {
    ServerOption.There there = place.server.there(console);
    Path file = Path.of(recipe);
    if (there == null || Files.exists(file)) {
      return RecipeReading.inputs(new RecipeReader().read(file));
    }
    return there
        .escarole()
        .inputs(new InputsRequest(recipe, null, null, Map.of(), List.of()))
        .inputs();
  }
}
