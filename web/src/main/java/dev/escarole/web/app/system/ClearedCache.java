package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Cached results that were removed. */
public record ClearedCache(@Documented("How many were removed.") long results) {}
