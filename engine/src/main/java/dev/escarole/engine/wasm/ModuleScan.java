package dev.escarole.engine.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts.FunctionFacts;
import dev.escarole.engine.wasm.ModuleScan.ModuleShape.Signature;
import dev.escarole.engine.wasm.Signatures.ValueKind;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a module against the {@link CompileLimits} in one pass over its bytes, before anything is
 * built from it. Counts in the module are checked against the remaining bytes, so time and memory
 * are linear in the module's size.
 */
final class ModuleScan {

  private static final byte[] BEGINNING = {0, 'a', 's', 'm', 1, 0, 0, 0};

  /** Memory of Chicory's parser and compiler per byte of code. */
  private static final long MEMORY_OF_CODE = 64;

  private static final long MEMORY_OF_BYTE = 4;
  private static final long MEMORY_OF_LOCAL = 16;

  private final byte[] bytes;
  private final CompileLimits limits;
  private final Weight weight;
  private final ModuleShape shape = new ModuleShape();
  private final List<FunctionFacts> functions = new ArrayList<>();
  private int imported;
  private int codeBytes;
  private long constants;
  private long items;
  private int lastPlace = -1;

  private ModuleScan(byte[] bytes, CompileLimits limits) {
    this.bytes = bytes;
    this.limits = limits;
    this.weight = new Weight(limits, bytes.length);
  }

  static ModuleFacts of(byte[] module, CompileLimits limits) throws NotAProgramException {
    return new ModuleScan(module, limits).scan();
  }

  private ModuleFacts scan() throws NotAProgramException {
    limits.check(CompileLimit.SIZE, bytes.length);
    BinaryReader in = new BinaryReader(bytes);
    for (byte expected : BEGINNING) {
      if (!in.hasMore() || in.octet() != expected) {
        throw NotAProgramException.invalid("the header is wrong");
      }
    }
    while (in.hasMore()) {
      int id = in.octet();
      section(id, in.part());
    }
    if (functions.size() != shape.functions.size() - imported) {
      throw NotAProgramException.invalid("functions without code");
    }
    weight.work += shape.dispatchWork();
    weight.check();
    long memory =
        MEMORY_OF_BYTE * bytes.length
            + MEMORY_OF_CODE * codeBytes
            + MEMORY_OF_LOCAL * weight.locals();
    return new ModuleFacts(memory, imported, codeBytes, functions);
  }

  private void section(int id, BinaryReader in) throws NotAProgramException {
    if (id == SectionId.CUSTOM) {
      return;
    }
    int place = MeteredModule.place(id);
    if (place <= lastPlace) {
      throw NotAProgramException.invalid("a section is duplicate or out of order");
    }
    lastPlace = place;
    switch (id) {
      case SectionId.CODE -> code(in);
      case SectionId.START, SectionId.DATA_COUNT -> in.skipNumber();
      default -> entries(id, in);
    }
    if (in.hasMore()) {
      throw NotAProgramException.invalid("a section is longer than its contents");
    }
  }

  private void entries(int id, BinaryReader in) throws NotAProgramException {
    int count = in.count();
    if (id != SectionId.FUNCTION) {
      limits.check(CompileLimit.ENTRIES, count);
    }
    Set<String> exports = new HashSet<>();
    for (int i = 0; i < count; i++) {
      switch (id) {
        case SectionId.TYPE -> type(in);
        case SectionId.IMPORT -> imported(in);
        case SectionId.FUNCTION -> function(in.u32());
        case SectionId.TABLE -> table(in);
        case SectionId.MEMORY -> bounds(in);
        case SectionId.TAG -> {
          in.skip(1);
          shape.tags.add(shape.type(in.u32()));
        }
        case SectionId.GLOBAL -> {
          shape.globals.append(ValueKind.read(in));
          in.skip(1);
          constant(in);
        }
        case SectionId.EXPORT -> exported(in, exports);
        case SectionId.ELEMENT -> element(in);
        case SectionId.DATA -> data(in);
        default -> throw NotAProgramException.invalid("unknown section " + id);
      }
    }
  }

  private void type(BinaryReader in) throws NotAProgramException {
    int form = in.octet();
    if (form != 0x60) {
      throw form >= 0x4e && form <= 0x5f
          ? new NotAProgramException("it uses garbage-collected types")
          : NotAProgramException.invalid("unknown kind of type");
    }
    String parameters = kinds(in);
    shape.types.add(new Signature(parameters, kinds(in)));
  }

  private String kinds(BinaryReader in) throws NotAProgramException {
    int count = in.count();
    limits.check(CompileLimit.LOCALS, count);
    StringBuilder kinds = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      kinds.append(ValueKind.read(in));
    }
    return kinds.toString();
  }

  private void imported(BinaryReader in) throws NotAProgramException {
    String from = new String(in.sized(), UTF_8);
    String name = new String(in.sized(), UTF_8);
    if (in.octet() != 0) {
      String what = NotAProgramException.shown(from) + "." + NotAProgramException.shown(name);
      throw new NotAProgramException("it imports " + what + ", which is not offered");
    }
    function(in.u32());
    imported++;
  }

  private void function(int type) throws NotAProgramException {
    limits.check(CompileLimit.FUNCTIONS, shape.functions.size() + 1L);
    shape.functions.add(shape.type(type));
  }

  private void table(BinaryReader in) throws NotAProgramException {
    int first = in.octet();
    boolean initialised = first == 0x40;
    if (initialised) {
      in.skip(1);
      ValueKind.read(in);
    } else {
      ValueKind.of(first, in);
    }
    bounds(in);
    if (initialised) {
      constant(in);
    }
  }

  private static void bounds(BinaryReader in) throws NotAProgramException {
    int flags = in.octet();
    in.skipNumber();
    if ((flags & 1) != 0) {
      in.skipNumber();
    }
  }

  private void exported(BinaryReader in, Set<String> names) throws NotAProgramException {
    String name = new String(in.sized(), UTF_8);
    in.skip(1);
    in.skipNumber();
    if (!names.add(name)) {
      throw NotAProgramException.invalid(
          "it exports " + NotAProgramException.shown(name) + " twice");
    }
  }

  private void element(BinaryReader in) throws NotAProgramException {
    int flags = in.u32();
    if (flags > 7) {
      throw NotAProgramException.invalid("unknown kind of table segment");
    }
    boolean active = (flags & 1) == 0;
    boolean typed = (flags & 3) != 0;
    boolean expressions = (flags & 4) != 0;
    if (active && (flags & 2) != 0) {
      in.skipNumber();
    }
    if (active) {
      constant(in);
    }
    if (typed) {
      // A reference type before expressions, else a byte for functions.
      if (expressions) {
        ValueKind.read(in);
      } else {
        in.skip(1);
      }
    }
    int count = in.count();
    items += count;
    limits.check(CompileLimit.ENTRIES, items);
    for (int i = 0; i < count; i++) {
      if (expressions) {
        constant(in);
      } else {
        in.skipNumber();
      }
    }
  }

  private void constant(BinaryReader in) throws NotAProgramException {
    for (int opcode = in.opcode(); opcode != Op.END; opcode = in.opcode()) {
      limits.check(CompileLimit.ENTRIES, ++constants);
      if (opcode == 0xfd || opcode >> 8 == 0xfd) {
        throw ValueKind.vectors();
      }
      if (!isConstant(opcode)) {
        throw NotAProgramException.invalid("an instruction that is not constant");
      }
      in.skipOperands(opcode);
    }
  }

  private static boolean isConstant(int opcode) {
    return switch (opcode) {
      case Op.GLOBAL_GET, 0x41, Op.I64_CONST, 0x43, 0x44, 0xd0, Op.REF_FUNC -> true;
      case 0x6a, 0x6b, 0x6c, 0x7c, 0x7d, 0x7e -> true;
      default -> false;
    };
  }

  private void data(BinaryReader in) throws NotAProgramException {
    int mode = in.u32();
    if (mode > 2) {
      throw NotAProgramException.invalid("unknown kind of data segment");
    }
    if (mode == 2) {
      in.skipNumber();
    }
    if (mode != 1) {
      constant(in);
    }
    in.part();
  }

  private void code(BinaryReader in) throws NotAProgramException {
    int count = in.count();
    if (count != shape.functions.size() - imported) {
      throw NotAProgramException.invalid("functions without code");
    }
    for (int i = 0; i < count; i++) {
      BinaryReader body = in.part();
      int size = body.left();
      limits.check(CompileLimit.FUNCTION_SIZE, size);
      codeBytes += size;
      Signature type = shape.function(imported + i);
      functions.add(CodeScan.of(body, type, shape, limits, weight));
    }
  }

  /**
   * @param memoryBytes estimated host memory for compiling it
   * @param codeBytes the size of its code
   * @param functions its own functions, in order
   */
  record ModuleFacts(
      long memoryBytes, int importedFunctions, int codeBytes, List<FunctionFacts> functions) {

    ModuleFacts {
      functions = List.copyOf(functions);
    }

    /** The functions that are too large for a method, as far as is known before compiling. */
    Set<Integer> surelyTooLarge() {
      Set<Integer> found = new HashSet<>();
      for (int i = 0; i < functions.size(); i++) {
        if (functions.get(i).surelyTooLarge()) {
          found.add(importedFunctions + i);
        }
      }
      return found;
    }

    /** Refuses a module if compiling it never fits into the budget. */
    void mustFit(MemoryBudget budget) throws NotAProgramException {
      if (memoryBytes > budget.bytes()) {
        throw new NotAProgramException(
            String.format(
                "it is too large: compiling it takes about %s bytes of memory, guests may have %s"
                    + " all together (guest-memory)",
                memoryBytes, budget.bytes()));
      }
    }

    /**
     * @param leastBytes minimum size of its Java bytecode
     * @param frameCells total number of stack map entries of its branch targets, which determines
     *     the compiler's memory
     */
    record FunctionFacts(int leastBytes, long frameCells) {

      private static final int LARGEST_METHOD = 65_535;
      private static final long MOST_CELLS = 1 << 24;

      boolean surelyTooLarge() {
        return leastBytes > LARGEST_METHOD || frameCells > MOST_CELLS;
      }
    }
  }

  /** The parts of a module that code can reference, for {@link CodeScan}. */
  static final class ModuleShape {

    /** The type of functions, blocks or tags: one {@link ValueKind} per parameter and result. */
    record Signature(String parameters, String results) {}

    final List<Signature> types = new ArrayList<>();

    /** The type of each function, imported ones first. */
    final List<Signature> functions = new ArrayList<>();

    final List<Signature> tags = new ArrayList<>();

    /** One {@link ValueKind} per global. */
    final StringBuilder globals = new StringBuilder();

    Signature type(int index) throws NotAProgramException {
      return types.get(known(index, types.size(), "type"));
    }

    Signature function(int index) throws NotAProgramException {
      return functions.get(known(index, functions.size(), "function"));
    }

    Signature tag(int index) throws NotAProgramException {
      return tags.get(known(index, tags.size(), "tag"));
    }

    char global(int index) throws NotAProgramException {
      return globals.charAt(known(index, globals.length(), "global"));
    }

    private static int known(int index, int count, String what) throws NotAProgramException {
      if (index >= count) {
        throw NotAProgramException.invalid("unknown " + what + " " + index);
      }
      return index;
    }

    /**
     * The cost of function tables: for each type the compiler checks every function and generates a
     * case for every match.
     */
    long dispatchWork() {
      Map<Signature, Long> same = new HashMap<>();
      functions.forEach(type -> same.merge(type, 1L, Long::sum));
      long cases = 0;
      for (Signature type : types) {
        cases += same.getOrDefault(type, 0L);
      }
      return (long) types.size() * functions.size() / 2 + 32 * cases;
    }
  }
}
