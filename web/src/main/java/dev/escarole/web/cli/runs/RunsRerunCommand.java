package dev.escarole.web.cli.runs;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.OwnRuns;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RecipesOption;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.run.EventRelay;
import dev.escarole.web.cli.run.RunHere;
import dev.escarole.web.cli.run.RunThere;
import dev.escarole.web.cli.text.DiffText;
import dev.escarole.web.cli.text.StandardInput;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a run again. */
@Command(
    name = "rerun",
    description =
        "Runs a run again as a new run, with its values, input and directories."
            + " Without an option everything is run again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs rerun last --failed",
      "  escarole runs rerun 20261121-2315 --from 0.2",
      "  escarole runs rerun last --failed --recipe census.yaml"
    })
public final class RunsRerunCommand extends ConsoleCommand {

  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private FollowOptions follow = new FollowOptions();
  @ArgGroup private @Nullable Scope scope;

  /** How much is run again; one at most. */
  static final class Scope {
    @Option(
        names = "--failed",
        description =
            "Only what did not succeed, and what comes after it; joins are decided again.")
    private boolean failed;

    @Option(
        names = "--failed-in",
        paramLabel = "STEP",
        description =
            "Only what failed in that step, such as a join's branches, and what comes after it;"
                + " other failures stay as they are.")
    private @Nullable String failedIn;

    @Option(
        names = "--from",
        paramLabel = "STEP",
        description =
            "That step and what comes after it, besides what did not succeed."
                + " A path, or a label that only one step has.")
    private @Nullable String from;

    @Option(
        names = "--branch",
        paramLabel = "STEP",
        description = "That branch and what comes after its join; other branches stay as they are.")
    private @Nullable String branch;

    @Option(
        names = "--cause",
        paramLabel = "KEY",
        description =
            "Only the failures of that cause, and the steps after them; other failures stay as they"
                + " are. `runs show` prints the keys.")
    private @Nullable String cause;

    String kind() {
      if (cause != null) {
        return "cause";
      }
      if (from != null) {
        return "from";
      }
      if (branch != null) {
        return "branch";
      }
      return failed || failedIn != null ? "failed" : "all";
    }

    @Nullable String path() {
      if (cause != null) {
        return cause;
      }
      if (from != null) {
        return from;
      }
      return branch == null ? failedIn : branch;
    }
  }

  @Mixin private RecipesOption recipes = new RecipesOption();

  @Option(
      names = "--recipe",
      paramLabel = "FILE",
      description = "The recipe as it is now. Default: as it was when the run was started.")
  private @Nullable Path recipe;

  @Option(names = "--force", description = "Runs it even if results of finished steps are lost.")
  private boolean force;

  @Override
  public boolean printsJson() {
    return follow.json();
  }

  @Override
  public Integer call() throws InterruptedException {
    RerunRequest request = request();
    StandardInput.warnIfUnused(console, "a rerun has the input of the earlier run");
    Reach reach = Reach.open(console, place, server, follow);
    if (reach.engine() == null) {
      try (reach) {
        tellChanges(reach.escarole(), request);
        return new RunThere(console, reach, follow).follow(reach.escarole().rerun(request).head());
      }
    }
    EventRelay events = new EventRelay();
    return new RunHere(console, follow)
        .call(reach, events, engine -> rerun(engine, request, events));
  }

  private RerunRequest request() {
    Scope wanted = scope == null ? new Scope() : scope;
    Recipe changed = recipe == null ? null : recipes.read(console, recipes.find(console, recipe));
    return new RerunRequest(
        choice.text(),
        wanted.kind(),
        wanted.path(),
        force,
        null,
        changed == null ? null : changed.portable(),
        changed == null ? null : changed.fileName(),
        null);
  }

  private RunHandle rerun(Engine engine, RerunRequest request, EventRelay events) {
    OwnRuns runs = new OwnRuns(engine, console.clock(), events);
    tellChanges(runs.escarole(), request);
    return runs.rerun(request);
  }

  private void tellChanges(Escarole escarole, RerunRequest request) {
    try {
      RerunPreview preview = escarole.previewRerun(request);
      if (!preview.samePlan()) {
        DiffText.lines(preview).forEach(console::say);
      }
    } catch (RefusedException e) {
      // The rerun is refused as well; that refusal is put on record, this one is not.
    }
  }
}
