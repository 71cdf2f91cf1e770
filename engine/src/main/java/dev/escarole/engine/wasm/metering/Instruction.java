package dev.escarole.engine.wasm.metering;

import java.util.List;

/**
 * An instruction in a function's code.
 *
 * @param opcode one byte, or prefix and number
 * @param start where it begins
 * @param end where the next one begins
 * @param index the index that is its first operand, else 0
 * @param labels the blocks that it can go on at, counted from the innermost
 */
record Instruction(int opcode, int start, int end, int index, List<Integer> labels) {}
