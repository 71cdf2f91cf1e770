package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.await.AwaitAnswer;
import dev.escarole.engine.store.await.AwaitKey;
import dev.escarole.engine.store.await.Awaits;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.engine.store.await.StoredDecision;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.recipe.template.AwaitKind;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.ApprovalVerbs;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackAnswer;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.approval.CallbackReceipt;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.setup.EngineFailures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Steps that wait for people or programs: lists, decisions, callbacks. Decisions are recorded in
 * the audit, done or refused. Used once, by one thread.
 */
final class AwaitActions {

  private static final String CALLBACKS = "/api/v1/callbacks/";

  private final Installation installation;
  private final Engine engine;
  private final Actor actor;
  private final RunReading reading;

  AwaitActions(Installation installation, Actor actor, RunReading reading) {
    this.installation = installation;
    this.engine = installation.engine();
    this.actor = actor;
    this.reading = reading;
  }

  AwaitList list(AwaitsQuery query) {
    String run = query.run();
    if (run != null) {
      List<StoredAwait> all = engine.decisions().of(reading.id(run));
      return new AwaitList(
          all.stream().limit(query.limit()).map(await -> picture(await, true)).toList(),
          all.stream().filter(StoredAwait::isOpen).count());
    }
    String own = reading.sees().orElse(null);
    List<StoredAwait> open = engine.decisions().open(own, query.limit());
    boolean all = open.size() < query.limit();
    long waiting = all ? open.size() : engine.decisions().count(own);
    return new AwaitList(open.stream().map(await -> picture(await, false)).toList(), waiting);
  }

  AwaitPicture decide(DecisionRequest request, boolean approves) {
    Verb<?, ?> verb = approves ? ApprovalVerbs.APPROVE : ApprovalVerbs.REJECT;
    return recorded(
        verb,
        request.run() + " " + request.path(),
        () -> decided(request, approves),
        done -> done.run() + " " + done.path());
  }

  private AwaitPicture decided(DecisionRequest request, boolean approves) {
    requireRight();
    StoredAwait await = await(request.run(), request.path(), AwaitKind.APPROVAL);
    Long wanted = request.attempt();
    if (wanted != null && wanted != await.key().attempt()) {
      throw conflict(
          RefusalCode.NOT_WAITING,
          "attempt %d of step %s has ended; attempt %d is the last"
              .formatted(wanted, await.path(), await.key().attempt()),
          "Look at the step again before you decide.");
    }
    String comment = request.comment() == null ? "" : request.comment().strip();
    if (comment.length() > StoredDecision.LONGEST_COMMENT) {
      throw RefusedException.of(
          RefusalCode.OUT_OF_RANGE,
          "comment",
          "a comment has at most %,d characters".formatted(StoredDecision.LONGEST_COMMENT),
          "Say it in fewer words.");
    }
    AwaitAnswer answer =
        engine
            .decisions()
            .decide(await.key(), actor.principal().name(), approves, comment)
            .orElseThrow(() -> notWaiting(await.key().run(), await.path()));
    requireCounted(answer);
    return picture(answer.await(), false);
  }

  private void requireCounted(AwaitAnswer answer) {
    StoredAwait await = answer.await();
    String step = "step %s of run %s".formatted(await.path(), await.key().run());
    switch (answer.result()) {
      case COUNTED -> {}
      case DECIDED_BEFORE ->
          throw conflict(
              RefusalCode.ALREADY_DECIDED,
              "'%s' has decided about %s before".formatted(actor.principal().name(), step),
              "%d of %d have approved; somebody else has to decide."
                  .formatted(await.approvals(), await.needed()));
      case ENDED ->
          throw conflict(
              RefusalCode.ALREADY_DECIDED,
              "%s does not wait any more: %s".formatted(step, ending(await)),
              "This answer was not counted.");
      case EXPIRED ->
          throw conflict(
              RefusalCode.TOO_LATE,
              "the time of %s ran out at %s".formatted(step, await.expiresAt()),
              "This answer was not counted; run it again to be asked again.");
      case RUN_OVER ->
          throw conflict(
              RefusalCode.RUN_IS_OVER,
              "run %s is over".formatted(await.key().run()),
              "This answer was not counted.");
    }
  }

  private static String ending(StoredAwait await) {
    List<StoredDecision> decisions = await.decisions();
    String by = decisions.isEmpty() ? "" : " by " + decisions.get(decisions.size() - 1).principal();
    return await.state().word() + by + " at " + await.endedAt();
  }

  CallbackFacts callback(StepName step) {
    return recorded(
        ApprovalVerbs.CALLBACK,
        step.run() + " " + step.path(),
        () -> {
          requireRight();
          StoredAwait await = await(step.run(), step.path(), AwaitKind.CALLBACK);
          if (!await.isOpen()) {
            throw conflict(
                RefusalCode.NOT_WAITING,
                "step %s of run %s does not wait any more: %s"
                    .formatted(await.path(), await.key().run(), ending(await)),
                "Its address has become useless.");
          }
          String token = engine.decisions().token(await).orElseThrow();
          return new CallbackFacts(
              await.key().run().value(),
              await.path(),
              await.key().attempt(),
              CALLBACKS + token,
              await.expiresAt(),
              Awaits.MOST_BODY_BYTES);
        },
        done -> done.run() + " " + done.path());
  }

  /** A wrong token is not put on record: anybody could fill the audit so. */
  CallbackReceipt answer(CallbackAnswer answer) {
    byte[] body = answer.body() == null ? new byte[0] : answer.body();
    if (body.length > Awaits.MOST_BODY_BYTES) {
      throw new RefusedException(
          RefusalCode.TOO_LARGE, "the request is too large", "At most 1 MiB.");
    }
    AwaitAnswer stored =
        guarded(() -> engine.decisions().call(answer.token(), body))
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusalCode.NO_SUCH_CALLBACK,
                        "nothing waits for this callback",
                        "Copy the whole address; it was made for one step and works once."));
    StoredAwait await = stored.await();
    AwaitKey key = await.key();
    String target = key.run() + " " + await.path();
    return recorded(
        ApprovalVerbs.ANSWER,
        target,
        () -> {
          requireCounted(stored);
          return new CallbackReceipt(key.run().value(), await.path(), body.length);
        },
        done -> target);
  }

  /** Whether the policy lets the actor decide. */
  boolean mayDecide() {
    Policy policy = engine.policy(actor.principal());
    return policy.allow() && policy.capabilities().approve();
  }

  private void requireRight() {
    if (!mayDecide()) {
      throw new RefusedException(
          RefusalCode.DENIED,
          "'%s' may not decide about steps that wait".formatted(actor.principal().name()),
          "The policy file can grant it: capabilities: [approve].");
    }
  }

  private StoredAwait await(String run, String step, AwaitKind kind) {
    RunId id = reading.id(run);
    String path = reading.path(id, step);
    return engine
        .decisions()
        .last(id, path)
        .filter(await -> await.kind() == kind)
        .orElseThrow(() -> notWaiting(id, path));
  }

  private static RefusedException notWaiting(RunId run, String path) {
    return conflict(
        RefusalCode.NOT_WAITING,
        "step %s of run %s does not wait for this".formatted(path, run),
        "The list of approvals has the steps that wait.");
  }

  private AwaitPicture picture(StoredAwait await, boolean withInput) {
    return new AwaitPicture(
        await.key().run().value(),
        await.recipe(),
        await.principal(),
        await.path(),
        await.key().attempt(),
        await.kind().word(),
        await.label(),
        await.shown(),
        await.needed(),
        await.approvals(),
        await.openedAt(),
        await.expiresAt(),
        await.state().word(),
        await.endedAt(),
        await.decisions().stream()
            .map(
                each ->
                    new AwaitPicture.DecisionPicture(
                        each.principal(), each.word(), each.comment(), each.at()))
            .toList(),
        await.inputBytes(),
        withInput ? input(await) : null);
  }

  private String input(StoredAwait await) {
    return new String(engine.decisions().inputHead(await.key()), StandardCharsets.UTF_8);
  }

  private static RefusedException conflict(RefusalCode code, String message, String hint) {
    return new RefusedException(code, message, hint);
  }

  /**
   * @param asked the target in the words of the request, for a refusal
   */
  private <T> T recorded(
      Verb<?, ?> verb, String asked, Supplier<T> act, Function<T, String> target) {
    T done;
    try {
      done = guarded(act);
    } catch (RefusedException e) {
      installation.refused(actor, verb.name(), asked, e);
      throw e;
    }
    installation.acted(actor, verb.name(), target.apply(done));
    return done;
  }

  private static <T> T guarded(Supplier<T> act) {
    try {
      return act.get();
    } catch (StoreException e) {
      throw EngineFailures.refusal(e).map(RuntimeException.class::cast).orElse(e);
    }
  }
}
