package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * A stored run to execute.
 *
 * @param stdin input of the first step
 * @param setting setting of every leaf
 * @param startedAt launch time, as stored
 * @param listener receives every event in order, on the thread that drives the run; must be quick
 * @param reuse results reused from an earlier run
 * @param before prefix of step paths in the audit; empty for a normal run
 */
public record Launch(
    RunId id,
    Plan plan,
    Content stdin,
    Setting setting,
    Instant startedAt,
    Consumer<RunEvent> listener,
    Reuse reuse,
    String before) {

  public Launch {
    plan = plan.at(id.facts());
  }

  /** The name of a step in the audit. */
  String audited(Step step) {
    return before + step.path();
  }

  /**
   * The setting of every leaf of a run.
   *
   * @param directories the run's workspace first, then the grants
   * @param limits limits unless the principal's policy has others; recipes can only narrow them
   * @param cache whether results are cached if the recipe does not say
   * @param hostStreams streams for handles that inherit them
   */
  public record Setting(
      Principal principal,
      List<DirectoryGrant> directories,
      Limits limits,
      boolean cache,
      HostStreams hostStreams) {

    public Setting {
      directories = List.copyOf(directories);
    }
  }
}
