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
 * A stored run that is to be carried out.
 *
 * @param stdin what the first step reads
 * @param setting what every leaf of the run is given
 * @param startedAt when the run was asked for, as stored
 * @param listener told of every event in order, on the thread that drives the run; must be quick
 * @param reuse the results that it takes over from an earlier run
 * @param before what its steps are called in the audit before their paths; empty for a run itself
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

  /** A run that takes nothing over. */
  public Launch(
      RunId id,
      Plan plan,
      Content stdin,
      Setting setting,
      Instant startedAt,
      Consumer<RunEvent> listener) {
    this(id, plan, stdin, setting, startedAt, listener, Reuse.NONE);
  }

  /** A run that takes results over. */
  public Launch(
      RunId id,
      Plan plan,
      Content stdin,
      Setting setting,
      Instant startedAt,
      Consumer<RunEvent> listener,
      Reuse reuse) {
    this(id, plan, stdin, setting, startedAt, listener, reuse, "");
  }

  /** What is carried out for a run before it begins, its steps named so in the audit. */
  public static Launch before(
      RunId id, Plan plan, Setting setting, Instant startedAt, String before) {
    return new Launch(id, plan, Content.EMPTY, setting, startedAt, event -> {}, Reuse.NONE, before);
  }

  /** What a step is called in the audit. */
  String audited(Step step) {
    return before + step.path();
  }

  /**
   * What every leaf of a run is given.
   *
   * @param directories the run's workspace first, then the grants
   * @param limits what holds unless the principal's policy says otherwise; a recipe can only narrow
   *     either
   * @param cache whether results may be kept and used again where the recipe does not say
   * @param hostStreams where outputs go that handles want to share with the host
   */
  public record Setting(
      Principal principal,
      List<DirectoryGrant> directories,
      Limits limits,
      boolean cache,
      HostStreams hostStreams) {

    /** A setting without streams of the host. */
    public Setting(
        Principal principal, List<DirectoryGrant> directories, Limits limits, boolean cache) {
      this(principal, directories, limits, cache, HostStreams.NONE);
    }

    public Setting {
      directories = List.copyOf(directories);
    }

    /** This setting with streams of the host. */
    public Setting withHostStreams(HostStreams value) {
      return new Setting(principal, directories, limits, cache, value);
    }
  }
}
