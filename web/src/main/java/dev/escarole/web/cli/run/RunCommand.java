package dev.escarole.web.cli.run;

import dev.escarole.engine.CatalogCommands;
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
import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.notify.ChannelAdvice;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.schedule.LaunchRule;
import dev.escarole.recipe.template.Codes;
import dev.escarole.web.app.local.OwnRuns;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.FileOption;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.OpeningReach;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.option.StdinOption;
import dev.escarole.web.cli.option.UnknownCommandsOption;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.Surroundings;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a recipe and shows what happens. */
@Command(
    name = "run",
    description = "Runs a recipe or a handle and prints its result.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole run census.yaml --set top=10",
      "  escarole run commit.handle.yaml --set message='Fix it' --set files='[\"a.txt\"]'",
      "  escarole run census.yaml --dir ./books::/books:ro --json",
      "  escarole run census.yaml --file table=./table.csv",
      "  escarole run census.yaml --label nightly --label books",
      "  escarole run census.yaml --watch",
      "  escarole run census --server http://localhost:8420",
      "  sort words.txt | escarole run count.yaml --quiet",
      "  echo '\"echo hello\"' | escarole run -",
      "",
      "Exit codes: 0 done, or degraded with the author's consent to every loss ('failure:"
          + " continue', or 'min_successful' is met), 1 failed, 2 wrong usage or invalid recipe, 3"
          + " denied by policy, 4 degraded without that consent, 5 expired in its queue, 75 the"
          + " queue of the recipe is full, 130 cancelled."
    })
public final class RunCommand extends ConsoleCommand {

  /** Between two looks at the files of a run that is watched. */
  private static final long LOOK_MILLIS = 200;

  @Mixin private RecipeInput input = new RecipeInput();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private StdinOption stdin = new StdinOption();
  @Mixin private FileOption files = new FileOption();
  @Mixin private PrincipalOptions principal = new PrincipalOptions();

  @Mixin private FollowOptions follow = new FollowOptions();
  @Mixin private UnknownCommandsOption unknownCommands = new UnknownCommandsOption();

  @Option(
      names = "--cache",
      description =
          "Keeps results of commands that depend on nothing but program, arguments and input, and"
              + " uses them again, wherever the recipe does not say.")
  private boolean cache;

  @Option(
      names = "--label",
      paramLabel = "TEXT",
      description = "A label to find the run by. Several may be given.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--priority",
      paramLabel = "N",
      description =
          "Priority among the queued runs of a recipe with 'launch', -100 to 100; higher ones start"
              + " first. Default: the recipe's.")
  private @Nullable Integer priority;

  @Option(
      names = "--inherit",
      description =
          "Lets commands print to this terminal whose handles say 'inherit'; without, they are"
              + " refused. With --json all of that goes to standard error.")
  private boolean inherit;

  @Override
  public boolean printsJson() {
    return follow.json();
  }

  @Option(
      names = "--watch",
      description =
          "Runs again whenever the recipe, a file that it imports, its --values file or its --stdin"
              + " file changes, until Ctrl-C. Mistakes in them are shown, and the wait goes on.")
  private boolean watch;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (input.isStandardInput() && stdin.isStandardInput()) {
      throw new UsageException(
          "two-inputs",
          "both the recipe and the input of its first command are to be read from standard input",
          "Name a file for one of them, such as --stdin FILE.");
    }
    return watch
        ? new WatchedRun(console, this::watched, this::once, this::shown)
            .loop(() -> TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS))
        : once();
  }

  private List<Path> watched() {
    if (input.isStandardInput()) {
      throw new UsageException(
          "nothing-to-watch",
          "--watch waits for files to change, and standard input is none",
          "Name the recipe's file, or leave --watch out.");
    }
    String name = input.name(console);
    if (name != null && server.isAsked(console)) {
      throw new UsageException(
          "nothing-to-watch",
          "--watch waits for files here to change, and '" + name + "' is none",
          "Name the recipe's file, or leave --watch out.");
    }
    List<Path> files = new ArrayList<>(input.files(console));
    Path given = stdin.file();
    if (given != null) {
      files.add(console.locate(given));
    }
    return files;
  }

  /** Shows a failure as the end of this command would. */
  private int shown(Exception failure) throws Exception {
    CommandLine line = spec.commandLine();
    return line.getExecutionExceptionHandler()
        .handleExecutionException(failure, line, line.getParseResult());
  }

  private int once() throws InterruptedException {
    Surroundings.Takeover takeover = console.surroundings().takeover();
    if (takeover != null) {
      return takeOver(takeover.run());
    }
    String name = input.name(console);
    if (name != null) {
      ServerOption.There there = server.refusing(this::refuseAtServer).there(console);
      if (there != null) {
        try (Reach reach = Reach.there(console, there)) {
          return runNamed(reach, name);
        }
      }
    }
    EngineOptions options = options();
    // Everything that can be wrong is found before anything is made, as far as it can be; a
    // database that is there already is opened meanwhile.
    try (OpeningReach early = opensEarly() ? opening(options) : null) {
      EventRelay events = new EventRelay();
      Recipe recipe = input.read(console);
      Map<String, Object> values =
          GivenFile.values(recipe, input.values(console), files.given(console));
      Plan plan = plan(options, recipe, values);
      ServerOption.There there = server.refusing(this::refuseAtServer).there(console);
      if (there != null) {
        try (Reach reach = Reach.there(console, there)) {
          return runThere(reach, request(recipe, values, plan, events));
        }
      }
      if (plan != null && unknownCommands.refuses()) {
        refuseUnknown(plan, recipe);
      }
      RunRequest request = request(recipe, values, plan, events);
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

  /**
   * Refuses unknown commands, and says which ones the launch fetches first, perhaps for minutes.
   */
  private void refuseUnknown(Plan plan, Recipe recipe) {
    OwnCommands commands = CatalogCommands.commands(place.directory(console), warning -> {});
    List<Problem> fetched =
        UnknownCommands.refuse(
            plan,
            recipe,
            commands.registry(),
            CatalogCommands.fetched(
                place.directory(console), principal.policyFile(), principal.principal()));
    fetched.forEach(each -> console.say("note: " + TextFormat.plain(each.message())));
  }

  /** Not before something is read that others may take long to write: they could use it then. */
  private boolean opensEarly() {
    return console.surroundings().resident() == null
        && !server.isAsked(console)
        && !stdin.mayWait(console)
        && place.isStored(console);
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

  /** Follows a run that was launched for this command in a process that is gone. */
  private int takeOver(String run) throws InterruptedException {
    try (Reach reach =
        Reach.toRun(
            console,
            place,
            () -> follow.options(place.engineOptions(console)),
            principal.principal())) {
      RunHead head = reach.escarole().run(new RunName(run)).head();
      return new RunThere(console, reach, follow).follow(head);
    }
  }

  private EngineOptions options() {
    EngineOptions options =
        follow.options(place.engineOptions(console)).withUnknownCommands(unknownCommands.rule());
    Path policy = principal.policyFile();
    return policy == null ? options : options.withPolicyFile(policy);
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
  private static @Nullable Plan plan(
      EngineOptions options, Recipe recipe, Map<String, Object> values) {
    RecipeInput.check(recipe, values);
    return recipe.computed(recipe.bind(values)).isEmpty()
        ? new PlanCompiler(options.planLimits()).compile(recipe, values)
        : null;
  }

  private void refuseAtServer() {
    follow.refuseAtServer();
    unknownCommands.refuseAtServer();
  }

  private int runThere(Reach reach, RunRequest request) throws InterruptedException {
    Recipe recipe = request.recipe();
    return launch(
        reach,
        recipe.source(),
        new LaunchRequest(
                null,
                recipe.portable(),
                recipe.fileName(),
                request.values(),
                request.directories().stream().map(DirectoryGrant::text).toList(),
                null,
                request.stdin().bytes(),
                Map.of(),
                request.labels(),
                request.cache(),
                null,
                priority(),
                null)
            .withFiles(FileOption.sent(request.files())));
  }

  /** Runs a recipe that the server has. */
  private int runNamed(Reach reach, String name) throws InterruptedException {
    Map<String, Object> values = input.values(console);
    List<String> places = input.directories(console).stream().map(DirectoryGrant::text).toList();
    List<GivenFile> given = files.given(console);
    NamedRecipe recipe = NamedRecipe.find(reach.escarole(), name, values, places, given);
    recipe.check();
    return launch(
        reach,
        "",
        new LaunchRequest(
                recipe.name(),
                null,
                null,
                values,
                places,
                null,
                stdin.readOrPiped(console, recipe.mayRead(stdin.isPiped(console))),
                Map.of(),
                labels(),
                cache,
                null,
                priority(),
                null)
            .withFiles(FileOption.sent(given)));
  }

  private int launch(Reach reach, String source, LaunchRequest request)
      throws InterruptedException {
    LaunchedRun launched = reach.escarole().launch(request);
    launched.warnings().forEach(warning -> warn(warning.problem(Severity.WARNING), source));
    return new RunThere(console, reach, follow).follow(launched.head());
  }

  private RunHandle start(Engine engine, RunRequest request, @Nullable Plan plan) {
    RunHandle handle = plan == null ? engine.start(request) : engine.start(request, plan);
    OwnRuns.launched(engine, console.clock(), request.principal(), handle.id());
    List<Problem> warnings = new ArrayList<>(engine.warnings(request, handle.plan()));
    warnings.addAll(ChannelAdvice.on(request.recipe(), engine));
    warnings.forEach(warning -> warn(warning, request.recipe().source(warning)));
    return handle;
  }

  /** Advice for the review of a recipe belongs to plans and validation, not to each run. */
  private void warn(Problem warning, String source) {
    if (!Codes.isReview(warning.code())) {
      ProblemText.print(console, warning, source);
    }
  }

  private HostStreams hostStreams() {
    return new HostStreams(
        follow.json() ? console.diagnostics() : console.results(), console.diagnostics());
  }

  /** Standard input is read last, when nothing else can be wrong. */
  private RunRequest request(
      Recipe recipe, Map<String, Object> values, @Nullable Plan plan, EventRelay events) {
    RunRequest.Builder request = RunRequest.of(recipe);
    labels().forEach(request::label);
    Long rank = priority();
    if (rank != null) {
      request.priority(rank.intValue());
    }
    files.given(console).forEach(request::file);
    return request
        .values(values)
        .directories(input.directories(console))
        .stdin(Content.of(firstInput(plan)))
        .principal(principal.principal())
        .listener(events)
        .cache(cache)
        .hostStreams(inherit ? hostStreams() : HostStreams.NONE)
        .build();
  }

  /** A recipe that was read from standard input has left nothing there. */
  private byte[] firstInput(@Nullable Plan plan) {
    return input.isStandardInput()
        ? stdin.read(console, Integer.MAX_VALUE)
        : stdin.readOrPiped(console, FirstCommands.mayRead(plan));
  }

  private @Nullable Long priority() {
    Integer given = priority;
    if (given != null && Math.abs((long) given) > LaunchRule.HIGHEST_PRIORITY) {
      throw new UsageException(
          "out-of-range",
          "--priority must be from -%d to %1$d, was %d"
              .formatted(LaunchRule.HIGHEST_PRIORITY, given),
          "Higher priorities start first.");
    }
    return given == null ? null : given.longValue();
  }

  private List<String> labels() {
    try {
      return List.copyOf(RunLabels.checked(labels));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-label", "--label: " + e.getMessage(), "Write for example: --label nightly");
    }
  }
}
