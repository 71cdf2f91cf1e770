package dev.escarole.engine.wasm.metering;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.WasmWriter;
import com.dylibso.chicory.wasm.types.RawSection;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a module so that its code meters its execution. A type, a function and two globals are
 * added, each after all others of its kind, so that all other indexes stay the same. The first
 * global holds a slice of the fuel and the second one the rest; the host sets both before the
 * module's first instruction.
 *
 * <p>When the slice is used up, the program takes another at the next loop or call. If no fuel is
 * left, it traps there in an {@code unreachable}.
 */
public final class MeteredModule {

  /**
   * Increased whenever the rewriting changes, which invalidates code compiled with an earlier
   * version.
   */
  public static final int VERSION = 6;

  /**
   * Fuel that a program uses before it writes back the rest, takes more, and checks for a stop. A
   * larger slice delays the stop, a smaller one costs time.
   */
  public static final long SLICE = 1 << 17;

  /** Two bytes follow: no locals, end. */
  private static final byte[] EMPTY_BODY = {2, 0, Op.END};

  /** A body that is valid for every type. */
  private static final byte[] TRAP = {0, Op.UNREACHABLE, Op.END};

  private static final byte[] NOTHING = {0};

  private final Map<Integer, byte[]> sections = new TreeMap<>(MeteredModule::inOrder);
  private final List<FunctionShape> types = new ArrayList<>();

  private MeteredModule(byte[] module) throws NotAProgramException {
    List<RawSection> raw = new ArrayList<>();
    Parser.parseWithoutDecoding(module, section -> raw.add((RawSection) section));
    for (RawSection section : raw) {
      if (section.sectionId() != SectionId.CUSTOM
          && sections.put(section.sectionId(), section.contents()) != null) {
        throw NotAProgramException.invalid("a section is there twice");
      }
    }
  }

  /** Returns the rewritten module without custom sections. */
  public static byte[] of(byte[] module) throws NotAProgramException {
    return new MeteredModule(module).rewritten(each -> true);
  }

  /**
   * Returns the rewritten module with the code of some functions, for use with compiled classes of
   * the others, which trap here.
   *
   * @param functions indexes of functions, after imported ones
   */
  public static byte[] withCodeOf(byte[] module, Set<Integer> functions)
      throws NotAProgramException {
    return new MeteredModule(module).rewritten(functions::contains);
  }

  /** Returns the rewritten module with empty functions, for use with compiled classes. */
  public static byte[] withoutCode(byte[] module) throws NotAProgramException {
    return new MeteredModule(module).rewritten(null);
  }

  /** Returns the index of the global with the rest of the slice in a rewritten module. */
  public static int gauge(WasmModule rewritten) {
    return rewritten.globalSection().globalCount() - 2;
  }

  /**
   * @param wanted which functions have code; null for none and not even the check of the fuel
   */
  private byte[] rewritten(@Nullable IntPredicate wanted) throws NotAProgramException {
    readTypes();
    int imports = importedFunctions();
    List<FunctionShape> functions = functions();
    Meter meter =
        new Meter(
            section(SectionId.GLOBAL).u32(),
            imports + functions.size(),
            imports,
            sections.containsKey(SectionId.TAG));
    byte[] code =
        wanted == null ? emptyCode(functions.size() + 1) : code(functions, meter, imports, wanted);
    append(SectionId.TYPE, new BinaryWriter().octets(0x60, 1, Op.I64, 1, Op.I64));
    append(SectionId.FUNCTION, new BinaryWriter().u32(types.size()));
    append(SectionId.GLOBAL, emptyGlobal());
    append(SectionId.GLOBAL, emptyGlobal());
    sections.put(SectionId.CODE, code);
    WasmWriter out = new WasmWriter();
    sections.forEach(out::writeSection);
    return out.bytes();
  }

  private void readTypes() throws NotAProgramException {
    BinaryReader in = section(SectionId.TYPE);
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      types.add(FunctionShape.read(in));
    }
  }

  private int importedFunctions() throws NotAProgramException {
    BinaryReader in = section(SectionId.IMPORT);
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      in.part();
      in.part();
      if (in.octet() != 0) {
        throw new NotAProgramException("it imports more than functions");
      }
      in.skipNumber();
    }
    return count;
  }

  private List<FunctionShape> functions() throws NotAProgramException {
    BinaryReader in = section(SectionId.FUNCTION);
    int count = in.u32();
    List<FunctionShape> functions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int type = in.u32();
      if (type >= types.size()) {
        throw NotAProgramException.invalid("unknown type " + type);
      }
      functions.add(types.get(type));
    }
    return functions;
  }

  private byte[] code(List<FunctionShape> functions, Meter meter, int imports, IntPredicate wanted)
      throws NotAProgramException {
    BinaryReader in = section(SectionId.CODE);
    if (in.u32() != functions.size()) {
      throw NotAProgramException.invalid("functions without code");
    }
    BinaryWriter out = new BinaryWriter().u32(functions.size() + 1);
    for (int i = 0; i < functions.size(); i++) {
      if (wanted.test(imports + i)) {
        out.sized(MeteredFunction.rewrite(in.sized(), functions.get(i), meter));
      } else {
        in.part();
        out.sized(TRAP);
      }
    }
    return out.sized(check(meter.global())).toBytes();
  }

  private static byte[] emptyCode(int functions) {
    BinaryWriter out = new BinaryWriter().u32(functions);
    for (int i = 0; i < functions; i++) {
      out.bytes(EMPTY_BODY);
    }
    return out.toBytes();
  }

  /**
   * The function that is called with the negative rest when a slice is used up. It takes another
   * slice, writes back the new rest, and returns it. It traps if the rest is still negative, and if
   * called with a positive number.
   */
  private static byte[] check(int gauge) {
    int reserve = gauge + 1;
    BinaryWriter out = new BinaryWriter().u32(1).u32(1).octets(Op.I64);
    out.octets(Op.ATOMIC_FENCE_PREFIX, Op.ATOMIC_FENCE, 0);
    out.indexed(Op.LOCAL_GET, 0).indexed(Op.GLOBAL_GET, gauge);
    out.octets(Op.I64_GT_S, Op.IF, Op.NO_VALUE, Op.UNREACHABLE, Op.END);
    // The new slice: a full one, or all that is left.
    out.octets(Op.I64_CONST).s64(SLICE).indexed(Op.LOCAL_GET, 0).octets(Op.I64_SUB);
    out.indexed(Op.LOCAL_TEE, 1).indexed(Op.GLOBAL_GET, reserve);
    out.indexed(Op.LOCAL_GET, 1).indexed(Op.GLOBAL_GET, reserve);
    out.octets(Op.I64_LT_S, Op.SELECT).indexed(Op.LOCAL_SET, 1);
    out.indexed(Op.GLOBAL_GET, reserve).indexed(Op.LOCAL_GET, 1);
    out.octets(Op.I64_SUB).indexed(Op.GLOBAL_SET, reserve);
    out.indexed(Op.LOCAL_GET, 0).indexed(Op.LOCAL_GET, 1).octets(Op.I64_ADD);
    out.indexed(Op.LOCAL_TEE, 0).indexed(Op.GLOBAL_SET, gauge);
    out.indexed(Op.LOCAL_GET, 0).octets(Op.I64_CONST, 0);
    out.octets(Op.I64_LT_S, Op.IF, Op.NO_VALUE, Op.UNREACHABLE, Op.END);
    return out.indexed(Op.LOCAL_GET, 0).octets(Op.END).toBytes();
  }

  private static BinaryWriter emptyGlobal() {
    return new BinaryWriter().octets(Op.I64, 1, Op.I64_CONST, 0, Op.END);
  }

  private BinaryReader section(int id) {
    return new BinaryReader(sections.getOrDefault(id, NOTHING));
  }

  private void append(int id, BinaryWriter entry) throws NotAProgramException {
    BinaryReader in = section(id);
    BinaryWriter out = new BinaryWriter().u32(in.u32() + 1);
    sections.put(id, out.bytes(in.rest()).bytes(entry.toBytes()).toBytes());
  }

  /** Sections are in the order of their numbers, except for two that were added later. */
  private static int inOrder(int one, int other) {
    return Integer.compare(place(one), place(other));
  }

  /** Returns the position of a section among the others. */
  public static int place(int id) {
    return switch (id) {
      case SectionId.TAG -> 2 * SectionId.MEMORY + 1;
      case SectionId.DATA_COUNT -> 2 * SectionId.ELEMENT + 1;
      default -> 2 * id;
    };
  }

  /**
   * The parts of a function's type that its body needs.
   *
   * @param parameters the number of parameters, which are the function's first locals
   * @param results the number of results
   * @param blockType the type of a block with these results, at most one
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record FunctionShape(int parameters, int results, byte[] blockType) {

    static FunctionShape read(BinaryReader in) throws NotAProgramException {
      if (in.octet() != 0x60) {
        throw new NotAProgramException("it uses garbage-collected types");
      }
      int parameters = in.skipValueTypes();
      int results = in.u32();
      byte[] blockType = {Op.NO_VALUE};
      for (int i = 0; i < results; i++) {
        int from = in.position();
        in.skipValueType();
        blockType = in.slice(from, in.position());
      }
      return new FunctionShape(parameters, results, blockType);
    }
  }
}
