package dev.escarole.engine;

/**
 * Facts about a command's program. Immutable.
 *
 * @param bytes its size
 * @param callsCommands whether it runs other commands, which requires the capability {@code exec}
 */
public record ProgramFacts(long bytes, boolean callsCommands) {}
