package dev.escarole.engine.store.audit;

import java.util.function.Function;

/** Something in the audit: a call of a command, or a line of an agent. */
public sealed interface Audited {

  /** Its position in the audit. */
  AuditCursor place();

  /** Applies the function that matches the type. */
  default <T> T fold(Function<StoredAudit, T> onCall, Function<StoredLine, T> onLine) {
    return this instanceof StoredAudit call ? onCall.apply(call) : onLine.apply((StoredLine) this);
  }

  /**
   * A stored call.
   *
   * @param place its position; the next page of a list starts below it
   */
  record StoredAudit(AuditCursor place, AuditEntry entry) implements Audited {}

  /**
   * A stored line.
   *
   * @param place its position; the next page of a list starts below it
   */
  record StoredLine(AuditCursor place, LineEntry entry) implements Audited {}
}
