package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Kept results that were forgotten. */
public record ClearedCache(@Documented("How many were forgotten.") long results) {}
