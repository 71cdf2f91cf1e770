package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Memory;

/**
 * Fuel access for compiled guests. Public because they are classes of other packages and loaders;
 * nothing else calls it. A guest cannot call it by itself: only {@link GuestCompiler} generates
 * calls.
 *
 * <p>Confined to the thread that runs the guest.
 */
public final class GuestFuel {

  private GuestFuel() {}

  /** Returns the rest of the fuel slice of the memory's guest. */
  public static long get(Memory memory) {
    return ((FlatMemory) memory).fuel().gauge().getValue();
  }

  /** Sets the rest of the slice. */
  public static void set(long remaining, Memory memory) {
    ((FlatMemory) memory).fuel().gauge().setValue(remaining);
  }
}
