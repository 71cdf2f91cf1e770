package dev.escarole.web.app.output;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.run.Made;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A part of an output of an ended attempt, as the log of a run has it. */
public record LogPart(
    @Made.Path String path,
    @Nullable String label,
    @Documented("The first word of the command.") String command,
    int attempt,
    @Documented(words = {"stdout", "stderr"}) @Made.Word String stream,
    @Made.Word String outcome,
    int exitCode,
    Instant startedAt,
    Instant endedAt,
    @Documented("Whether the result was taken over from the run that this one runs again.")
        boolean reused,
    @Documented("Whether the result was kept from an earlier call and nothing ran.") boolean cached,
    @Documented("The first byte of this part in the output.") long from,
    @Documented("The byte after it.") long to,
    @Documented("Size of the whole output.") long bytes,
    @Documented("Null if the bytes are not text; then the part is the rest of the output.")
        @Nullable String text) {}
