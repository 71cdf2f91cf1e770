package dev.escarole.engine.wasm;

/**
 * What a runner holds at one moment. Immutable.
 *
 * @param programs compiled programs that are kept ready
 * @param memoryTaken bytes of the host's memory that guests have now, over all runners that share
 *     the budget
 * @param memoryMost how many they may have together
 */
public record RunnerLoad(int programs, long memoryTaken, long memoryMost) {}
