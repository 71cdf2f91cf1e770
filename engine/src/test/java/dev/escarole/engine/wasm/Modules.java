package dev.escarole.engine.wasm;

import dev.escarole.engine.wasi.WasiFunction;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes small WebAssembly modules byte by byte, for what no C compiler would make. */
final class Modules {

  static final byte[] NO_CODE = {};

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Modules() {
    write(0, 'a', 's', 'm', 1, 0, 0, 0);
  }

  /** A module with a memory, whose {@code _start} runs this code. */
  static byte[] start(int... code) {
    return started(section(5, 1, 0, 1), section(7, exportStart(0)), code);
  }

  /** The same code so many times. */
  static int[] repeated(int times, int... code) {
    int[] all = new int[times * code.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = code[i % code.length];
    }
    return all;
  }

  /** A module that declares other memories, given as the content of that section. */
  static byte[] memories(int... memorySection) {
    return started(section(5, memorySection), section(7, exportStart(0)));
  }

  /** A module with a memory of no pages, whose {@code _start} runs this code. */
  static byte[] withoutPages(int... code) {
    return started(section(5, 1, 0, 0), section(7, exportStart(0)), code);
  }

  /** A module with a section of names, which names one function. */
  static byte[] withNames(byte[] module, int function, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] names = new BinaryWriter().u32(1).u32(function).sized(text).toBytes();
    byte[] section =
        new BinaryWriter().sized(new byte[] {'n', 'a', 'm', 'e'}).octets(1).sized(names).toBytes();
    return new BinaryWriter().bytes(module).octets(0).sized(section).toBytes();
  }

  /** A module that exports nothing. */
  static byte[] silent() {
    return started(section(5, 1, 0, 1), NO_CODE);
  }

  /** A module that imports a function without parameters. */
  static byte[] importing(String module, String name) {
    Modules m = new Modules();
    m.append(section(1, 1, 0x60, 0, 0));
    m.append(section(2, concat(new int[] {1}, name(module), name(name), new int[] {0, 0})));
    m.append(section(3, 1, 0));
    m.append(section(5, 1, 0, 1));
    m.append(section(7, exportStart(1)));
    m.append(section(10, 1, 2, 0, 0x0b));
    return m.out.toByteArray();
  }

  /** A module that calls a function of WASI with this number and then with zeros, and ends. */
  static byte[] calling(WasiFunction function, int first) {
    String parameters = function.parameters();
    int[] types = parameters.chars().map(letter -> letter == 'I' ? 0x7e : 0x7f).toArray();
    int[] answer = function.answers() ? new int[] {1, 0x7f} : new int[] {0};
    Modules m = new Modules();
    m.append(section(1, concat(new int[] {2, 0x60, 0, 0, 0x60, types.length}, types, answer)));
    m.append(
        section(
            2,
            concat(
                new int[] {1},
                name(WasiFunction.MODULE),
                name(function.importName()),
                new int[] {0, 1})));
    m.append(section(3, 1, 0));
    m.append(section(5, 1, 0, 1));
    m.append(section(7, exportMemoryAndStart()));
    int[] code = new int[0];
    for (int i = 0; i < types.length; i++) {
      code = concat(code, new int[] {types[i] == 0x7e ? 0x42 : 0x41, i == 0 ? first : 0});
    }
    int[] drop = function.answers() ? new int[] {0x1a} : new int[0];
    m.append(section(10, concat(new int[] {1}, body(concat(code, new int[] {0x10, 0}, drop)))));
    return m.out.toByteArray();
  }

  private static int[] exportMemoryAndStart() {
    return concat(
        new int[] {2}, name("memory"), new int[] {2, 0}, name("_start"), new int[] {0, 1});
  }

  /** A module with a type that only a garbage collector can hold, an array of bytes. */
  static byte[] collected() {
    Modules m = new Modules();
    m.append(section(1, 2, 0x60, 0, 0, 0x5e, 0x78, 1));
    m.append(section(3, 1, 0));
    m.append(section(5, 1, 0, 1));
    m.append(section(7, exportStart(0)));
    m.append(section(10, 1, 2, 0, 0x0b));
    return m.out.toByteArray();
  }

  /**
   * A module that grows its table by three entries and exits with the size that it found, or with
   * the answer to growing it by {@code more} if that is not 3.
   */
  static byte[] growingTable(int more) {
    Modules m = new Modules();
    m.append(section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 0));
    m.append(
        section(
            2,
            concat(
                new int[] {1},
                name("wasi_snapshot_preview1"),
                name("proc_exit"),
                new int[] {0, 1})));
    m.append(section(3, 1, 0));
    m.append(section(4, 1, 0x70, 0, 1));
    m.append(section(5, 1, 0, 1));
    m.append(section(7, exportStart(1)));
    int[] size = {0xfc, 16, 0};
    int[] grow = concat(new int[] {0xd0, 0x70, 0x41}, signed(more), new int[] {0xfc, 15, 0});
    int[] code = more == 3 ? concat(size, grow, new int[] {0x1a}) : grow;
    m.append(section(10, concat(new int[] {1}, body(concat(code, new int[] {0x10, 0})))));
    return m.out.toByteArray();
  }

  /**
   * A module that looks through its memory of two pages, and again after growing it by {@code more}
   * pages, and traps at a byte that is not zero. Then it fills all of it.
   */
  static byte[] memoryUser(int more) {
    // for (at = size - 8; at >= 0; at -= 8) if (load(at) != 0) trap
    int[] atEnd = {0x3f, 0, 0x41, 16, 0x74, 0x41, 8, 0x6b, 0x21, 0};
    int[] look = {0x20, 0, 0x29, 3, 0, 0x50, 0x45, 0x04, 0x40, 0, 0x0b};
    int[] back = {0x20, 0, 0x41, 8, 0x6b, 0x22, 0, 0x41, 0, 0x4e, 0x0d, 0};
    int[] check = concat(atEnd, new int[] {0x03, 0x40}, look, back, new int[] {0x0b});
    int[] grow = concat(new int[] {0x41}, signed(more), new int[] {0x40, 0, 0x41, 0, 0x48});
    int[] orTrap = {0x04, 0x40, 0, 0x0b};
    int[] fill = {0x41, 0, 0x41, 0xaa, 1, 0x3f, 0, 0x41, 16, 0x74, 0xfc, 11, 0};
    int[] code = concat(new int[] {1, 1, 0x7f}, check, grow, orTrap, check, fill);
    Modules m = new Modules();
    m.append(section(1, 1, 0x60, 0, 0));
    m.append(section(3, 1, 0));
    m.append(section(5, 1, 0, 2));
    m.append(section(7, exportStart(0)));
    m.append(section(10, concat(new int[] {1}, function(code))));
    return m.out.toByteArray();
  }

  /** A module with a table of more entries than the sandbox has. */
  static byte[] hugeTable() {
    Modules m = new Modules();
    m.append(section(1, 1, 0x60, 0, 0));
    m.append(section(3, 1, 0));
    m.append(section(4, concat(new int[] {1, 0x70, 0}, signed(GuestTables.MOST_ENTRIES + 1))));
    m.append(section(5, 1, 0, 1));
    m.append(section(7, exportStart(0)));
    m.append(section(10, 1, 2, 0, 0x0b));
    return m.out.toByteArray();
  }

  private static byte[] started(byte[] memory, byte[] exports, int... code) {
    Modules m = new Modules();
    m.append(section(1, 1, 0x60, 0, 0));
    m.append(section(3, 1, 0));
    m.append(memory);
    m.append(exports);
    m.append(section(10, concat(new int[] {1}, body(code))));
    return m.out.toByteArray();
  }

  private static int[] body(int... code) {
    return function(concat(new int[] {0}, code));
  }

  /** A function's locals and code, with their size. */
  private static int[] function(int... localsAndCode) {
    int[] body = concat(localsAndCode, new int[] {0x0b});
    byte[] size = new BinaryWriter().u32(body.length).toBytes();
    int[] prefix = new int[size.length];
    for (int i = 0; i < size.length; i++) {
      prefix[i] = size[i] & 0xff;
    }
    return concat(prefix, body);
  }

  private static int[] exportStart(int function) {
    return concat(new int[] {1}, name("_start"), new int[] {0, function});
  }

  private static int[] name(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] all = new BinaryWriter().sized(bytes).toBytes();
    int[] octets = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      octets[i] = all[i] & 0xff;
    }
    return octets;
  }

  /** A number in the variable-length form of WebAssembly. */
  static int[] signed(int value) {
    int[] bytes = new int[5];
    for (int i = 0; i < 5; i++) {
      bytes[i] = ((value >> (7 * i)) & 0x7f) | (i < 4 ? 0x80 : 0);
    }
    return bytes;
  }

  static int[] concat(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }

  private static byte[] section(int id, int... content) {
    byte[] bytes = new BinaryWriter().octets(content).toBytes();
    return new BinaryWriter().octets(id).sized(bytes).toBytes();
  }

  private void append(byte[] part) {
    out.writeBytes(part);
  }

  private void write(int... bytes) {
    for (int b : bytes) {
      out.write(b);
    }
  }
}
