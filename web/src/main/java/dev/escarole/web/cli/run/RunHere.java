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
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets one run begin in this process, shows how it goes on, and reports what it came to. */
public final class RunHere {

  private final Console console;
  private final RunsPlace place;
  private final FollowOptions options;
  private boolean resumed;

  /** What is known of a run that begins here; null for one that is older or runs another again. */
  private WholeRuns.@Nullable Begun begun;

  public RunHere(Console console, RunsPlace place, FollowOptions options) {
    this.console = console;
    this.place = place;
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
    try (Interruption interruption = Interruption.await(console);
        reach) {
      Engine engine = Objects.requireNonNull(reach.engine());
      RunHandle handle = begin.apply(engine);
      RunResult result = follow(handle, events, interruption);
      int code =
          report(WholeRuns.ended(engine, handle, result, begun, options.judgement()), result);
      reach.leave(interruption::concerns);
      return code;
    }
  }

  private RunResult follow(RunHandle handle, EventRelay events, Interruption interruption)
      throws InterruptedException {
    interruption.concerns(handle::cancel);
    try (ProgressView progress = progress(handle)) {
      events.attach(handle.id(), progress);
      return handle.await();
    }
  }

  private ProgressView progress(RunHandle handle) {
    if (options.quiet()) {
      return ProgressView.NONE;
    }
    return console.terminal().stderr() && !resumed
        ? new LiveProgress(console, handle.plan()).open()
        : new PlainProgress(console, handle.plan());
  }

  private int report(RunPicture view, RunResult result) {
    if (options.json()) {
      JsonOutput.print(console, view);
    } else {
      printResult(result);
    }
    if (!options.quiet() || view.head().status() != RunStatus.DONE) {
      RunSummary.print(view, console.errPaint(), console::say);
      console.say("look at it: " + TextFormat.plain(place.showCommand(view.head().run())));
    }
    Integer exitCode = view.exitCode();
    return exitCode == null ? ExitCode.FAILED.code() : exitCode;
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
