package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** What a parallel node made of its branches. */
public record JoinPicture(
    @Made.Path String path,
    @Nullable String label,
    int expected,
    int done,
    int failed,
    int skipped,
    double coverage,
    boolean degraded,
    boolean usable,
    int usableBranches,
    @Documented("How the node stands, in the one word that every face has for it.") @Made.Word
        String state,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer minimum,
    @JsonInclude(JsonInclude.Include.NON_NULL)
        @Documented(words = {"complete", "degraded", "insufficient_data"})
        @Made.Word
        @Nullable String verdict) {}
