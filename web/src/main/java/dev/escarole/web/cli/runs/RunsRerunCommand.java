package dev.escarole.web.cli.runs;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.OwnRuns;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RecipesOption;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.option.ValuesFile;
import dev.escarole.web.cli.run.EventRelay;
import dev.escarole.web.cli.run.RunHere;
import dev.escarole.web.cli.run.RunThere;
import dev.escarole.web.cli.text.DiffText;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.StandardInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a run again. */
@Command(
    name = "rerun",
    description =
        "Runs a run again as a new run, with its values, input and directories, or others."
            + " Without an option everything is run again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs rerun last --failed",
      "  escarole runs rerun 20261121-2315 --from 0.2",
      "  escarole runs rerun last --failed --recipe census.yaml",
      "  escarole runs rerun last --failed --dir /srv/notes::/archive:ro --dry-run"
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

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "Gives it a value in place of that of the run; may be repeated. Other values stay.")
  private List<String> settings = new ArrayList<>();

  @Mixin private DirectoryOption directories = new DirectoryOption();

  @Option(
      names = "--dry-run",
      description = "Shows what would run again and what would be kept; starts nothing.")
  private boolean dryRun;

  @Option(names = "--force", description = "Runs it even if results of finished steps are lost.")
  private boolean force;

  @Override
  public boolean printsJson() {
    return follow.json();
  }

  @Override
  public Integer call() throws InterruptedException {
    RerunRequest request = request();
    if (dryRun) {
      return preview(request);
    }
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

  private int preview(RerunRequest request) {
    try (Reach reach = Reach.open(console, place, server)) {
      RerunPreview preview = reach.escarole().previewRerun(request);
      if (follow.json()) {
        JsonOutput.print(console, preview);
      } else {
        DiffText.lines(preview).forEach(line -> console.print(line + "\n"));
        DiffText.fresh(preview).forEach(line -> console.print(line + "\n"));
      }
    }
    return 0;
  }

  private RerunRequest request() {
    Scope wanted = scope == null ? new Scope() : scope;
    Recipe changed = recipe == null ? null : recipes.read(console, recipes.find(console, recipe));
    RerunRequest request =
        new RerunRequest(
            choice.text(),
            wanted.kind(),
            wanted.path(),
            force,
            null,
            changed == null ? null : changed.portable(),
            changed == null ? null : changed.fileName(),
            null);
    List<String> places =
        directories.grantsBesideWorkspace(console).stream().map(DirectoryGrant::text).toList();
    return request.with(
        new LinkedHashMap<>(
            ValuesFile.assigned(
                "--set", settings, "bad-setting", "Write --set name=value once for each name.")),
        places);
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
