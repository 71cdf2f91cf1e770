package dev.escarole.web.api;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.OutputAnswer;
import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.Page;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.VerbInputs;
import dev.escarole.web.app.Versioned;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Answers requests for one verb. Thread-safe. */
final class VerbHandler<Q extends Record, R> {

  /** Replies that are polled while a run is in progress, that change without it, or are secret. */
  private static final Set<Class<?>> NOT_KEPT =
      Set.of(
          OutputBytes.class,
          Tail.class,
          RunHead.class,
          CallbackFacts.class,
          RunFileList.class,
          WorkspaceList.class);

  private static final String RUN = "run";

  private final Operation operation;
  private final Verb<Q, R> verb;
  private final EscaroleFactory escaroles;
  private final RunAnswers answers;

  VerbHandler(Operation operation, Verb<Q, R> verb, EscaroleFactory escaroles, RunAnswers answers) {
    this.operation = operation;
    this.verb = verb;
    this.escaroles = escaroles;
    this.answers = answers;
  }

  void answer(Context ctx) throws IOException {
    Map<String, Object> values = InputReader.read(ctx, operation);
    Escarole escarole = escaroles.as(Gate.actor(ctx));
    RunAnswers.Question question = null;
    if (isKept() && values.get(RUN) instanceof String run) {
      question = RunAnswers.question(verb, values, escarole.head(new RunName(run)));
      if (question != null && answers.isGiven(ctx, question)) {
        return;
      }
    }
    R reply = verb.ask(escarole, VerbInputs.request(verb.request(), values));
    if (reply instanceof OutputBytes bytes) {
      OutputAnswer.send(ctx, bytes);
    } else if (!isKnown(ctx, reply, question != null)) {
      ctx.status(verb.route().status());
      Object document = prepared(ctx, reply);
      boolean linked = ctx.res().getHeader("Link") != null;
      answers.send(ctx, document, linked ? null : question);
    }
  }

  private boolean isKept() {
    return verb.route().method().equals("GET") && !NOT_KEPT.contains(verb.reply());
  }

  /** Whether the asker has this version of a reply that has versions of its own. */
  private boolean isKnown(Context ctx, R reply, boolean tagged) {
    return !tagged
        && verb.route().method().equals("GET")
        && reply instanceof Versioned versioned
        && RunAnswers.isKnown(ctx, versioned.version());
  }

  /** Says in headers what belongs there; the reply as it is sent. */
  private static Object prepared(Context ctx, Object reply) {
    if (reply instanceof LaunchedRun launched) {
      ctx.header("Location", Api.ROOT + "/runs/" + launched.head().run());
      if (launched.repeated()) {
        ctx.header("Idempotent-Replayed", "true");
      }
    }
    if (reply instanceof Page<?> page && page.next() != null) {
      String address = next(ctx, page.next());
      ctx.header("Link", "<" + address + ">; rel=\"next\"");
      return page.withNext(address);
    }
    return reply;
  }

  private static String next(Context ctx, String cursor) {
    Address address = new Address(Prefix.path(ctx));
    ctx.queryParamMap()
        .forEach(
            (name, values) -> {
              if (!name.equals("cursor")) {
                values.forEach(value -> address.with(name, value));
              }
            });
    return address.with("cursor", cursor).toString();
  }
}
