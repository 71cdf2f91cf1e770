package dev.escarole.web.app.approval;

import dev.escarole.web.app.Param;

/** Answers a step that waits for a callback. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record CallbackAnswer(
    @Param(value = "The last part of the callback's URL.", in = Param.Where.PATH, required = true)
        String token,
    @Param(
            value = "Becomes the output of the step, byte by byte; at most 1 MiB, may be empty.",
            in = Param.Where.BYTES)
        byte[] body) {}
