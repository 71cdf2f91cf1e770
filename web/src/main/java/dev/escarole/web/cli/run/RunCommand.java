package dev.escarole.web.cli.run;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Foresight;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.UnknownCommands;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.template.Codes;
import dev.escarole.web.app.local.OwnRuns;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.OpeningReach;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.option.StdinOption;
import dev.escarole.web.cli.option.UnknownCommandsOption;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a recipe and shows what happens. */
@Command(
    name = "run",
    description = "Runs a recipe or a handle and prints its result.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole run census.yaml --set top=10",
      "  escarole run commit.handle.yaml --set message='Fix it' --set files='[\"a.txt\"]'",
      "  escarole run census.yaml --dir ./books::/books:ro --json",
      "  escarole run census.yaml --label nightly --label books",
      "  sort words.txt | escarole run count.yaml --stdin - --quiet",
      "",
      "Exit codes: 0 done, or degraded with the author's consent to every loss ('failure:",
      "continue', or 'min_successful' is met), 1 failed, 2 wrong usage or invalid recipe,",
      "3 denied by policy, 4 degraded without that consent, 130 cancelled."
    })
public final class RunCommand extends ConsoleCommand {

  @Mixin private RecipeInput input = new RecipeInput();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private StdinOption stdin = new StdinOption();
  @Mixin private PrincipalOptions principal = new PrincipalOptions();

  @Mixin private FollowOptions follow = new FollowOptions();
  @Mixin private UnknownCommandsOption unknownCommands = new UnknownCommandsOption();

  @Option(
      names = "--cache",
      description = {
        "Keeps results of commands that depend on nothing but program, arguments and input, and",
        "uses them again, wherever the recipe does not say."
      })
  private boolean cache;

  @Option(
      names = "--label",
      paramLabel = "TEXT",
      description = "A label to find the run by. Several may be given.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--inherit",
      description = {
        "Lets commands print to this terminal whose handles say 'inherit'; without, they are",
        "refused. With --json all of that goes to standard error."
      })
  private boolean inherit;

  @Override
  public boolean printsJson() {
    return follow.json();
  }

  @Override
  public Integer call() throws InterruptedException {
    EngineOptions options =
        follow.options(place.engineOptions(console)).withUnknownCommands(unknownCommands.rule());
    Path policy = principal.policyFile();
    if (policy != null) {
      options = options.withPolicyFile(policy);
    }
    // Everything that can be wrong is found before anything is made, as far as it can be; a
    // database
    // that is there already is opened meanwhile.
    try (OpeningReach early = opensEarly() ? opening(options) : null) {
      EventRelay events = new EventRelay();
      RunRequest request = request(events);
      Plan plan = plan(options, request);
      ServerOption.There there = server.refusing(this::refuseAtServer).there(console);
      if (there != null) {
        try (Reach reach = Reach.there(console, there)) {
          return runThere(reach, request);
        }
      }
      if (plan != null && unknownCommands.refuses()) {
        OwnCommands commands = OwnCommands.open(place.directory(console), warning -> {});
        UnknownCommands.refuse(plan, request.recipe(), commands.registry());
      }
      if (early != null) {
        return run(early, request, plan, events);
      }
      try (OpeningReach opening = opening(options)) {
        return run(opening, request, plan, events);
      }
    } finally {
      // Nothing is kept open that turned out not to be needed.
      Foresight.end();
    }
  }

  /** Not before something is read that others may take long to write: they could use it then. */
  private boolean opensEarly() {
    return !server.isAsked(console) && !stdin.isGiven() && place.isStored(console);
  }

  private OpeningReach opening(EngineOptions options) {
    return OpeningReach.start(
        opensHere ->
            Reach.toRun(
                console,
                place,
                () -> {
                  opensHere.run();
                  return options;
                },
                principal.principal()));
  }

  private int run(OpeningReach opening, RunRequest request, @Nullable Plan plan, EventRelay events)
      throws InterruptedException {
    Reach reach =
        opening.take(
            () -> {
              if (plan != null) {
                CommandHost.prepare(plan);
              }
            });
    if (reach.engine() == null) {
      try (reach) {
        refuseInherit();
        return runThere(reach, request);
      }
    }
    return new RunHere(console, follow)
        .asNew(request)
        .call(reach, events, engine -> start(engine, request, plan));
  }

  private void refuseInherit() {
    if (inherit) {
      throw new UsageException(
          "inherit-elsewhere",
          "another process has the data directory open and carries this run out, so its commands"
              + " cannot print to this terminal",
          "Leave --inherit out, wait until that process has ended, or name another directory with"
              + " --data DIR.");
    }
  }

  /** Null if the plan depends on inputs that the launch computes. */
  private static @Nullable Plan plan(EngineOptions options, RunRequest request) {
    Map<String, Object> bound = request.recipe().bind(request.values());
    return request.recipe().computed(bound).isEmpty()
        ? new PlanCompiler(options.planLimits()).compile(request.recipe(), request.values())
        : null;
  }

  private void refuseAtServer() {
    follow.refuseAtServer();
    unknownCommands.refuseAtServer();
  }

  private int runThere(Reach reach, RunRequest request) throws InterruptedException {
    LaunchedRun launched =
        reach
            .escarole()
            .launch(
                new LaunchRequest(
                    null,
                    request.recipe().source(),
                    request.recipe().fileName(),
                    request.values(),
                    request.directories().stream().map(DirectoryGrant::text).toList(),
                    null,
                    request.stdin().bytes(),
                    request.labels(),
                    request.cache(),
                    null,
                    null));
    launched.warnings().forEach(warning -> warn(warning.problem(Severity.WARNING), request));
    return new RunThere(console, reach, follow).follow(launched.head());
  }

  private RunHandle start(Engine engine, RunRequest request, @Nullable Plan plan) {
    RunHandle handle = plan == null ? engine.start(request) : engine.start(request, plan);
    OwnRuns.launched(engine, console.clock(), request.principal(), handle.id());
    engine.warnings(request, handle.plan()).forEach(warning -> warn(warning, request));
    return handle;
  }

  /** What may happen in any pipeline is said of plans; of a run, its summary says what happened. */
  private void warn(Problem warning, RunRequest request) {
    if (!warning.code().equals(Codes.READS_FROM_FAILURE)) {
      ProblemText.print(console, warning, request.recipe().source());
    }
  }

  private HostStreams hostStreams() {
    return new HostStreams(
        follow.json() ? console.diagnostics() : console.results(), console.diagnostics());
  }

  private RunRequest request(EventRelay events) {
    Recipe recipe = input.read();
    RunRequest.Builder request = RunRequest.of(recipe);
    try {
      RunLabels.checked(labels).forEach(request::label);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-label", "--label: " + e.getMessage(), "Write for example: --label nightly");
    }
    return request
        .values(input.values())
        .directories(input.directories())
        .stdin(Content.of(stdin.read(console, Integer.MAX_VALUE)))
        .principal(principal.principal())
        .listener(events)
        .cache(cache)
        .hostStreams(inherit ? hostStreams() : HostStreams.NONE)
        .build();
  }
}
