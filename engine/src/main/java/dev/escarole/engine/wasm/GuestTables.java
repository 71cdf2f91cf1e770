package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;

/**
 * Creates the tables of one instance and limits their total size. Chicory stores a table's size in
 * the module, which all instances share, so each table gets its own copy of the description.
 */
final class GuestTables {

  /** An entry takes about eight bytes on the host. */
  static final int MOST_ENTRIES = 1 << 20;

  /** Entries between two checks for a stop, less one. */
  private static final int CHECKED = 0xfff;

  private long entries;

  static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super("its tables need more than " + MOST_ENTRIES + " entries", null, false, false);
    }
  }

  TableInstance create(Table declared, int initialValue) {
    TableLimits limits = declared.limits();
    if (!reserve(limits.min())) {
      throw new TooLarge();
    }
    Table own =
        new Table(
            declared.elementType(),
            new TableLimits(limits.min(), limits.max(), limits.shared()),
            declared.initialize());
    return new Bounded(own, initialValue);
  }

  private boolean reserve(long count) {
    if (count > MOST_ENTRIES - entries) {
      return false;
    }
    entries += count;
    return true;
  }

  private final class Bounded extends TableInstance {

    Bounded(Table table, int initialValue) {
      super(table, initialValue);
    }

    @Override
    public int grow(int count, int value, Instance instance) {
      // It copies the table, however little it costs in fuel.
      GuestState.stopIfInterrupted();
      if (count < 0 || count > limits().max() - size() || !reserve(count)) {
        return -1;
      }
      return super.grow(count, value, instance);
    }

    @Override
    public void setRef(int index, int value, Instance instance) {
      // Many long transfers in a row are only a few instructions.
      if ((index & CHECKED) == 0) {
        GuestState.stopIfInterrupted();
      }
      super.setRef(index, value, instance);
    }
  }
}
