package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.OpcodeImpl;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ActiveElement;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a module writes into its tables at the start. Chicory evaluates the expression of each entry
 * for each instance, which for a program with some hundred functions takes longer than a short
 * call. So segments whose expressions are constants are evaluated once. Immutable.
 */
final class TableImage {

  private static final Set<OpCode> CONSTANT =
      Set.of(OpCode.I32_CONST, OpCode.REF_FUNC, OpCode.REF_NULL, OpCode.END);

  /** Values for consecutive entries of a table, all within its initial size. */
  private static final class Entries {
    private final int table;
    private final int offset;
    private final int[] values;

    Entries(int table, int offset, int[] values) {
      this.table = table;
      this.offset = offset;
      this.values = values;
    }
  }

  /** All segments of the module, by their index. */
  private final Element[] segments;

  /** The same without those that are evaluated. */
  private final @Nullable Element[] rest;

  private final List<Entries> entries = new ArrayList<>();

  /**
   * Evaluates a module's segments.
   *
   * @param linked an instance of the module, perhaps not initialized
   */
  TableImage(WasmModule module, Instance linked) {
    this.segments = module.elementSection().elements();
    this.rest = segments.clone();
    // A start section runs as a part of the instance's creation and may read the tables.
    if (module.startSection().isPresent()) {
      return;
    }
    // Written later than the rest, so none may overlap one of those: all or nothing.
    List<Entries> evaluated = new ArrayList<>();
    for (Element each : segments) {
      if (each instanceof ActiveElement active) {
        Entries values = isConstant(active) ? evaluated(active, linked) : null;
        if (values == null || !isInside(values, module)) {
          return;
        }
        evaluated.add(values);
      }
    }
    entries.addAll(evaluated);
    for (int i = 0; i < segments.length; i++) {
      if (segments[i] instanceof ActiveElement) {
        rest[i] = null;
      }
    }
  }

  private static boolean isConstant(ActiveElement active) {
    return isConstant(active.offset())
        && active.initializers().stream().allMatch(TableImage::isConstant);
  }

  private static boolean isConstant(List<Instruction> expression) {
    return expression.stream().allMatch(instruction -> CONSTANT.contains(instruction.opcode()));
  }

  private static Entries evaluated(ActiveElement active, Instance linked) {
    int[] values =
        active.initializers().stream()
            .mapToInt(each -> OpcodeImpl.boxForTable(value(linked, each), linked))
            .toArray();
    return new Entries(active.tableIndex(), (int) value(linked, active.offset()), values);
  }

  private static long value(Instance linked, List<Instruction> expression) {
    return ConstantEvaluators.computeConstantValue(linked, expression)[0];
  }

  /** Others are left to Chicory, which refuses them. */
  private static boolean isInside(Entries each, WasmModule module) {
    if (each.table < 0 || each.table >= module.tableSection().tableCount()) {
      return false;
    }
    long size = module.tableSection().getTable(each.table).limits().min();
    return each.offset >= 0 && each.offset + (long) each.values.length <= size;
  }

  /** The segments that an instance is to be created with; not to be changed. */
  @Nullable Element[] rest() {
    return rest;
  }

  /** Completes an instance that was created with {@link #rest}. */
  void complete(Instance instance) {
    for (Entries each : entries) {
      TableInstance table = instance.table(each.table);
      int[] values = each.values;
      for (int i = 0; i < values.length; i++) {
        table.setRef(each.offset + i, values[i], instance);
      }
    }
    for (int i = 0; i < segments.length; i++) {
      if (rest[i] == null) {
        instance.setElement(i, segments[i]);
      }
    }
  }
}
