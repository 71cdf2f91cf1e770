package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.Audited.StoredAudit;

/**
 * Writes calls that belong to runs in the transactions of what happened in those runs, so that no
 * effect of a call is stored without its line in the audit. Thread-safe.
 */
public interface CallJournal {

  /**
   * Queues a call, blocking while the queue is full. What is recorded afterwards is not stored
   * before it.
   *
   * @return false if this was closed
   */
  boolean put(StoredAudit call);

  /** Returns when all calls queued before are written, or the database keeps failing. */
  void catchUp();
}
