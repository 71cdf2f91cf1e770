package dev.escarole.engine.store;

/**
 * An entry of the audit.
 *
 * @param place where it stands; a query for what is before it goes on from there
 */
public record StoredAudit(AuditCursor place, AuditEntry entry) {}
