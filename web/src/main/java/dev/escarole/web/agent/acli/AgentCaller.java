package dev.escarole.web.agent.acli;

import org.jspecify.annotations.Nullable;

/**
 * The sender of a line.
 *
 * @param principal the principal on whose behalf it runs
 * @param client name reported by the sending program; null if unknown
 * @param access what it may use
 */
public record AgentCaller(String principal, @Nullable String client, Access access) {}
