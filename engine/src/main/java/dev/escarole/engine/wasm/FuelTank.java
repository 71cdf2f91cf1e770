package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.escarole.engine.wasm.metering.MeteredModule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fuel of one instance of a {@link MeteredModule}. It creates the instance's globals, the last
 * two of which hold a slice of the fuel and the rest, so that even a start function is metered.
 * Confined to the guest's thread.
 */
final class FuelTank implements GlobalFactory {

  private final long capacity;
  private int missing;
  private @Nullable GlobalInstance gauge;
  private @Nullable GlobalInstance reserve;

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

  /** The rest of the slice; negative if the guest has used more. */
  GlobalInstance gauge() {
    return Objects.requireNonNull(gauge, "BUG: a guest runs without fuel");
  }

  /** Returns the fuel used; may exceed the limit by the cost of one basic block. */
  long used() {
    return gauge == null || reserve == null ? 0 : capacity - reserve.getValue() - gauge.getValue();
  }

  boolean isExhausted() {
    return used() > capacity;
  }
}
