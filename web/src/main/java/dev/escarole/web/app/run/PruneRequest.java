package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which runs are deleted: those that any of the limits lets go. */
public record PruneRequest(
    @Param(value = "Runs that were started longer ago.", max = 315_360_000_000L)
        @Nullable Long olderThanSeconds,
    @Param(value = "All but the newest so many runs.", max = Integer.MAX_VALUE) @Nullable Long keep,
    @Param(
            value =
                "The oldest runs until the others have at most so much output; a row of an attempt counts as 512 bytes.")
        @Nullable Long maxBytes,
    @Param(value = "Only tells what would be deleted.") boolean dryRun) {}
