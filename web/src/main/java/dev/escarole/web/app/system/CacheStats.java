package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** The cached results of commands. */
public record CacheStats(long results, @Documented("Of their outputs.") long bytes) {}
