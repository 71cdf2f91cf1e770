package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.cli.option.FollowOptions;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.FailureText;
import dev.escarole.web.cli.text.Interruption;
import dev.escarole.web.cli.text.JoinText;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    try (Interruption interruption = RunHere.interruption(console)) {
      interruption.concerns(() -> cancel(name));
      try (Relay relay = new Relay(run);
          Following following = escarole.follow(name, relay::hear)) {
        following.await();
      }
      int code = report(escarole.run(name));
      reach.leave(interruption::concerns);
      return code;
    }
  }

  private void cancel(RunName run) {
    try {
      RunHead unused = escarole.cancel(new CancelRequest(run.run(), null));
    } catch (RefusedException e) {
      console.say(TextFormat.plain(String.valueOf(e.getMessage())));
    }
  }

  /** Tells a view what the news say, which come one at a time and may come again. */
  private final class Relay implements AutoCloseable {
    private final RunHead run;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Map<String, String> told = new HashMap<>();
    private final Map<String, JoinPicture> joined = new HashMap<>();
    private ProgressView view = ProgressView.NONE;

    Relay(RunHead run) {
      this.run = run;
    }

    void hear(RunNews news) {
      if (options.quiet()) {
        return;
      }
      if (indexes.isEmpty() && !news.steps().isEmpty()) {
        begin(news.steps());
      }
      news.steps().forEach(this::tell);
      for (JoinPicture join : news.joins()) {
        if (!join.equals(joined.put(join.path(), join))) {
          view.tell("joined", JoinText.summary(join));
        }
      }
    }

    private void begin(List<StepPicture> steps) {
      steps.forEach(step -> indexes.put(step.path(), indexes.size()));
      view = ProgressView.of(console, StepTree.of(steps), true);
      long commands = steps.stream().filter(step -> step.kind().equals("leaf")).count();
      String queue = run.queueWords();
      view.tell(
          queue == null ? "started" : "queued",
          "run %s of %s: %s%s"
              .formatted(
                  run.run(),
                  TextFormat.plain(run.recipe()),
                  TextFormat.count(commands, "command", "commands"),
                  queue == null ? "" : ", " + queue));
    }

    private void tell(StepPicture step) {
      Integer index = indexes.get(step.path());
      String standing = step.status() + " " + step.until();
      if (index == null || standing.equals(told.put(step.path(), standing))) {
        return;
      }
      StepState state = TreeState.state(step.status());
      Instant start = step.startedAt();
      Long millis = step.durationMillis();
      Instant at = console.clock().instant();
      if (start != null && state != StepState.PENDING && step.until() == null) {
        // An end may be the first that is heard of it.
        view.step(index, StepState.RUNNING, start, null, "");
        at = millis == null ? start : start.plusMillis(millis);
      }
      view.step(index, state, at, step.until(), why(step, state));
    }

    private String why(StepPicture step, StepState state) {
      if (state == StepState.AWAITING) {
        return AwaitHint.of(run.run(), step.path(), step.argv(), reach::command);
      }
      if (state == StepState.FAILED || state == StepState.TIMEOUT || state == StepState.CANCELLED) {
        return FailureText.of(step);
      }
      return step.reason() == null ? "" : TextFormat.plain(step.reason());
    }

    @Override
    public void close() {
      view.close();
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
    RunHere.conclude(console, options, view, reach);
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
