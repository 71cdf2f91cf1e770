package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.Actions.StoredAction;
import dev.escarole.engine.store.audit.AuditCursor;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.engine.store.audit.Trail;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.audit.ActionPage;
import dev.escarole.web.app.audit.ActionPicture;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.audit.AuditList;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallPage;
import dev.escarole.web.app.audit.CallPicture;
import dev.escarole.web.app.audit.CallsQuery;
import dev.escarole.web.app.audit.LinePicture;
import dev.escarole.web.app.local.output.Cursors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the audit. Thread-safe. */
final class AuditReading {

  private final Engine engine;

  AuditReading(Engine engine) {
    this.engine = engine;
  }

  AuditList trail(AuditListQuery query) {
    AuditQuery rows =
        new AuditQuery(
            query.limit(),
            query.denied() ? AuditQuery.Which.DENIALS : AuditQuery.Which.ALL,
            new AuditQuery.Filter(query.principal(), query.command(), query.since(), query.until()),
            cursor(Verbs.AUDIT, query.cursor(), query.before()));
    List<Audited> found = engine.audit().list(rows, kind(query.kind()));
    String before = before(found, query.limit());
    return new AuditList(
        found.stream()
            .filter(StoredAudit.class::isInstance)
            .map(each -> call((StoredAudit) each))
            .toList(),
        found.stream()
            .filter(StoredLine.class::isInstance)
            .map(each -> line((StoredLine) each))
            .toList(),
        before,
        Cursors.text(Verbs.AUDIT, before));
  }

  private static Trail.Kind kind(@Nullable String word) {
    if (word == null) {
      return Trail.Kind.ALL;
    }
    return word.equals("call") ? Trail.Kind.CALL : Trail.Kind.LINE;
  }

  private static @Nullable String before(List<? extends Audited> found, int limit) {
    return found.size() < limit ? null : found.get(limit - 1).place().toString();
  }

  private static @Nullable AuditCursor cursor(
      Verb<?, ?> verb, @Nullable String cursor, @Nullable String before) {
    String page = Cursors.place(verb, cursor);
    String place = page == null ? before : page;
    try {
      return place == null ? null : AuditCursor.parse(place);
    } catch (IllegalArgumentException e) {
      if (page != null) {
        throw Cursors.bad();
      }
      throw RefusedException.of(
          RefusalCode.BAD_CURSOR,
          "before",
          "before: " + e.getMessage(),
          "Take it from 'before' of the page before.");
    }
  }

  CallPage calls(CallsQuery query) {
    AuditQuery rows =
        new AuditQuery(
            query.limit(),
            query.denied() ? AuditQuery.Which.DENIALS : AuditQuery.Which.ALL,
            new AuditQuery.Filter(query.principal(), query.command(), query.since(), query.until()),
            cursor(Verbs.CALLS, query.cursor(), query.before()));
    List<StoredAudit> found = engine.audit().calls(rows);
    String before = before(found, query.limit());
    return new CallPage(
        found.stream().map(AuditReading::call).toList(), before, Cursors.text(Verbs.CALLS, before));
  }

  private static CallPicture call(StoredAudit stored) {
    AuditEntry entry = stored.entry();
    return new CallPicture(
        entry.at(),
        entry.caller().principal(),
        entry.command(),
        entry.artifact(),
        entry.outcome().word(),
        entry.outcome().exitCode(),
        entry.outcome().detail(),
        entry.outcome().kind().isDenial(),
        entry.cost().wallNanos(),
        entry.cost().fuelUsed(),
        entry.caller().run(),
        entry.caller().step(),
        stored.place().toString());
  }

  private static LinePicture line(StoredLine stored) {
    LineEntry entry = stored.entry();
    return new LinePicture(
        entry.at(),
        entry.text(),
        entry.command(),
        entry.ending().error() == null,
        entry.ending().error(),
        entry.ending().durationMillis(),
        new LinePicture.Sender(entry.sender().principal(), entry.sender().client()),
        entry.ending().denied(),
        stored.place().toString());
  }

  ActionPage actions(ActionsQuery query) {
    Long before = Cursors.number(Verbs.ACTIONS, query.cursor());
    List<StoredAction> found =
        engine
            .audit()
            .actions(
                query.principal(),
                query.action(),
                before == null ? Long.MAX_VALUE : before,
                query.limit());
    Long next = found.size() < query.limit() ? null : (Long) found.get(found.size() - 1).number();
    return new ActionPage(
        found.stream().map(each -> action(each.entry())).toList(),
        Cursors.text(Verbs.ACTIONS, next));
  }

  private static ActionPicture action(ActionEntry entry) {
    return new ActionPicture(
        entry.at(),
        entry.principal(),
        entry.origin(),
        entry.action(),
        entry.target(),
        entry.result());
  }
}
