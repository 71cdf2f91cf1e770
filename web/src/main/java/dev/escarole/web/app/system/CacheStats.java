package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Results of commands that are kept to be used again. */
public record CacheStats(long results, @Documented("Of their outputs.") long bytes) {}
