package dev.escarole.web.app;

import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackAnswer;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.run.StepName;
import java.util.function.Supplier;

/** What is asked about steps that wait, in every way to ask. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
final class ApprovalCases {

  private final Twins twins;
  private final String done;

  /**
   * @param done a run that is over and never waited
   */
  ApprovalCases(Twins twins, String done) {
    this.twins = twins;
    this.done = done;
  }

  /** Is told each case. */
  interface Cases {
    <Q extends Record, R> void alike(Verb<Q, R> verb, String what, Supplier<Q> input);
  }

  /** Tells all of them. */
  void tell(Cases cases) {
    cases.alike(ApprovalVerbs.AWAITS, "of a run that never waits", () -> AwaitsQuery.of(done));
    cases.alike(ApprovalVerbs.AWAITS, "of no run", () -> AwaitsQuery.of("nothing"));
    String open = waiting("approval");
    cases.alike(ApprovalVerbs.AWAITS, "of a run", () -> AwaitsQuery.of(open));
    cases.alike(ApprovalVerbs.APPROVE, "one", () -> decision(waiting("approval"), "0", null));
    cases.alike(
        ApprovalVerbs.APPROVE, "by label", () -> decision(waiting("approval"), "ask", "fine"));
    cases.alike(ApprovalVerbs.APPROVE, "no step", () -> decision(waiting("approval"), "0.9", null));
    cases.alike(
        ApprovalVerbs.APPROVE, "a callback", () -> decision(waiting("callback"), "0", null));
    cases.alike(ApprovalVerbs.APPROVE, "of a run that is over", () -> decision(done, "0", null));
    cases.alike(ApprovalVerbs.APPROVE, "twice", this::approved);
    cases.alike(
        ApprovalVerbs.APPROVE,
        "a long comment",
        () -> decision(waiting("approval"), "0", "x".repeat(2_001)));
    cases.alike(
        ApprovalVerbs.REJECT,
        "another attempt",
        () -> new DecisionRequest(waiting("approval"), "0", null, 2L));
    cases.alike(ApprovalVerbs.REJECT, "one", () -> decision(waiting("approval"), "0", "a\"ä\n"));
    String build = waiting("callback");
    cases.alike(ApprovalVerbs.CALLBACK, "one", () -> new StepName(build, "0"));
    cases.alike(
        ApprovalVerbs.CALLBACK, "an approval", () -> new StepName(waiting("approval"), "0"));
    cases.alike(ApprovalVerbs.CALLBACK, "of no run", () -> new StepName("nothing", "0"));
    cases.alike(ApprovalVerbs.ANSWER, "one", () -> answer(new byte[] {-1, 0, 10}));
    cases.alike(ApprovalVerbs.ANSWER, "with nothing", () -> answer(new byte[0]));
    cases.alike(
        ApprovalVerbs.ANSWER,
        "a wrong token",
        () -> new CallbackAnswer(done + ".0.1." + "A".repeat(43), new byte[0]));
  }

  private static DecisionRequest decision(String run, String step, String comment) {
    return new DecisionRequest(run, step, comment, null);
  }

  private DecisionRequest approved() {
    DecisionRequest decision = decision(waiting("approval"), "0", null);
    AwaitPicture unused = twins.local.approve(decision);
    return decision;
  }

  private CallbackAnswer answer(byte[] body) {
    String address = twins.local.callback(new StepName(waiting("callback"), "0")).address();
    return new CallbackAnswer(address.substring(address.lastIndexOf('/') + 1), body);
  }

  private String waiting(String kind) {
    return WaitingRuns.start(twins.local, "{await: " + kind + ", label: ask, show: 'Go on?'}");
  }
}
