package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** Why steps failed: all failures that look alike, as one. */
public record Cause(
    @Made.Word String outcome,
    int exitCode,
    @Documented("The first line of the first one's error.") String error,
    @Documented("How many failures look like this.") int count,
    @Documented("The first of them in plan order.") @Made.Path String path,
    @Nullable String label,
    @Documented("The beginning of its command line.") String command) {}
