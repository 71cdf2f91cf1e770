package dev.escarole.engine.wasm;

import dev.escarole.engine.wasi.WasiFunction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Makes up calls that no well-meant guest would make: any function, with numbers that are too
 * large, negative, or point to each other. Most paths and buffers are well formed, so that calls
 * get as far as the file system. The same seed makes the same calls.
 */
final class HostileCalls {

  private static final long READ_AND_WRITE = 0x42;
  private static final int FIRST_GRANT = 3;
  private static final int PATHS = 4_096;
  private static final int VECTORS = 16_384;
  private static final int RESULTS = 32_768;
  private static final int MEMORY = 1 << 20;

  private static final List<String> NAMES =
      List.of(
          ".",
          "..",
          "a",
          "a/b",
          "a/file",
          "file",
          "new",
          "newer",
          "newest",
          "a/new",
          "new/",
          "a/b/../file",
          "a/../../outside/secret",
          "/etc/passwd",
          "/",
          "abslink",
          "dirlink/secret",
          "rellink",
          "inner",
          "inner/file",
          "loop",
          "../outside",
          "",
          "nul\0name",
          "\ud83e\udd6c",
          ".escarole-x",
          "x".repeat(300),
          "a/".repeat(3_000));

  /** Where each function takes a path: the place of its address, followed by its length. */
  private static final Map<WasiFunction, List<Integer>> PATH_PLACES =
      Map.of(
          WasiFunction.PATH_CREATE_DIRECTORY, List.of(1),
          WasiFunction.PATH_FILESTAT_GET, List.of(2),
          WasiFunction.PATH_FILESTAT_SET_TIMES, List.of(2),
          WasiFunction.PATH_LINK, List.of(2, 5),
          WasiFunction.PATH_OPEN, List.of(2),
          WasiFunction.PATH_READLINK, List.of(1),
          WasiFunction.PATH_REMOVE_DIRECTORY, List.of(1),
          WasiFunction.PATH_RENAME, List.of(1, 4),
          WasiFunction.PATH_SYMLINK, List.of(0, 3),
          WasiFunction.PATH_UNLINK_FILE, List.of(1));

  private static final long[] CORNERS = {
    0,
    1,
    -1,
    2,
    3,
    1024,
    1025,
    65_535,
    65_536,
    MEMORY - 1,
    MEMORY,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    0xFFFF_FFFFL,
    100L << 30,
    1L << 62
  };

  private final Random random;
  private final FlatMemory memory;

  HostileCalls(long seed, FlatMemory memory) {
    this.random = new Random(seed);
    this.memory = memory;
  }

  /** How large the memory of such a guest is, in pages. */
  static int pages() {
    return MEMORY / FlatMemory.PAGE_SIZE;
  }

  WasiFunction function() {
    WasiFunction[] all = WasiFunction.values();
    return random.nextInt(3) == 0 ? WasiFunction.PATH_OPEN : all[random.nextInt(all.length)];
  }

  /** Writes what the arguments point to into the memory and returns the arguments. */
  long[] arguments(WasiFunction function) {
    writeVectors();
    String parameters = function.parameters();
    long[] arguments = new long[parameters.length()];
    for (int i = 0; i < arguments.length; i++) {
      long value = number(i);
      arguments[i] = parameters.charAt(i) == 'i' ? (int) value : value;
    }
    int paths = 0;
    for (int place : PATH_PLACES.getOrDefault(function, List.of())) {
      writePath(arguments, place, PATHS + 8_192 * paths++);
      chooseDirectory(arguments, place);
    }
    if (random.nextBoolean()) {
      makeLikely(function, arguments);
    }
    return arguments;
  }

  /** Chance alone would hardly ever make these succeed, and one seed in twenty never. */
  private void makeLikely(WasiFunction function, long[] arguments) {
    switch (function) {
      case PATH_OPEN -> {
        // To read and write, perhaps a new file, so that later calls find something.
        arguments[4] = random.nextInt(2);
        arguments[5] = READ_AND_WRITE;
        arguments[7] = random.nextInt(2);
      }
      case PATH_LINK -> {
        arguments[0] = FIRST_GRANT;
        arguments[1] = 0;
        writeName(arguments, 2, PATHS, "a/file");
        arguments[4] = FIRST_GRANT;
      }
      case FD_SEEK -> {
        arguments[1] = random.nextInt(100);
        arguments[2] = random.nextInt(3);
      }
      default -> {
        // What is left succeeds often enough.
      }
    }
  }

  private void writePath(long[] arguments, int place, int address) {
    if (random.nextInt(10) == 0) {
      return;
    }
    writeName(arguments, place, address, NAMES.get(random.nextInt(NAMES.size())));
  }

  private void writeName(long[] arguments, int place, int address, String name) {
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(20) == 0 && path.length > 0) {
      path[random.nextInt(path.length)] = (byte) random.nextInt();
    }
    int length = Math.min(path.length, 8_192);
    memory.store(address, path, 0, length);
    arguments[place] = address;
    arguments[place + 1] = length;
  }

  /** The directory that a path starts at stands before it, or before it and some flags. */
  private void chooseDirectory(long[] arguments, int place) {
    int before = place == 2 ? 0 : place - 1;
    if (before >= 0 && random.nextInt(10) < 6) {
      arguments[before] = FIRST_GRANT;
    }
  }

  /** A list of buffers that overlap each other, the list, the results, and what is outside. */
  private void writeVectors() {
    for (int at = VECTORS; at < VECTORS + 512; at += 8) {
      memory.storeInt(at, (int) number(0));
      memory.storeInt(at + 4, random.nextInt(8) == 0 ? (int) number(1) : random.nextInt(40_000));
    }
  }

  private long number(int place) {
    if (place == 0 && random.nextInt(4) > 0) {
      return random.nextInt(12);
    }
    return switch (random.nextInt(10)) {
      case 0 -> CORNERS[random.nextInt(CORNERS.length)];
      case 1 -> random.nextLong();
      case 2 -> VECTORS + 8L * random.nextInt(8);
      case 3, 4 -> RESULTS + random.nextInt(64);
      case 5 -> random.nextInt(MEMORY);
      default -> random.nextInt(10);
    };
  }
}
