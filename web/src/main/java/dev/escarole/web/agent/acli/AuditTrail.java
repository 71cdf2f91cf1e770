package dev.escarole.web.agent.acli;

/** Is told of every line, refused or carried out. Must be safe for use by many threads. */
@FunctionalInterface
public interface AuditTrail {

  void record(AuditEntry entry);
}
