package dev.escarole.web.app.local;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line that an agent sent, refused or carried out. Immutable.
 *
 * @param at when it came
 * @param principal on whose behalf
 * @param client name of the agent's program; null if unknown
 * @param text the line itself
 * @param command name of the command that it names; empty if it names none
 * @param error code of the error that was the answer; null if the line was carried out
 * @param denied whether that error is a refusal
 * @param durationMillis until the answer
 */
public record SentLine(
    Instant at,
    String principal,
    @Nullable String client,
    String text,
    String command,
    @Nullable String error,
    boolean denied,
    long durationMillis) {}
