package dev.escarole.engine.store.audit;

import java.util.function.Function;

/** Something in the audit: a call of a command, or a line of an agent. */
public sealed interface Audited permits StoredAudit, StoredLine {

  /** Where it stands among all that is in the audit. */
  AuditCursor place();

  /** Does what fits. */
  default <T> T fold(Function<StoredAudit, T> onCall, Function<StoredLine, T> onLine) {
    return this instanceof StoredAudit call ? onCall.apply(call) : onLine.apply((StoredLine) this);
  }
}
