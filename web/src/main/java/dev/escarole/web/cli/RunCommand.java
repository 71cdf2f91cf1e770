package dev.escarole.web.cli;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.view.ExitCode;
import dev.escarole.web.view.RunJson;
import dev.escarole.web.view.RunView;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a recipe and shows what happens. */
@Command(
    name = "run",
    description = "Runs a recipe and prints its result.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole run census.yaml --set top=10",
      "  escarole run census.yaml --dir ./books::/books:ro --json",
      "  sort words.txt | escarole run count.yaml --stdin - --quiet",
      "",
      "Exit codes: 0 done or degraded, 1 failed, 2 wrong usage or invalid recipe,",
      "3 denied by policy, 4 degraded with --strict, 130 cancelled."
    })
final class RunCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RecipeInput input = new RecipeInput();
  @Mixin private DataOption data = new DataOption();
  @Mixin private StdinOption stdin = new StdinOption();
  @Mixin private PrincipalOptions principal = new PrincipalOptions();

  @Option(names = "--json", description = "Prints one JSON object instead of the result text.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Shows no progress, and no summary of a run that is done.")
  private boolean quiet;

  @Option(names = "--strict", description = "Exits with 4 if the run is degraded.")
  private boolean strict;

  @Option(
      names = "--cache",
      description = {
        "Keeps results of commands that depend on nothing but program, arguments and input, and",
        "uses them again, wherever the recipe does not say."
      })
  private boolean cache;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Commands that run at once. Default: the number of processors.")
  private @Nullable Integer workers;

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() throws InterruptedException {
    EngineOptions options = options();
    EventRelay events = new EventRelay();
    RunRequest request = request(events);
    // Everything that can be wrong is found before there is a database.
    new PlanCompiler(options.planLimits()).compile(request.recipe(), request.values());
    try (Interruption interruption = Interruption.await(console)) {
      RunResult result;
      try (Engine engine = Engine.open(options)) {
        result = run(engine, request, events, interruption);
      }
      return report(result);
    }
  }

  private EngineOptions options() {
    EngineOptions options = EngineOptions.at(data.directory(console));
    Path policy = principal.policyFile();
    if (policy != null) {
      options = options.withPolicyFile(policy);
    }
    if (workers == null) {
      return options;
    }
    try {
      return options.withWorkers(workers);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-workers", "--workers must be 1 to 1024, was " + workers, "Choose a smaller number.");
    }
  }

  private RunRequest request(EventRelay events) {
    Recipe recipe = input.read();
    return RunRequest.of(recipe)
        .values(input.values())
        .directories(input.directories())
        .stdin(Content.of(stdin.read(console, Integer.MAX_VALUE)))
        .principal(principal.principal())
        .listener(events)
        .cache(cache)
        .build();
  }

  private RunResult run(
      Engine engine, RunRequest request, EventRelay events, Interruption interruption)
      throws InterruptedException {
    RunHandle handle = engine.start(request);
    interruption.concerns(handle);
    for (Problem warning : engine.warnings(request, handle.plan())) {
      ProblemText.print(console, warning, request.recipe().source());
    }
    try (Progress progress = progress(handle)) {
      events.attach(progress);
      return handle.await();
    }
  }

  private Progress progress(RunHandle handle) {
    if (quiet) {
      return Progress.NONE;
    }
    return console.terminal().stderr()
        ? new LiveProgress(console, handle.plan()).open()
        : new PlainProgress(console, handle.plan());
  }

  private int report(RunResult result) {
    RunView view = RunView.of(result, strict);
    if (json) {
      JsonOutput.print(console, out -> new RunJson(out).run(view));
    } else {
      printResult(result);
    }
    if (!quiet || view.head().status() != RunStatus.DONE) {
      RunSummary.print(view, console.errPaint(), console::say);
      console.say("look at it: " + data.showCommand(view.head().run()));
    }
    ExitCode exitCode = view.exitCode();
    return exitCode == null ? ExitCode.FAILED.code() : exitCode.code();
  }

  /** What the author selected: the result text byte for byte, or a value on a line of its own. */
  private void printResult(RunResult result) {
    String value = result.output().value();
    if (!result.output().selector().equals("stdout") && value != null) {
      console.print(value + "\n");
      return;
    }
    byte[] bytes = result.stdout().bytes();
    console.print(bytes);
    boolean openLine = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
    if (openLine && console.terminal().stdout() && console.terminal().stderr()) {
      console.say("");
    }
  }
}
