package dev.escarole.engine.command;

/**
 * A command that was just frozen.
 *
 * @param command is registered
 * @param lineage how its program was made
 * @param stdout what the initializer wrote, as text
 * @param stderr what it wrote as errors
 * @param fuelUsed what it used
 * @param memoryBytes the memory that a new instance begins with
 * @param bytes the size of the program
 */
public record FrozenCommand(
    Command command,
    Lineage lineage,
    String stdout,
    String stderr,
    long fuelUsed,
    long memoryBytes,
    long bytes) {}
