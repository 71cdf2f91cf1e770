package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Cached results, and kept HTTP responses, that were removed. */
public record ClearedCache(
    @Documented("How many results of commands were removed.") long results,
    @Documented("How many kept HTTP responses were removed.") int responses) {}
