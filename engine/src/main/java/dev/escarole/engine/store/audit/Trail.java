package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.Actions.StoredAction;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole audit: calls of commands, lines of agents, and actions of people and programs. Calls
 * are entered by the engine alone. Thread-safe.
 */
public final class Trail {

  private final Audit calls;
  private final Lines lines;
  private final Actions actions;

  public Trail(Audit calls, Lines lines, Actions actions) {
    this.calls = calls;
    this.lines = lines;
    this.actions = actions;
  }

  /** Which entries to list. */
  public enum Kind {
    /** Calls and lines. */
    ALL,
    /** Calls of commands. */
    CALL,
    /** Lines of agents. */
    LINE
  }

  /** Enters a line. Fast unless the queue is full; not interruptible, and never throws. */
  public void record(LineEntry entry) {
    lines.record(entry);
  }

  /** Enters an action; committed on return. */
  public void record(ActionEntry entry) {
    actions.record(entry);
  }

  /** Returns the calls that match a query, newest first. */
  public List<StoredAudit> calls(AuditQuery query) {
    return calls.list(query);
  }

  /** Returns the lines that match a query, newest first. */
  public List<StoredLine> lines(AuditQuery query) {
    return lines.list(query);
  }

  /** Returns the actions of a principal and of a kind, or of all; see {@link Actions#list}. */
  public List<StoredAction> actions(
      @Nullable String principal, @Nullable String action, long before, int limit) {
    return actions.list(principal, action, before, limit);
  }

  /** Returns the calls and lines that match a query as one list, newest first. */
  public List<Audited> list(AuditQuery query, Kind kind) {
    List<Audited> all = new ArrayList<>();
    if (kind != Kind.LINE) {
      all.addAll(calls.list(query));
    }
    if (kind != Kind.CALL) {
      all.addAll(lines.list(query));
    }
    all.sort(Comparator.comparing(Audited::place).reversed());
    return List.copyOf(all.subList(0, Math.min(query.limit(), all.size())));
  }
}
