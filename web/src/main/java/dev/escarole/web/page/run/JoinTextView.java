package dev.escarole.web.page.run;

import org.jspecify.annotations.Nullable;

/**
 * The text that a join has handed on. Immutable.
 *
 * @param text null while the join is open
 * @param proof that it is this text, in words; empty if there is none
 */
public record JoinTextView(RunTitle head, @Nullable TextView text, String proof) {}
