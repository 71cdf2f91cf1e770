package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random modules that are valid by construction: typed functions of blocks, loops, branches,
 * tables, calls, memory, globals, numbers of all kinds and several results. Each ends by itself, as
 * every loop and call takes from a budget, and none sees a NaN, whose bits are not determined.
 */
final class RandomModule {

  static final int PAGES = 3;

  private static final char[] KINDS = {'i', 'l', 'f', 'd'};
  private static final int BUDGET = 400;
  private static final int GLOBALS = 5;
  private static final int TABLE = 8;
  private static final int LOCALS = 12;

  private final Random random;
  private final List<String[]> types = new ArrayList<>();
  private final List<Integer> functions = new ArrayList<>();
  private BinaryWriter out = new BinaryWriter();

  /** The labels of the function that is written, innermost last: what each hands over. */
  private final List<String> labels = new ArrayList<>();

  private String locals = "";

  private final boolean endsInNop;

  /** Instructions without effect at the start of each function. */
  private final int padding;

  RandomModule(long seed) {
    this(seed, false);
  }

  /** The same module for the same seed, with functions that defer what they pay. */
  static RandomModule ofLargeFunctions(long seed) {
    return new RandomModule(seed, false, Heavy.LARGE);
  }

  /**
   * The same module for the same seed.
   *
   * @param endsInNop whether each function ends in an instruction that does nothing, without which
   *     Chicory's compiler cannot compile some branches to a function's end
   */
  RandomModule(long seed, boolean endsInNop) {
    this(seed, endsInNop, 0);
  }

  private RandomModule(long seed, boolean endsInNop, int padding) {
    this.random = new Random(seed);
    this.endsInNop = endsInNop;
    this.padding = padding;
  }

  /**
   * A module that exports {@code f}, which returns a number, and {@code _start}, which calls it.
   */
  byte[] bytes() {
    types.add(new String[] {"", ""});
    types.add(new String[] {"", "l"});
    for (int i = 0; i < 4; i++) {
      types.add(new String[] {kinds(4), kinds(3)});
    }
    functions.add(0);
    functions.add(1);
    for (int i = random.nextInt(4); i >= 0; i--) {
      functions.add(random.nextInt(types.size()));
    }
    BinaryWriter code = new BinaryWriter().u32(functions.size());
    code.sized(bytes(0, Op.CALL, 1, Op.DROP, Op.END));
    for (int i = 1; i < functions.size(); i++) {
      code.sized(function(types.get(functions.get(i))));
    }
    BinaryWriter module = new BinaryWriter().octets(0, 'a', 's', 'm', 1, 0, 0, 0);
    section(module, 1, typeSection());
    BinaryWriter declared = new BinaryWriter().u32(functions.size());
    functions.forEach(declared::u32);
    section(module, 3, declared);
    section(module, 4, new BinaryWriter().octets(1, 0x70, 1, TABLE, TABLE + 2));
    section(module, 5, new BinaryWriter().octets(1, 1, 1, PAGES));
    section(module, 6, globals());
    section(
        module,
        7,
        new BinaryWriter().octets(2, 1, 'f', 0, 1, 6, '_', 's', 't', 'a', 'r', 't', 0, 0));
    BinaryWriter elements = new BinaryWriter().octets(1, 0, 0x41, 0, Op.END).u32(TABLE - 2);
    for (int i = 0; i < TABLE - 2; i++) {
      elements.u32(1 + random.nextInt(functions.size() - 1));
    }
    section(module, 9, elements);
    section(module, 12, new BinaryWriter().u32(2));
    section(module, 10, code);
    return section(
            module,
            11,
            new BinaryWriter().octets(2, 0, 0x41, 8, Op.END, 3, 1, 2, 3, 1, 4, 9, 8, 7, 6))
        .toBytes();
  }

  private String kinds(int bound) {
    StringBuilder all = new StringBuilder();
    for (int i = random.nextInt(bound); i > 0; i--) {
      all.append(kind());
    }
    return all.toString();
  }

  private char kind() {
    return KINDS[random.nextInt(KINDS.length)];
  }

  private static int octet(char kind) {
    return switch (kind) {
      case 'i' -> 0x7f;
      case 'l' -> 0x7e;
      case 'f' -> 0x7d;
      default -> 0x7c;
    };
  }

  private BinaryWriter typeSection() {
    BinaryWriter all = new BinaryWriter().u32(types.size());
    for (String[] type : types) {
      all.octets(0x60);
      for (String side : type) {
        all.u32(side.length());
        side.chars().forEach(kind -> all.octets(octet((char) kind)));
      }
    }
    return all;
  }

  private static BinaryWriter globals() {
    BinaryWriter all = new BinaryWriter().u32(GLOBALS);
    all.octets(0x7f, 1, 0x41).s64(BUDGET).octets(Op.END);
    all.octets(0x7f, 1, 0x41, 7, Op.END, 0x7e, 1, Op.I64_CONST, 9, Op.END);
    all.octets(0x7d, 1, 0x43, 0, 0, 0x80, 0x3f, Op.END);
    return all.octets(0x7c, 1, 0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, Op.END);
  }

  /** Globals by kind: the budget is none of them. */
  private static int global(char kind) {
    return 1 + "ilfd".indexOf(kind);
  }

  private static BinaryWriter section(BinaryWriter module, int id, BinaryWriter content) {
    return module.octets(id).sized(content.toBytes());
  }

  private static byte[] bytes(int... octets) {
    return new BinaryWriter().octets(octets).toBytes();
  }

  private byte[] function(String[] type) {
    out = new BinaryWriter();
    StringBuilder all = new StringBuilder(type[0]);
    // One of each kind for NaNs, and then any.
    out.u32(LOCALS);
    for (int i = 0; i < LOCALS; i++) {
      char kind = i < 4 ? KINDS[i] : kind();
      all.append(kind);
      out.u32(1).octets(octet(kind));
    }
    locals = all.toString();
    labels.clear();
    labels.add(type[1]);
    out.bytes(Heavy.nops(padding));
    spend();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      statement(3);
    }
    values(type[1], 4);
    if (endsInNop) {
      out.octets(Op.NOP);
    }
    return out.octets(Op.END).toBytes();
  }

  /** Takes one from the budget, and traps when there is none. */
  private void spend() {
    out.indexed(Op.GLOBAL_GET, 0).octets(0x41, 1, 0x6b).indexed(Op.GLOBAL_SET, 0);
    out.indexed(Op.GLOBAL_GET, 0).octets(0x41, 0, 0x48, Op.IF, Op.NO_VALUE);
    out.octets(Op.UNREACHABLE, Op.END);
  }

  private void values(String kinds, int depth) {
    kinds.chars().forEach(kind -> value((char) kind, depth));
  }

  /** Code that leaves the stack as it is. */
  private void statement(int depth) {
    switch (random.nextInt(depth <= 0 ? 5 : 15)) {
      case 0, 1 -> {
        int local = random.nextInt(locals.length());
        value(locals.charAt(local), depth - 1);
        out.indexed(Op.LOCAL_SET, local);
      }
      case 2 -> {
        char kind = kind();
        value(kind, depth - 1);
        out.indexed(Op.GLOBAL_SET, global(kind));
      }
      case 3, 4 -> store(depth);
      case 5 -> choice("", depth);
      case 6 -> loop("", depth);
      case 7, 8 -> block("", depth);
      case 9 -> branchIf(depth);
      case 10 -> table(depth);
      case 11 -> bulk(depth);
      case 12 -> dead(depth);
      case 13 -> {
        int function = 1 + random.nextInt(functions.size() - 1);
        String[] type = types.get(functions.get(function));
        values(type[0], depth - 1);
        out.indexed(Op.CALL, function);
        drop(type[1].length());
      }
      default -> callIndirect(depth);
    }
  }

  private void drop(int count) {
    for (int i = 0; i < count; i++) {
      out.octets(Op.DROP);
    }
  }

  private void address(int depth) {
    value('i', depth - 1);
    // Never close below 4 GiB: there Chicory's interpreter adds the offset without a carry, and
    // reads or writes the beginning of the memory where compiled code traps.
    int mask = random.nextInt(40) > 0 ? 0x7fff : Integer.MAX_VALUE;
    out.octets(0x41).s64(mask).octets(0x71);
  }

  private void memory(int opcode, int mostAlignment) {
    out.octets(opcode).u32(random.nextInt(mostAlignment + 1)).u32(random.nextInt(64));
  }

  private void store(int depth) {
    address(depth);
    int which = random.nextInt(9);
    value("ilfdiilll".charAt(which), depth - 1);
    memory(0x36 + which, new int[] {2, 3, 2, 3, 0, 1, 0, 1, 2}[which]);
  }

  /** Opens a block without parameters that leaves these values, of which there is at most one. */
  private void open(int opcode, String result, String label) {
    out.octets(opcode, result.isEmpty() ? Op.NO_VALUE : octet(result.charAt(0)));
    labels.add(label);
  }

  private void close() {
    labels.remove(labels.size() - 1);
    out.octets(Op.END);
  }

  private void inside(String result, int depth) {
    for (int i = random.nextInt(3); i > 0; i--) {
      statement(depth - 1);
    }
    values(result, depth - 1);
  }

  private void block(String result, int depth) {
    open(Op.BLOCK, result, result);
    inside(result, depth);
    close();
  }

  private void loop(String result, int depth) {
    open(Op.LOOP, result, "");
    spend();
    inside(result, depth);
    close();
  }

  private void choice(String result, int depth) {
    value('i', depth - 1);
    open(Op.IF, result, result);
    inside(result, depth);
    if (!result.isEmpty() || random.nextBoolean()) {
      out.octets(Op.ELSE);
      inside(result, depth);
    }
    close();
  }

  private String label(int index) {
    return labels.get(labels.size() - 1 - index);
  }

  private void branchIf(int depth) {
    int target = random.nextInt(labels.size());
    values(label(target), depth - 1);
    value('i', depth - 1);
    out.indexed(Op.BR_IF, target);
    drop(label(target).length());
  }

  /** A table whose targets all take the same, in a block of its own, as nothing follows it. */
  private void table(int depth) {
    open(Op.BLOCK, "", "");
    int first = random.nextInt(labels.size());
    values(label(first), depth - 1);
    value('i', depth - 1);
    out.octets(Op.BR_TABLE);
    List<Integer> targets = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      if (label(i).equals(label(first))) {
        targets.add(i);
      }
    }
    int count = random.nextInt(5);
    out.u32(count);
    for (int i = 0; i <= count; i++) {
      out.u32(targets.get(random.nextInt(targets.size())));
    }
    close();
  }

  /** Leaves a block in the middle: what follows is never reached. */
  private void dead(int depth) {
    open(Op.BLOCK, "", "");
    value('i', depth - 1);
    out.octets(Op.IF, Op.NO_VALUE);
    labels.add("");
    int target = random.nextInt(labels.size());
    switch (random.nextInt(8)) {
      case 0 -> out.octets(Op.UNREACHABLE);
      case 1 -> {
        values(labels.get(0), depth - 1);
        out.octets(Op.RETURN);
      }
      default -> {
        values(label(target), depth - 1);
        out.indexed(Op.BR, target);
      }
    }
    if (random.nextBoolean()) {
      // Takes operands that are not there, which is valid here.
      out.octets(0x6a, Op.DROP);
    }
    close();
    close();
  }

  private void bulk(int depth) {
    switch (random.nextInt(6)) {
      case 0 -> {
        address(depth);
        address(depth);
        small(depth);
        out.octets(0xfc, 10, 0, 0);
      }
      case 1 -> {
        address(depth);
        value('i', depth - 1);
        small(depth);
        out.octets(0xfc, 11, 0);
      }
      case 2 -> {
        address(depth);
        out.octets(0x41, random.nextInt(3));
        out.octets(0x41, random.nextInt(3), 0xfc, 8, 1, 0);
      }
      case 3 -> out.octets(0xfc, 9, 1);
      case 4 -> out.octets(0x41, random.nextInt(2), 0x40, 0, Op.DROP);
      default -> {
        out.octets(0x41, random.nextInt(TABLE), 0x41, random.nextInt(TABLE));
        out.octets(0x25, 0, 0x26, 0);
      }
    }
  }

  private void small(int depth) {
    value('i', depth - 1);
    out.octets(0x41, 63, 0x71);
  }

  private void callIndirect(int depth) {
    int index = random.nextInt(types.size());
    values(types.get(index)[0], depth - 1);
    value('i', depth - 1);
    if (random.nextInt(10) > 0) {
      out.octets(0x41, 7, 0x71);
    }
    out.octets(Op.CALL_INDIRECT).u32(index).u32(0);
    drop(types.get(index)[1].length());
  }

  /** Code that leaves one value. */
  private void value(char kind, int depth) {
    int choice = random.nextInt(depth <= 0 ? 3 : 12);
    switch (choice) {
      case 0 -> constant(kind);
      case 1 -> local(kind, depth);
      case 2 -> out.indexed(Op.GLOBAL_GET, global(kind));
      case 3 -> block(String.valueOf(kind), depth);
      case 4 -> choice(String.valueOf(kind), depth);
      case 5 -> {
        value(kind, depth - 1);
        value(kind, depth - 1);
        value('i', depth - 1);
        out.octets(Op.SELECT);
      }
      case 6 -> load(kind, depth);
      case 7 -> loop(String.valueOf(kind), depth);
      default -> {
        RandomNumbers.Operation operation = RandomNumbers.operation(kind, random);
        values(operation.operands(), depth - 1);
        out.octets(operation.code());
        if (kind == 'f' || kind == 'd') {
          withoutNan(kind);
        }
      }
    }
  }

  private void constant(char kind) {
    switch (kind) {
      case 'i' -> out.octets(0x41).s64(RandomNumbers.integer(random));
      case 'l' -> out.octets(Op.I64_CONST).s64(RandomNumbers.longer(random));
      case 'f' -> bits(0x43, Float.floatToIntBits(RandomNumbers.real(random)), 4);
      default -> bits(0x44, Double.doubleToLongBits(RandomNumbers.real(random)), 8);
    }
  }

  private void bits(int opcode, long bits, int bytes) {
    out.octets(opcode);
    for (int i = 0; i < bytes; i++) {
      out.octets((int) (bits >>> (8 * i)) & 0xff);
    }
  }

  private void local(char kind, int depth) {
    List<Integer> fitting = new ArrayList<>();
    for (int i = 0; i < locals.length(); i++) {
      if (locals.charAt(i) == kind) {
        fitting.add(i);
      }
    }
    int local = fitting.get(random.nextInt(fitting.size()));
    if (depth > 0 && random.nextInt(3) == 0) {
      value(kind, depth - 1);
      out.indexed(Op.LOCAL_TEE, local);
    } else {
      out.indexed(Op.LOCAL_GET, local);
    }
  }

  private void load(char kind, int depth) {
    address(depth);
    switch (kind) {
      case 'i' -> {
        int which = random.nextInt(5);
        memory(new int[] {0x28, 0x2c, 0x2d, 0x2e, 0x2f}[which], new int[] {2, 0, 0, 1, 1}[which]);
      }
      case 'l' -> {
        int which = random.nextInt(7);
        int[] alignments = {3, 0, 0, 1, 1, 2, 2};
        memory(which == 0 ? 0x29 : 0x2f + which, alignments[which]);
      }
      default -> {
        memory(kind == 'f' ? 0x2a : 0x2b, kind == 'f' ? 2 : 3);
        withoutNan(kind);
      }
    }
  }

  /** Puts a 1 in the place of a NaN. */
  private void withoutNan(char kind) {
    int local = locals.length() - LOCALS + "ilfd".indexOf(kind);
    boolean single = kind == 'f';
    out.indexed(Op.LOCAL_TEE, local);
    bits(single ? 0x43 : 0x44, single ? 0x3f800000 : 0x3ff0000000000000L, single ? 4 : 8);
    out.indexed(Op.LOCAL_GET, local).indexed(Op.LOCAL_GET, local);
    out.octets(single ? 0x5b : 0x61, Op.SELECT);
  }
}
