package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.agent.acli.Caller;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The texts that runs leave: results, and what steps wrote. Safe for use by many threads. */
public final class RunTexts {

  /** Longest text that is handed out, in characters; what is behind that is cut. */
  private static final int LONGEST = 1_000_000;

  private final Desk desk;

  public RunTexts(Desk desk) {
    this.desk = desk;
  }

  /** The result of a run that the caller may see; empty if there is none. */
  public Optional<String> result(Caller caller, String run) {
    return run(caller, run).map(StoredRun::stdoutSha256).map(this::text);
  }

  /** What the last attempt of a step wrote; empty if there is none. */
  public Optional<String> output(Caller caller, String run, String step, boolean stderr) {
    Optional<RunId> id = run(caller, run).map(StoredRun::id);
    if (id.isEmpty()) {
      return Optional.empty();
    }
    List<StoredStep> steps = desk.engine().store().steps(id.get());
    StoredAttempt last = null;
    for (StoredAttempt attempt : desk.engine().store().attempts(id.get())) {
      if (steps.get(attempt.stepIndex()).place().path().equals(step)) {
        last = attempt;
      }
    }
    return Optional.ofNullable(last)
        .map(attempt -> text((stderr ? attempt.stderr() : attempt.stdout()).sha256()));
  }

  private Optional<StoredRun> run(Caller caller, String id) {
    return RunId.isOne(id)
        ? desk.engine().store().run(new RunId(id)).filter(run -> desk.sees(caller, run))
        : Optional.empty();
  }

  private String text(String sha256) {
    return Texts.cut(new String(desk.stored().bytes(sha256), StandardCharsets.UTF_8), LONGEST);
  }
}
