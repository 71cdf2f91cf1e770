package dev.escarole.web.app.figures;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.recipe.template.SuccessCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs the begin and end of runs, and failed attempts. Arguments, input, output and error texts of
 * commands are never logged, because they may contain secrets.
 */
public final class RunLog {

  private static final Logger LOG = LoggerFactory.getLogger("escarole.run");

  /** Logs an event; called on the run's own thread. */
  public void hear(RunEvent event) {
    if (event instanceof RunEvent.RunStarted) {
      line("started", event).log("run");
    } else if (event instanceof RunEvent.RunResumed resumed) {
      line("resumed", event).addKeyValue("leavesAgain", resumed.leavesAgain()).log("run");
    } else if (event instanceof RunEvent.CancelAsked) {
      line("cancelled", event).log("run");
    } else if (event instanceof RunEvent.RunEnded end) {
      ended(end);
    } else if (event instanceof RunEvent.AttemptEnded attempt) {
      attemptEnded(attempt);
    }
  }

  private static LoggingEventBuilder line(String action, RunEvent event) {
    return LOG.atInfo().addKeyValue("action", action).addKeyValue("run", event.run().value());
  }

  private static void ended(RunEvent.RunEnded end) {
    RunResult result = end.result();
    line("ended", end)
        .addKeyValue("status", result.status().word())
        .addKeyValue("accepted", result.accepted())
        .addKeyValue("durationMillis", result.span().durationMillis())
        .log("run");
  }

  private static void attemptEnded(RunEvent.AttemptEnded attempt) {
    SuccessCodes codes = attempt.step().controls().successCodes();
    if (!StepStatus.of(attempt.result().outcome(), codes).isFailure()) {
      return;
    }
    line("attempt failed", attempt)
        .addKeyValue("step", attempt.step().path())
        .addKeyValue("attempt", attempt.attempt())
        .addKeyValue("status", attempt.result().outcome().word())
        .addKeyValue("exitCode", attempt.result().outcome().exitCode())
        .addKeyValue("durationMillis", attempt.durationMillis())
        .log("step");
  }
}
