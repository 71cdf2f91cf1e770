package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Memory;

/**
 * Where compiled guests read and write what remains of their fuel. It is public because they are
 * classes of other packages and loaders; nothing else calls it. A guest cannot name it: only {@link
 * GuestCompiler} writes calls of it.
 *
 * <p>Confined to the thread that runs the guest.
 */
public final class GuestFuel {

  private GuestFuel() {}

  /** Returns what remains of the slice of fuel that the memory's guest was given; in units. */
  public static long get(Memory memory) {
    return ((FlatMemory) memory).fuel().gauge().getValue();
  }

  /** Says what remains. */
  public static void set(long remaining, Memory memory) {
    ((FlatMemory) memory).fuel().gauge().setValue(remaining);
  }
}
