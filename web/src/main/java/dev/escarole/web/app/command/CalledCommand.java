package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** The outcome of a call. */
@SuppressWarnings("ArrayRecordComponent")
public record CalledCommand(
    String command,
    String outcome,
    int exitCode,
    String detail,
    @Documented("Whether it was refused, so that nothing ran.") boolean denied,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String remedy,
    @Documented("Null if it is not valid UTF-8.") @Nullable String stdout,
    byte @Nullable [] stdoutBase64,
    boolean stdoutTruncated,
    @Documented("Null if it is not valid UTF-8.") @Nullable String stderr,
    byte @Nullable [] stderrBase64,
    boolean stderrTruncated,
    long wallNanos,
    long fuelUsed,
    long peakMemoryBytes) {}
