package dev.escarole.web.cli.run;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.app.local.WholeRuns;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Interruption;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets one run begin in this process, shows how it goes on, and reports what it came to. */
public final class RunHere {

  private final Console console;
  private final FollowOptions options;
  private boolean resumed;

  /** What is known of a run that begins here; null for one that is older or runs another again. */
  private WholeRuns.@Nullable Begun begun;

  public RunHere(Console console, FollowOptions options) {
    this.console = console;
    this.options = options;
  }

  /** For a run of which some steps have ended before anybody looked: shows it line by line. */
  public RunHere asResumed() {
    resumed = true;
    return this;
  }

  /** For a run that begins here: what was given to it need not be read back. */
  RunHere asNew(RunRequest request) {
    Recipe recipe = request.recipe();
    begun =
        new WholeRuns.Begun(
            request.labels(),
            request.principal().name(),
            recipe.ignoredFields(),
            !recipe.computed().isEmpty());
    return this;
  }

  /**
   * Does all of it, and closes the installation.
   *
   * @param reach has its engine in this process
   * @param events what the run's events are told to
   * @param begin lets the run begin
   * @return the exit code
   */
  public int call(Reach reach, EventRelay events, Function<Engine, RunHandle> begin)
      throws InterruptedException {
    try (Interruption interruption = interruption(console);
        reach) {
      Engine engine = Objects.requireNonNull(reach.engine());
      RunHandle handle = begin.apply(engine);
      console.surroundings().launched(handle.id().value());
      events.answeredBy(reach::command);
      RunResult result = follow(handle, events, interruption);
      RunPicture view = WholeRuns.ended(engine, handle, result, begun, options.judgement());
      if (options.json()) {
        JsonOutput.print(console, view);
      } else {
        printResult(result);
      }
      conclude(console, options, view, reach);
      reach.leave(interruption::concerns);
      Integer exitCode = view.exitCode();
      return exitCode == null ? ExitCode.FAILED.code() : exitCode;
    }
  }

  /** For a command that waits for a run. */
  static Interruption interruption(Console console) {
    return Interruption.await(
        console,
        "The run did not end in time; it is stored as far as it came.",
        ExitCode.CANCELLED);
  }

  /**
   * What a command says at last that has waited for a run: what it came to, unless that goes
   * without saying, and how to look at it.
   */
  static void conclude(Console console, FollowOptions options, RunPicture run, Reach reach) {
    if (!options.quiet() || run.head().status() != RunStatus.DONE) {
      RunSummary.print(run, console.errPaint(), console::say);
      console.say("look at it: " + TextFormat.plain(reach.showCommand(run.head().run())));
    }
  }

  private RunResult follow(RunHandle handle, EventRelay events, Interruption interruption)
      throws InterruptedException {
    interruption.concerns(handle::cancel);
    try (ProgressView progress =
        options.quiet()
            ? ProgressView.NONE
            : ProgressView.of(console, StepTree.of(handle.plan()), !resumed)) {
      handle
          .queuePlace()
          .ifPresent(place -> progress.tell("queued", "run " + handle.id() + ": " + place.words()));
      events.attach(handle.id(), handle.plan(), progress);
      return handle.await();
    }
  }

  /** What the author selected: the result text byte for byte, or a value on a line of its own. */
  private void printResult(RunResult result) {
    String value = result.selected().value();
    if (!result.selected().selector().equals("stdout") && value != null) {
      console.print((value + "\n").getBytes(StandardCharsets.UTF_8));
      return;
    }
    ByteParts bytes = result.stdout().parts();
    console.print(bytes);
    int size = bytes.size();
    boolean openLine = size > 0 && bytes.range(size - 1, size)[0] != '\n';
    if (openLine && console.terminal().stdout() && console.terminal().stderr()) {
      console.say("");
    }
  }
}
