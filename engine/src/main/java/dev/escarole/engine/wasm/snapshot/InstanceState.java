package dev.escarole.engine.wasm.snapshot;

import java.util.BitSet;
import java.util.List;

/**
 * The whole state of an instance between two calls. Nothing is copied.
 *
 * @param pages size of its memory, in 64 KiB
 * @param memory the memory up to its last byte that is not 0
 * @param globals the bits of each global's value; references as in tables
 * @param tables the entries of each table
 * @param tablesChanged whether a table differs from what the module's segments make of it
 * @param droppedData the data segments that the code has dropped
 * @param droppedElements the element segments that the code has dropped
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record InstanceState(
    int pages,
    byte[] memory,
    long[] globals,
    List<int[]> tables,
    boolean tablesChanged,
    BitSet droppedData,
    BitSet droppedElements) {

  /** The reference to nothing. */
  public static final int NULL = -1;
}
