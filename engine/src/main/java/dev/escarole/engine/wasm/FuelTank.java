package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.escarole.engine.wasm.metering.MeteredModule;
import org.jspecify.annotations.Nullable;

/**
 * The fuel of one instance of a {@link MeteredModule}. It creates the instance's globals, the last
 * two of which hold a slice of the fuel and the rest of it, so that not even a start function runs
 * without.
 *
 * <p>Confined to the thread that runs the guest.
 */
final class FuelTank implements GlobalFactory {

  private final long capacity;
  private int missing;
  private @Nullable GlobalInstance gauge;
  private @Nullable GlobalInstance reserve;

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
    long slice = Math.min(capacity, MeteredModule.SLICE);
    if (missing == 1) {
      gauge = new GlobalInstance(slice, highValue, type, mutability);
      return gauge;
    } else if (missing == 0) {
      reserve = new GlobalInstance(capacity - slice, highValue, type, mutability);
      return reserve;
    }
    return new GlobalInstance(value, highValue, type, mutability);
  }

  /** Holds what remains of the slice; negative if the guest has used more. */
  GlobalInstance gauge() {
    if (gauge == null) {
      throw new IllegalStateException("BUG: a guest runs without fuel");
    }
    return gauge;
  }

  /** How much has been used; may exceed what there was by what one piece of straight code costs. */
  long used() {
    return gauge == null || reserve == null ? 0 : capacity - reserve.getValue() - gauge.getValue();
  }

  boolean isExhausted() {
    return used() > capacity;
  }
}
