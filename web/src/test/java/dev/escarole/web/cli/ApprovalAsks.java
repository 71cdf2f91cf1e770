package dev.escarole.web.cli;

import dev.escarole.web.app.ApprovalVerbs;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.WaitingRuns;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.run.StepName;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is asked about steps that wait, on the command line and by agents. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
final class ApprovalAsks {

  private final Twins twins;
  private final String done;

  /**
   * @param done a run that is over and never waited
   */
  ApprovalAsks(Twins twins, String done) {
    this.twins = twins;
    this.done = done;
  }

  /** Is told each of them. */
  interface Asks {
    <Q extends Record, R> void ask(
        Verb<Q, R> verb, Supplier<Q> input, @Nullable String command, @Nullable String line);
  }

  /** Tells all of them. */
  void tell(Asks asks) {
    String open = waiting("approval");
    String build = waiting("callback");
    asks.ask(
        ApprovalVerbs.AWAITS,
        () -> AwaitsQuery.of(open),
        "approvals " + open + " --json",
        "approvals list --run " + open);
    asks.ask(
        ApprovalVerbs.AWAITS, () -> AwaitsQuery.now(100), "approvals --json", "approvals list");
    asks.ask(
        ApprovalVerbs.APPROVE,
        () -> decision(waiting("approval")),
        "approve %s 0 --comment why --json",
        "approvals approve %s 0 --comment why");
    asks.ask(
        ApprovalVerbs.REJECT,
        () -> decision(waiting("approval")),
        "reject %s 0 --comment why --json",
        "approvals reject %s 0 --comment why");
    for (String run : List.of(done, "nothing")) {
      asks.ask(
          ApprovalVerbs.APPROVE,
          () -> decision(run),
          "approve %s 0 --json",
          "approvals approve %s 0");
    }
    asks.ask(
        ApprovalVerbs.CALLBACK,
        () -> new StepName(build, "0"),
        "callback %s 0 --json",
        "approvals callback %s 0");
    asks.ask(
        ApprovalVerbs.CALLBACK,
        () -> new StepName(open, "0"),
        "callback %s 0 --json",
        "approvals callback %s 0");
  }

  private static DecisionRequest decision(String run) {
    return new DecisionRequest(run, "0", "why", null);
  }

  private String waiting(String kind) {
    return WaitingRuns.start(twins.local, "await: " + kind);
  }
}
