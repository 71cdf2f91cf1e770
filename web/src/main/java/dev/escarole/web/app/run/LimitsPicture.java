package dev.escarole.web.app.run;

/** Limits of a call. */
public record LimitsPicture(
    long wallClockMillis,
    long fuel,
    long memoryBytes,
    long stdinBytes,
    long argvBytes,
    long outputBytes) {}
