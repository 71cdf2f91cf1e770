package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** An attempt with its outputs. */
public record AttemptDetail(
    @JsonUnwrapped AttemptPicture picture,
    long stdoutBytes,
    String stdoutSha256,
    long stderrBytes,
    String stderrSha256,
    @Documented("The limits under which it ran; null if no call was made.")
        @Nullable LimitsPicture limits) {}
