package dev.escarole.web.api;

import dev.escarole.web.app.ApprovalVerbs;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.VerbInputs;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.output.OutputBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the interface can be asked for: a verb, or a stream of live events. The routes,
 * the OpenAPI document and the API page are all made of these. Immutable.
 *
 * @param verb null for a stream, which another room serves
 * @param streamed the inputs of a stream
 */
record Operation(
    Verb.Route route,
    Role role,
    Text text,
    @Nullable Verb<?, ?> verb,
    List<VerbInput> streamed,
    Set<RefusalCode.Kind> refused) {

  private static final Set<Integer> ALWAYS = Set.of(400, 403, 406, 429, 500, 503);
  private static final Set<Integer> OF_BODIES = Set.of(413, 415, 422);
  private static final int BEYOND_THE_END = 416;

  /** What people read of an operation, with its name for programs and its group. */
  record Text(String id, String tag, String summary, String description) {}

  /** All there are, in the order of the reference. */
  static List<Operation> all() {
    List<Operation> all = new ArrayList<>();
    Verbs.ALL.forEach(verb -> all.add(of(verb)));
    all.add(
        stream("/runs/events", "watchRuns", "Tells what happens in all runs of this server", null));
    all.add(
        stream(
            "/runs/{run}/events",
            "watchRun",
            "Tells what happens in a run until it is over",
            new VerbInput(
                "run",
                VerbInput.Kind.TEXT,
                Param.Where.PATH,
                "A run's id.",
                true,
                List.of(),
                null)));
    return List.copyOf(all);
  }

  private static Operation of(Verb<?, ?> verb) {
    return new Operation(
        verb.route(),
        verb.role(),
        new Text(verb.id(), verb.group(), verb.summary(), verb.description()),
        verb,
        List.of(),
        verb.refusals());
  }

  private static Operation stream(
      String path, String id, String summary, @Nullable VerbInput input) {
    return new Operation(
        new Verb.Route("GET", path, 200),
        Role.VIEWER,
        new Text(
            id,
            "events",
            summary,
            "Server-sent events: a snapshot, then deltas. With Last-Event-ID, or after=ID, the"
                + " stream goes on where it broke off."),
        null,
        input == null ? List.of() : List.of(input),
        input == null ? Set.of() : Set.of(RefusalCode.Kind.NOT_FOUND));
  }

  List<VerbInput> inputs() {
    return verb == null ? streamed : VerbInputs.of(verb.request());
  }

  /** Those inputs that stand in one place of a request. */
  List<VerbInput> inputs(Param.Where where) {
    return inputs().stream().filter(input -> input.where() == where).toList();
  }

  /** The media type of the request's body; empty if there is none. */
  String bodyType() {
    if (!inputs(Param.Where.BYTES).isEmpty()) {
      return ApprovalVerbs.ANSWER.equals(verb) ? MediaTypes.ANY : MediaTypes.WASM;
    }
    return inputs(Param.Where.BODY).isEmpty() ? "" : MediaTypes.JSON;
  }

  String type() {
    if (verb == null) {
      return MediaTypes.EVENTS;
    }
    return verb.reply() == OutputBytes.class ? MediaTypes.BYTES : MediaTypes.JSON;
  }

  /** The record of the answer; null if it is not JSON. */
  @Nullable Class<?> reply() {
    return verb != null && type().equals(MediaTypes.JSON) ? verb.reply() : null;
  }

  /** All statuses that say why nothing was done, in order. */
  Set<Integer> refusals() {
    Set<Integer> all = new TreeSet<>(ALWAYS);
    refused.forEach(kind -> all.add(kind.httpStatus()));
    if (role != Role.NOBODY) {
      all.add(RefusalCode.Kind.UNAUTHENTICATED.httpStatus());
    }
    if (!bodyType().isEmpty()) {
      all.addAll(OF_BODIES);
    }
    if (type().equals(MediaTypes.BYTES)) {
      all.add(BEYOND_THE_END);
    }
    return all;
  }
}
