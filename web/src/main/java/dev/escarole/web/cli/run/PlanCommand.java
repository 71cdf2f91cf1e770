package dev.escarole.web.cli.run;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.UnknownCommands;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.notify.ChannelAdvice;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.option.UnknownCommandsOption;
import dev.escarole.web.cli.text.DiffText;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a recipe would run; runs and stores nothing. */
@Command(
    name = "plan",
    description =
        "Shows exactly what a recipe or a handle would run. Nothing runs. A file is planned here;"
            + " with --server, a recipe that the server has is planned there.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole plan census.yaml --set top=10",
      "  escarole plan census.yaml --format dot | dot -Tsvg > census.svg",
      "  escarole plan census --set top=10 --server http://localhost:8420"
    })
public final class PlanCommand extends ConsoleCommand {

  private static final String WORKSPACE = "(the run's own directory)::/workspace";

  @Mixin private RecipeInput input = new RecipeInput();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private UnknownCommandsOption unknownCommands = new UnknownCommandsOption();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description = "One of ${COMPLETION-CANDIDATES}. Default: tree.")
  private @Nullable PlanFormat format;

  @Option(
      names = "--diff",
      paramLabel = "RUN",
      description =
          "Shows what has changed since that run, and which of its finished steps still hold."
              + " The recipe is given the run's values; --set and --values are not used."
              + " With --server, that is a run of the server.")
  private @Nullable String diff;

  @Option(
      names = "--json",
      description = "Prints one JSON object: the plan, or with --diff the differences.")
  private boolean json;

  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(PlanFormat.values())
          .map(format -> format.name().toLowerCase(Locale.ROOT))
          .iterator();
    }
  }

  @Override
  public boolean printsJson() {
    return json || format == PlanFormat.JSON;
  }

  @Override
  public Integer call() {
    if (json && format != null && format != PlanFormat.JSON) {
      throw new UsageException(
          "two-formats", "--json and --format ask for two formats", "Leave one of them out.");
    }
    String name = input.name(console);
    ServerOption.There there =
        name == null ? null : server.refusing(unknownCommands::refuseAtServer).there(console);
    return name == null || there == null ? planHere() : planThere(there, name);
  }

  private int planHere() {
    Recipe recipe = input.read(console);
    if (diff != null) {
      try (Reach reach = Reach.open(console, place, server)) {
        return showDiff(reach, recipe, diff);
      }
    }
    List<String> directories = new ArrayList<>(List.of(WORKSPACE));
    checked(input.directories(console)).stream()
        .map(DirectoryGrant::text)
        .forEach(directories::add);
    recipe.directories().forEach((guest, host) -> directories.add(host + "::" + guest + ":ro"));
    Map<String, Object> values = input.values(console);
    RecipeInput.check(recipe, values);
    Plan plan = compiled(recipe, values);
    for (Problem warning : warnings(recipe, plan)) {
      ProblemText.print(console, warning, recipe.source(warning));
    }
    print(plan, directories);
    return 0;
  }

  private static Plan compiled(Recipe recipe, Map<String, Object> values) {
    return new PlanCompiler(EngineOptions.inMemory().planLimits()).compile(recipe, values);
  }

  /** The server checks its recipe; the text is planned here, too, to be shown in every format. */
  private int planThere(ServerOption.There there, String name) {
    if (diff != null) {
      try (Reach reach = Reach.there(console, there)) {
        return showDiff(reach, NamedRecipe.text(there.escarole(), name), diff);
      }
    }
    Map<String, Object> values = input.values(console);
    List<String> places = input.directories(console).stream().map(DirectoryGrant::text).toList();
    NamedRecipe named = NamedRecipe.find(there.escarole(), name, values, places, List.of());
    named.check();
    PlanDocument checked = named.plan();
    Recipe recipe = NamedRecipe.text(there.escarole(), name);
    Plan plan = compiled(recipe, values);
    if (!plan.hash().equals(checked.planHash())) {
      throw new UsageException(
          "recipe-changed", "the recipe '" + name + "' was changed just now", "Try again.");
    }
    checked
        .warnings()
        .forEach(
            each -> {
              Problem warning = each.problem(Severity.WARNING);
              ProblemText.print(console, warning, recipe.source(warning));
            });
    checked
        .deniedDirectories()
        .forEach(
            each ->
                console.say(
                    "warning: the server's policy does not grant " + TextFormat.plain(each)));
    print(plan, checked.directories());
    return 0;
  }

  /** What a run would not be given is refused here as well. */
  private List<DirectoryGrant> checked(List<DirectoryGrant> directories) {
    if (!directories.isEmpty()) {
      try (CommandHost host =
          CommandHost.open(
              place.directory(console),
              warning -> console.say(TextFormat.plain(warning)),
              /* policyFile= */ null)) {
        host.checkDirectories(Principal.localOperator(), directories);
      }
    }
    return directories;
  }

  private int showDiff(Reach reach, Recipe recipe, String run) {
    RerunRequest request =
        new RerunRequest(
            run, "failed", null, false, null, recipe.portable(), recipe.fileName(), null);
    RerunPreview preview = reach.escarole().previewRerun(request);
    if (printsJson()) {
      JsonOutput.print(console, preview);
    } else {
      DiffText.lines(preview).forEach(line -> console.print(line + "\n"));
    }
    return 0;
  }

  /** No engine is opened for these, and so no database. */
  private List<Problem> warnings(Recipe recipe, Plan plan) {
    List<Problem> warnings = new ArrayList<>(recipe.warnings());
    warnings.addAll(RecipeHandles.of(recipe).warnings());
    OwnCommands commands =
        CatalogCommands.commands(
            place.directory(console), warning -> console.say(TextFormat.plain(warning)));
    Predicate<String> fetched =
        CatalogCommands.fetched(place.directory(console), null, Principal.localOperator());
    if (unknownCommands.refuses()) {
      List<Problem> unused = UnknownCommands.refuse(plan, recipe, commands.registry(), fetched);
    }
    warnings.addAll(UnknownCommands.warnings(plan, recipe, commands.registry(), fetched));
    warnings.addAll(recipe.failureAdvice());
    warnings.addAll(ChannelAdvice.on(recipe, place.directory(console)));
    return warnings;
  }

  private PlanFormat wanted() {
    if (printsJson()) {
      return PlanFormat.JSON;
    }
    return format == null ? PlanFormat.TREE : format;
  }

  private void print(Plan plan, List<String> directories) {
    try (Writer writer = new OutputStreamWriter(console.results(), StandardCharsets.UTF_8)) {
      BufferedWriter out = new BufferedWriter(writer);
      PlanPrinter.print(plan, wanted(), directories, out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
