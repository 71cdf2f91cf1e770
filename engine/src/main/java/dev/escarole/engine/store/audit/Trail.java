package dev.escarole.engine.store.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The whole audit: calls of commands and lines of agents, as one list. Thread-safe. */
public final class Trail {

  private final Audit calls;
  private final Lines lines;

  public Trail(Audit calls, Lines lines) {
    this.calls = calls;
    this.lines = lines;
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

  /** Returns the entries that match a query, newest first. */
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
