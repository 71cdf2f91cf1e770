package dev.escarole.engine;

/**
 * What the program of a command is like. Immutable.
 *
 * @param bytes its size
 * @param callsCommands whether it runs other commands, so that only principals with the capability
 *     {@code exec} can use it
 */
public record ProgramFacts(long bytes, boolean callsCommands) {}
