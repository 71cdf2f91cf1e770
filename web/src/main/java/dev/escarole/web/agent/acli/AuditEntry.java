package dev.escarole.web.agent.acli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line that was sent, executed or refused (acli, section 8.3). Immutable.
 *
 * @param at when it arrived
 * @param caller who sent it
 * @param command the line itself
 * @param parsedCommand name of its command; empty if unknown
 * @param error null if it succeeded
 */
public record AuditEntry(
    Instant at,
    AgentCaller caller,
    String command,
    String parsedCommand,
    @Nullable ErrorCode error,
    long durationMillis) {}
