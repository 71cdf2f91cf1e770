package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** What came of a call. */
@SuppressWarnings("ArrayRecordComponent")
public record CalledCommand(
    String command,
    String outcome,
    int exitCode,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String remedy,
    @Documented("Null if it is no UTF-8.") @Nullable String stdout,
    byte @Nullable [] stdoutBase64,
    boolean stdoutTruncated,
    @Documented("Null if it is no UTF-8.") @Nullable String stderr,
    byte @Nullable [] stderrBase64,
    boolean stderrTruncated,
    long wallNanos,
    long fuelUsed,
    long peakMemoryBytes) {}
