package dev.escarole.web.app.local;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunRelatives;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.RunFamily;
import dev.escarole.web.app.run.RunHead;
import org.jspecify.annotations.Nullable;

/** Finds the runs around a run, as far as an actor sees them. Thread-safe. */
final class RunFamilies {

  private final Installation installation;
  private final RunReading reading;

  RunFamilies(Installation installation, RunReading reading) {
    this.installation = installation;
    this.reading = reading;
  }

  RunFamily of(String name) {
    StoredRun run = reading.named(name);
    RunRelatives relatives =
        installation.engine().records().relatives(run, reading.sees().orElse(null));
    return new RunFamily(
        run.id().value(),
        run.recipe(),
        run.rerunOf() == null ? null : earlier(run.rerunOf()),
        relatives.reruns().stream().map(reading::head).toList(),
        head(relatives.previous()),
        head(relatives.next()),
        head(relatives.lastGood()));
  }

  private @Nullable RunHead head(@Nullable StoredRun run) {
    return run == null ? null : reading.head(run);
  }

  private RunFamily.Earlier earlier(RunId of) {
    try {
      return new RunFamily.Earlier(of.value(), reading.head(of));
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_SUCH_RUN) {
        throw e;
      }
      // Deleted, or of a principal whose runs the actor does not see.
      return new RunFamily.Earlier(of.value(), null);
    }
  }
}
