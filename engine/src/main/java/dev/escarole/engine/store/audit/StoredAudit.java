package dev.escarole.engine.store.audit;

/**
 * A call in the audit.
 *
 * @param place where it stands; a query for what is before it goes on from there
 */
public record StoredAudit(AuditCursor place, AuditEntry entry) implements Audited {}
