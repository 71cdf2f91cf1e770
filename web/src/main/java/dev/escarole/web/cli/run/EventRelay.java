package dev.escarole.web.cli.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.local.Pictures;
import dev.escarole.web.cli.text.FailureText;
import dev.escarole.web.cli.text.JoinText;
import dev.escarole.web.cli.text.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tells a view what happens in a run of this process, at once and with what each step complained
 * of, which the news of a run elsewhere leave out. Keeps events until the plan is known, which is
 * when the run has started. Other runs may be under way in the same engine. Thread-safe.
 */
public final class EventRelay implements Consumer<RunEvent> {

  private final List<RunEvent> waiting = new ArrayList<>();
  private ProgressView view = ProgressView.NONE;
  private @Nullable Plan plan;
  private String run = "";
  private UnaryOperator<String> commands = line -> "escarole " + line;

  @Override
  public synchronized void accept(RunEvent event) {
    if (plan == null) {
      waiting.add(event);
    } else {
      tell(event, plan);
    }
  }

  /** Sets how a command for the installation of the run is written, to answer its questions. */
  void answeredBy(UnaryOperator<String> asCommand) {
    commands = asCommand;
  }

  /** Hands on what has happened so far in a run, in order, and from now on what happens. */
  synchronized void attach(RunId newRun, Plan newPlan, ProgressView newView) {
    run = newRun.value();
    plan = newPlan;
    view = newView;
    for (RunEvent event : waiting) {
      tell(event, newPlan);
    }
    waiting.clear();
  }

  private void tell(RunEvent event, Plan of) {
    // The texts: the equality of records is linked at its first use, which takes a while.
    if (view == ProgressView.NONE || !event.run().value().equals(run)) {
      return;
    }
    if (event instanceof RunEvent.RunStarted) {
      view.tell("started", head(of) + TextFormat.count(of.leafCount(), "command", "commands"));
    } else if (event instanceof RunEvent.RunResumed resumed) {
      view.tell(
          "resumed",
          "%s%s kept, %s again"
              .formatted(
                  head(of),
                  TextFormat.count(resumed.attemptsKept(), "attempt is", "attempts are"),
                  TextFormat.count(resumed.leavesAgain(), "command runs", "commands run")));
    } else if (event instanceof RunEvent.StepChanged change) {
      view.step(change.step().index(), change.state(), change.at(), change.until(), why(change));
    } else if (event instanceof RunEvent.AttemptEnded attempt) {
      attempted(attempt);
    } else if (event instanceof RunEvent.JoinDecided decided) {
      view.tell("joined", JoinText.summary(Pictures.join(decided.join(), null)));
    }
  }

  private String head(Plan of) {
    return "run %s of %s: ".formatted(run, TextFormat.plain(of.recipeName()));
  }

  private void attempted(RunEvent.AttemptEnded event) {
    var controls = event.step().controls();
    if (controls.retry() > 1
        && StepStatus.of(event.result().outcome(), controls.successCodes()).isFailure()) {
      view.tell(
          "attempt",
          "%s: attempt %d ended with %s"
              .formatted(
                  TextFormat.step(event.step().path(), event.step().label(), event.step().argv()),
                  event.attempt(),
                  TextFormat.plain(event.result().outcome().toString())));
    }
  }

  private String why(RunEvent.StepChanged change) {
    if (change.state() == StepState.AWAITING && change.step() instanceof LeafStep leaf) {
      return AwaitHint.of(run, leaf.path(), leaf.argv(), commands);
    }
    return why(change.result());
  }

  private static String why(@Nullable StepResult result) {
    if (result == null) {
      return "";
    }
    String reason = result.reason();
    return result.isFailure()
        ? FailureText.of(result)
        : reason == null ? "" : TextFormat.plain(reason);
  }
}
