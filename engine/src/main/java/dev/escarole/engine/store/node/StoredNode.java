package dev.escarole.engine.store.node;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An engine with a row in the database. Immutable.
 *
 * @param name its process and host, with a random part
 * @param own whether it is this one
 * @param startedAt by its own clock
 * @param seenAt when it last reported, by the clock of the database; null if it has left
 * @param report what it last reported about itself, as JSON; null if it never did
 * @param running unfinished runs that it owns and that have started
 * @param queued those that have not
 */
public record StoredNode(
    long number,
    String name,
    boolean own,
    boolean alive,
    Instant startedAt,
    @Nullable Instant seenAt,
    @Nullable String report,
    long running,
    long queued) {}
