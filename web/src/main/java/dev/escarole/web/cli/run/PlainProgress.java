package dev.escarole.web.cli.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.recipe.template.SuccessCodes;
import dev.escarole.web.app.local.Pictures;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.FailureText;
import dev.escarole.web.cli.text.JoinText;
import dev.escarole.web.cli.text.TextFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports a run line by line, for logs and pipes: its start, the end of each leaf and branch, each
 * failed attempt that is tried again, and each join. Confined to the run's events, which come one
 * at a time.
 */
final class PlainProgress implements ProgressView {

  private final Console console;
  private final Plan plan;
  private final StepTree tree;
  private final Map<Integer, Instant> began = new HashMap<>();

  PlainProgress(Console console, Plan plan) {
    this.console = console;
    this.plan = plan;
    this.tree = StepTree.of(plan);
  }

  @Override
  public void accept(RunEvent event) {
    if (event instanceof RunEvent.RunStarted) {
      started(event);
    } else if (event instanceof RunEvent.RunResumed resumed) {
      resumed(resumed);
    } else if (event instanceof RunEvent.StepChanged change) {
      changed(change);
    } else if (event instanceof RunEvent.AttemptEnded attempt) {
      attempted(attempt);
    } else if (event instanceof RunEvent.JoinDecided decided) {
      joined(decided.join());
    }
  }

  private void started(RunEvent event) {
    console.say(
        "started   run %s of %s: %s"
            .formatted(
                event.run(),
                TextFormat.plain(plan.recipeName()),
                TextFormat.count(plan.leafCount(), "command", "commands")));
  }

  private void resumed(RunEvent.RunResumed event) {
    console.say(
        "resumed   run %s of %s: %s kept, %s again"
            .formatted(
                event.run(),
                TextFormat.plain(plan.recipeName()),
                TextFormat.count(event.attemptsKept(), "attempt is", "attempts are"),
                TextFormat.count(event.leavesAgain(), "command runs", "commands run")));
  }

  private void changed(RunEvent.StepChanged change) {
    Step step = change.step();
    if (!change.state().isEnded()) {
      Instant until = change.until();
      if (until != null) {
        String wait = time(change.at(), until);
        console.say(word("waiting") + name(step) + ": next attempt in " + wait);
      }
      if (change.state() != StepState.PENDING) {
        began.putIfAbsent(step.index(), change.at());
      }
      return;
    }
    Instant start = began.remove(step.index());
    if (step instanceof LeafStep || tree.isBranch(step.index())) {
      String time = start == null ? "" : " (" + time(start, change.at()) + ")";
      console.say(word(change.state().word()) + name(step) + time + reason(change.result()));
    }
  }

  private void attempted(RunEvent.AttemptEnded event) {
    int tries = event.step().controls().retry();
    SuccessCodes codes = event.step().controls().successCodes();
    if (tries > 1 && StepStatus.of(event.result().outcome(), codes).isFailure()) {
      console.say(
          "%s%s: attempt %d ended with %s"
              .formatted(
                  word("attempt"),
                  name(event.step()),
                  event.attempt(),
                  TextFormat.plain(event.result().outcome().toString())));
    }
  }

  private void joined(Join join) {
    console.say(word("joined") + JoinText.summary(Pictures.join(join, null)));
  }

  private static String name(Step step) {
    return TextFormat.step(
        step.path(), step.label(), step.fold(LeafStep::argv, group -> List.of()));
  }

  private static String reason(@Nullable StepResult result) {
    if (result == null) {
      return "";
    }
    String reason = result.reason();
    if (!result.isFailure()) {
      return reason == null ? "" : ": " + TextFormat.plain(reason);
    }
    return ": " + FailureText.of(result);
  }

  private static String word(String word) {
    return "%-10s".formatted(word);
  }

  private static String time(Instant from, Instant to) {
    return TextFormat.duration(Duration.between(from, to).toMillis());
  }
}
