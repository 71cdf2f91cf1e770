package dev.escarole.web.agent.acli;

import org.jspecify.annotations.Nullable;

/**
 * Who sends a line.
 *
 * @param principal on whose behalf it is carried out
 * @param client what the program that sends it calls itself; null if it does not say
 * @param access what it may use
 */
public record Caller(String principal, @Nullable String client, Access access) {}
