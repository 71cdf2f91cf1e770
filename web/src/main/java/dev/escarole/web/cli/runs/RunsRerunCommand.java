package dev.escarole.web.cli.runs;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RerunRefusedException;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.RerunPreviews;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.run.EventRelay;
import dev.escarole.web.cli.run.RunHere;
import dev.escarole.web.cli.run.RunThere;
import dev.escarole.web.cli.text.CanPrintJson;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.DiffText;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a run again. */
@Command(
    name = "rerun",
    description = {
      "Runs a run again as a new run, with its values, input and directories.",
      "Without an option everything is run again."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs rerun last --failed",
      "  escarole runs rerun 20261121-2315 --from 0.2",
      "  escarole runs rerun last --failed --recipe census.yaml"
    })
public final class RunsRerunCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
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
        description = {
          "That step and what comes after it, besides what did not succeed.",
          "A path, or a label that only one step has."
        })
    private @Nullable String from;

    @Option(
        names = "--branch",
        paramLabel = "STEP",
        description = "That branch and what comes after its join; other branches stay as they are.")
    private @Nullable String branch;

    RerunScope scope() {
      if (from != null) {
        return RerunScope.from(from);
      }
      if (branch != null) {
        return RerunScope.branch(branch);
      }
      if (failedIn != null) {
        return RerunScope.failedIn(failedIn);
      }
      return failed ? RerunScope.FAILED : RerunScope.ALL;
    }
  }

  @Option(
      names = "--recipe",
      paramLabel = "FILE",
      description = "The recipe as it is now. Default: as it was when the run was started.")
  private @Nullable Path recipe;

  @Option(
      names = "--force",
      description = "Goes on although results of finished steps no longer hold.")
  private boolean force;

  public RunsRerunCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return follow.json();
  }

  @Override
  public Integer call() throws InterruptedException {
    RemoteEscarole remote = server.refusing(follow::refuseAtServer).escarole(console);
    if (remote != null) {
      try (Reach reach = Reach.there(remote)) {
        return rerunThere(reach);
      }
    }
    EngineOptions options = follow.options(place.existing(console));
    EventRelay events = new EventRelay();
    return new RunHere(console, place, follow)
        .call(options, events, engine -> rerun(engine, events));
  }

  private RerunScope wanted() {
    return scope == null ? RerunScope.ALL : scope.scope();
  }

  private int rerunThere(Reach reach) throws InterruptedException {
    Recipe changed = recipe == null ? null : new RecipeReader().read(recipe);
    dev.escarole.web.app.run.RerunRequest request =
        new dev.escarole.web.app.run.RerunRequest(
            choice.text(),
            wanted().kind().name().toLowerCase(Locale.ROOT),
            wanted().path(),
            force,
            null,
            changed == null ? null : changed.source(),
            changed == null ? null : changed.fileName(),
            null);
    tell(reach.escarole().previewRerun(request));
    return new RunThere(console, reach, follow).follow(reach.escarole().rerun(request).head());
  }

  private void tell(RerunPreview preview) {
    if (!preview.samePlan()) {
      DiffText.lines(preview).forEach(console::say);
    }
  }

  private RerunRequest request(RunId id, EventRelay events) {
    RerunRequest request =
        RerunRequest.of(id).withScope(wanted()).withForce(force).withListener(events);
    return recipe == null ? request : request.withRecipe(new RecipeReader().read(recipe));
  }

  private RunHandle rerun(Engine engine, EventRelay events) {
    RerunRequest request = request(choice.find(engine.store()), events);
    try {
      tell(RerunPreviews.of(engine.planRerun(request)));
      return engine.rerun(request);
    } catch (RerunRefusedException e) {
      throw new UsageException(
          "rerun-refused",
          TextFormat.plain(String.valueOf(e.getMessage())),
          e.canBeForced()
              ? "Add --force to go on nevertheless, or leave the options out to run everything again."
              : "See the steps with: escarole runs show " + request.of());
    }
  }
}
