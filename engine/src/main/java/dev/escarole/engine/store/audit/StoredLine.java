package dev.escarole.engine.store.audit;

/**
 * A line of the audit.
 *
 * @param place where it stands; a query for what is before it goes on from there
 */
public record StoredLine(AuditCursor place, LineEntry entry) implements Audited {}
