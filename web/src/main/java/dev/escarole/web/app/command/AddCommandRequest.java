package dev.escarole.web.app.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Adds a command, or replaces its program. */
@SuppressWarnings("ArrayRecordComponent")
public record AddCommandRequest(
    @Param(value = "A command's name.", in = Param.Where.PATH, required = true) String name,
    @Param(value = "How the program takes its arguments. Without it, argv.", in = Param.Where.QUERY)
        @Nullable ArgumentMode mode,
    @Param(
            value = "A WebAssembly module for WASI preview 1.",
            in = Param.Where.BYTES,
            required = true)
        byte[] program) {}
