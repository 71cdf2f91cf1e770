package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** An attempt with its outputs. */
public record AttemptDetail(
    @JsonUnwrapped AttemptPicture picture,
    @Documented("What its end means for its step.") StepStatus status,
    @Documented("One sentence about its end; empty if the outcome says it all.") String detail,
    long stdoutBytes,
    String stdoutSha256,
    long stderrBytes,
    String stderrSha256,
    @Documented("The limits under which it ran; null if no call was made.")
        @Nullable LimitsPicture limits) {}
