package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import org.jspecify.annotations.Nullable;

/**
 * The fuel of one instance of a {@link MeteredModule}. It creates the instance's globals, the last
 * of which begins with the fuel, so that not even a start function runs without.
 *
 * <p>Confined to the thread that runs the guest.
 */
final class FuelTank implements GlobalFactory {

  private final long capacity;
  private int missing;
  private @Nullable GlobalInstance gauge;

  /**
   * @param globals how many globals the module has
   */
  FuelTank(long capacity, int globals) {
    this.capacity = capacity;
    this.missing = globals;
  }

  @Override
  public GlobalInstance create(
      long value, long highValue, ValType type, MutabilityType mutability) {
    missing--;
    if (missing > 0) {
      return new GlobalInstance(value, highValue, type, mutability);
    }
    GlobalInstance last = new GlobalInstance(capacity, highValue, type, mutability);
    gauge = last;
    return last;
  }

  /** How much has been used; may exceed what there was by what one piece of straight code costs. */
  long used() {
    return gauge == null ? 0 : capacity - gauge.getValue();
  }

  boolean isExhausted() {
    return used() > capacity;
  }
}
