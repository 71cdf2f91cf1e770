package dev.escarole.web.api;

import dev.escarole.engine.store.AuditCursor;
import dev.escarole.engine.store.AuditQuery;
import dev.escarole.engine.store.StoredAction;
import dev.escarole.engine.store.StoredAudit;
import dev.escarole.web.access.Role;
import dev.escarole.web.service.Service;
import dev.escarole.web.view.AuditJson;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations on the audit. */
final class AuditOperations {

  private static final String TAG = "audit";

  private final Service service;

  AuditOperations(Service service) {
    this.service = service;
  }

  List<Operation> all() {
    return List.of(calls(), actions());
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
                    Field.of(Field.Kind.TIME, "since", "Only calls that began then or later."),
                    Field.of(Field.Kind.TIME, "until", "Only calls that began before."))))
        .gives(200, "Calls")
        .refuses(422)
        .by(this::calls);
  }

  private void calls(Request request) throws IOException {
    AuditQuery.Filter filter =
        new AuditQuery.Filter(
            request.text("principal"),
            request.text("command"),
            request.time("since"),
            request.time("until"));
    int limit = Pages.limit(request);
    AuditQuery.Which which =
        request.flag("denied") ? AuditQuery.Which.DENIALS : AuditQuery.Which.ALL;
    List<StoredAudit> calls =
        service.engine().audit(new AuditQuery(limit, which, filter, cursor(request)));
    boolean more = calls.size() == limit;
    String next = Pages.next(request, more ? calls.get(limit - 1).place().toString() : null);
    Answers.json(request, json -> new AuditJson(json).calls(calls, limit, next));
  }

  private static @Nullable AuditCursor cursor(Request request) {
    String place = Pages.place(request);
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
