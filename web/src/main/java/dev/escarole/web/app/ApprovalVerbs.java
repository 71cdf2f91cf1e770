package dev.escarole.web.app;

import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackAnswer;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.approval.CallbackReceipt;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.run.StepName;
import java.util.Set;

/** The verbs about steps that wait for people or programs: rows of {@link Verbs#ALL}. */
public final class ApprovalVerbs {

  public static final Verb<AwaitsQuery, AwaitList> AWAITS =
      new Verb<>(
          "approval.list",
          "listApprovals",
          "approvals",
          "Lists steps that wait for people or programs",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/approvals", 200),
          AwaitsQuery.class,
          AwaitList.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::awaits);

  public static final Verb<DecisionRequest, AwaitPicture> APPROVE =
      new Verb<>(
          "approval.approve",
          "approveStep",
          "approvals",
          "Approves a step that waits",
          "The policy has to give the caller the capability 'approve', too. The run goes on as soon "
              + "as enough people have approved; each counts once.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/{run}/steps/{path}/approve", 200),
          DecisionRequest.class,
          AwaitPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::approve);

  public static final Verb<DecisionRequest, AwaitPicture> REJECT =
      new Verb<>(
          "approval.reject",
          "rejectStep",
          "approvals",
          "Rejects a step that waits, so that it fails",
          "The policy has to give the caller the capability 'approve', too. One rejection is enough.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/{run}/steps/{path}/reject", 200),
          DecisionRequest.class,
          AwaitPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::reject);

  public static final Verb<StepName, CallbackFacts> CALLBACK =
      new Verb<>(
          "callback.read",
          "getCallback",
          "approvals",
          "Shows where a program answers a step that waits for a callback",
          "The policy has to give the caller the capability 'approve', too: the address is a secret.",
          Role.OPERATOR,
          true,
          new Verb.Route("GET", "/runs/{run}/steps/{path}/callback", 200),
          StepName.class,
          CallbackFacts.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::callback);

  public static final Verb<CallbackAnswer, CallbackReceipt> ANSWER =
      new Verb<>(
          "callback.answer",
          "answerCallback",
          "approvals",
          "Answers a step that waits for a callback",
          "Needs no token but that in the address, which works once. The body becomes the step's "
              + "output, whatever its type.",
          Role.NOBODY,
          true,
          new Verb.Route("POST", "/callbacks/{token}", 200),
          CallbackAnswer.class,
          CallbackReceipt.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT, RefusalCode.Kind.TOO_LARGE),
          Escarole::answer);

  private ApprovalVerbs() {}
}
