package dev.escarole.web.api;

import dev.escarole.engine.store.AuditCursor;
import dev.escarole.engine.store.AuditQuery;
import dev.escarole.engine.store.Audited;
import dev.escarole.engine.store.StoredAction;
import dev.escarole.engine.store.StoredAudit;
import dev.escarole.engine.store.Trail;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.view.AuditJson;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations on the audit. */
final class AuditOperations {

  private static final String TAG = "audit";
  private static final String CALL = "call";
  private static final String LINE = "line";

  private final Installation service;

  AuditOperations(Installation service) {
    this.service = service;
  }

  List<Operation> all() {
    return List.of(trail(), calls(), actions());
  }

  private Operation trail() {
    return Operation.of("GET", "/audit", Role.VIEWER)
        .named("listAudit", TAG)
        .says("Lists calls of commands and lines of agents, refused or not, newest first", "")
        .asks(
            Pages.with(
                List.of(
                    Field.text("kind", "Only calls of commands, or only lines of agents.")
                        .among(List.of(CALL, LINE)),
                    Field.of(Field.Kind.FLAG, "denied", "Only what was refused."),
                    Field.text("principal", "Only on its behalf."),
                    Field.text("command", "Only calls of this name, and lines that name it."),
                    Field.text(
                        "before",
                        "Only what stands behind this place, which 'before' of a page has; as"
                            + " 'escarole audit --before'."),
                    Field.of(Field.Kind.TIME, "since", "Only what began then or later."),
                    Field.of(Field.Kind.TIME, "until", "Only what began before."))))
        .gives(200, "Trail")
        .refuses(422)
        .by(this::trail);
  }

  private void trail(Request request) throws IOException {
    int limit = Pages.limit(request);
    List<Audited> found =
        service.engine().store().trail().list(query(request, limit), kind(request.text("kind")));
    String next =
        found.size() < limit ? null : Pages.next(request, found.get(limit - 1).place().toString());
    Answers.json(request, json -> new AuditJson(json).trail(found, limit, next));
  }

  private static Trail.Kind kind(@Nullable String word) {
    if (word == null) {
      return Trail.Kind.ALL;
    }
    return word.equals(CALL) ? Trail.Kind.CALL : Trail.Kind.LINE;
  }

  private static AuditQuery query(Request request, int limit) {
    AuditQuery.Filter filter =
        new AuditQuery.Filter(
            request.text("principal"),
            request.text("command"),
            request.time("since"),
            request.time("until"));
    AuditQuery.Which which =
        request.flag("denied") ? AuditQuery.Which.DENIALS : AuditQuery.Which.ALL;
    return new AuditQuery(limit, which, filter, cursor(request));
  }

  private Operation calls() {
    return Operation.of("GET", "/audit/calls", Role.VIEWER)
        .named("listCalls", TAG)
        .says("Lists calls of commands, refused or run, newest first", "")
        .asks(
            Pages.with(
                List.of(
                    Field.of(Field.Kind.FLAG, "denied", "Only calls that were refused."),
                    Field.text("principal", "Only calls on its behalf."),
                    Field.text("command", "Only calls of this name."),
                    Field.text(
                        "before",
                        "Only calls behind this place, which 'before' of a page has; as 'escarole"
                            + " audit --before'."),
                    Field.of(Field.Kind.TIME, "since", "Only calls that began then or later."),
                    Field.of(Field.Kind.TIME, "until", "Only calls that began before."))))
        .gives(200, "Calls")
        .refuses(422)
        .by(this::calls);
  }

  private void calls(Request request) throws IOException {
    int limit = Pages.limit(request);
    List<StoredAudit> calls = service.engine().audit(query(request, limit));
    boolean more = calls.size() == limit;
    String next = Pages.next(request, more ? calls.get(limit - 1).place().toString() : null);
    Answers.json(request, json -> new AuditJson(json).calls(calls, limit, next));
  }

  private static @Nullable AuditCursor cursor(Request request) {
    String cursor = Pages.place(request);
    String place = cursor == null ? request.text("before") : cursor;
    try {
      return place == null ? null : AuditCursor.parse(place);
    } catch (IllegalArgumentException e) {
      throw Pages.bad();
    }
  }

  private Operation actions() {
    return Operation.of("GET", "/audit/actions", Role.VIEWER)
        .named("listActions", TAG)
        .says("Lists what people and programs did through servers, newest first", "")
        .asks(
            Pages.with(
                List.of(
                    Field.text("principal", "Only actions of this one."),
                    Field.text("action", "Only actions of this kind, such as run.launch."))))
        .gives(200, "Actions")
        .refuses(422)
        .by(this::actions);
  }

  private void actions(Request request) throws IOException {
    int limit = Pages.limit(request);
    Long before = Pages.number(request);
    List<StoredAction> actions =
        service
            .engine()
            .store()
            .actions()
            .list(
                request.text("principal"),
                request.text("action"),
                before == null ? Long.MAX_VALUE : before,
                limit);
    boolean more = actions.size() == limit;
    String next = Pages.next(request, more ? "" + actions.get(limit - 1).number() : null);
    Answers.json(request, json -> new AuditJson(json).actions(actions, next));
  }
}
