package dev.escarole.web.cli.run;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.RunOutputQuery;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a run that another process carries out, tells what happens in it, and reports what it
 * came to as if it had run here.
 */
public final class RunThere {

  private final Console console;
  private final Reach reach;
  private final Escarole escarole;
  private final FollowOptions options;

  public RunThere(Console console, Reach reach, FollowOptions options) {
    this.console = console;
    this.reach = reach;
    this.escarole = reach.escarole();
    this.options = options;
  }

  /**
   * Does all of it.
   *
   * @return the exit code
   */
  public int follow(RunHead run) throws InterruptedException {
    RunName name = new RunName(run.run());
    Thread hook = new Thread(() -> cancel(name), "escarole-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    try (Following following = escarole.follow(name, new Telling(run)::hear)) {
      following.await();
    } finally {
      release(hook);
    }
    return report(escarole.run(name));
  }

  private static void release(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook cancels the run.
    }
  }

  private void cancel(RunName run) {
    escarole.cancel(new CancelRequest(run.run(), null));
    Runtime.getRuntime().halt(ExitCode.CANCELLED.code());
  }

  /** Tells people what happens; news come one at a time. */
  private final class Telling {
    private final RunHead run;
    private final Set<String> told = new HashSet<>();
    private boolean begun;

    Telling(RunHead run) {
      this.run = run;
    }

    void hear(RunNews news) {
      if (options.quiet()) {
        return;
      }
      if (!begun) {
        begun = true;
        long commands = news.steps().stream().filter(step -> step.kind().equals("leaf")).count();
        console.say(
            "started   run %s of %s: %s"
                .formatted(
                    run.run(),
                    TextFormat.plain(run.recipe()),
                    TextFormat.count(commands, "command", "commands")));
      }
      news.steps().forEach(this::tell);
    }

    /** Says that a leaf has ended; once, although news may tell of it again. */
    private void tell(StepPicture step) {
      boolean ended = step.outcome() != null || step.status().equals(StepState.SKIPPED.word());
      if (!step.kind().equals("leaf") || !ended || !told.add(step.path())) {
        return;
      }
      Long millis = step.durationMillis();
      String time =
          step.startedAt() != null && millis != null
              ? " (" + TextFormat.duration(millis) + ")"
              : "";
      console.say(
          "%-10s%s%s%s"
              .formatted(
                  TextFormat.plain(step.status()),
                  TextFormat.step(step.path(), step.label(), step.argv()),
                  time,
                  why(step)));
    }

    private static String why(StepPicture step) {
      String reason = step.reason();
      if (reason != null) {
        return ": " + TextFormat.plain(reason);
      }
      Integer code = step.exitCode();
      return code == null || code == 0 ? "" : ": exit code " + code;
    }
  }

  private int report(RunPicture view) {
    RunHead head = view.head();
    ExitCode exitCode =
        view.exitCode() == null
            ? ExitCode.FAILED
            : ExitCode.of(head.status(), head.accepted(), firstOutcome(view), options.judgement());
    if (options.json()) {
      JsonOutput.print(console, view.withExitCode(exitCode.code()));
    } else {
      print(view, view.output());
    }
    if (!options.quiet() || head.status() != RunStatus.DONE) {
      RunSummary.print(view, console.errPaint(), console::say);
      console.say("look at it: escarole runs show " + head.run() + " --server " + reach.inWords());
    }
    return exitCode.code();
  }

  private void print(RunPicture view, RunPicture.@Nullable Output result) {
    if (result == null) {
      return;
    }
    ResultText value = result.value();
    if (!result.selector().equals("stdout") && value != null) {
      console.print((value.text() + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      OutputBytes bytes = escarole.output(new RunOutputQuery(view.head().run(), "stdout"));
      console.print(bytes.open(0, bytes.size()));
    }
  }

  private static @Nullable String firstOutcome(RunPicture run) {
    return run.failures().isEmpty() ? null : run.failures().get(0).outcome();
  }
}
