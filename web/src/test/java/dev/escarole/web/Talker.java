package dev.escarole.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes WebAssembly programs that talk while they run: they print the same again and again, with a
 * pause after each time.
 */
public final class Talker {

  private static final int OUT_VECTOR = 0;
  private static final int ERR_VECTOR = 8;
  private static final int COUNT = 56;
  private static final int SUBSCRIPTION = 64;
  private static final int EVENT = 128;
  private static final int TEXT = 256;

  private static final int[] END = {};
  private static final int[] UNREACHABLE = {0};

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private Talker() {}

  /**
   * A program that prints these bytes to standard output and those to standard error.
   *
   * @param millis how long it pauses after each time
   * @param times how often it prints
   */
  public static byte[] program(byte[] stdout, byte[] stderr, long millis, int times) {
    return program(stdout, stderr, millis, body(times, END));
  }

  /** A program that does the same and then traps. */
  public static byte[] failing(byte[] stdout, byte[] stderr, long millis, int times) {
    return program(stdout, stderr, millis, body(times, UNREACHABLE));
  }

  private static byte[] program(byte[] stdout, byte[] stderr, long millis, Talker body) {
    Talker module = new Talker();
    module.write(0, 'a', 's', 'm', 1, 0, 0, 0);
    module.section(1, new Talker().write(2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0));
    module.section(
        2,
        new Talker()
            .write(2)
            .name("wasi_snapshot_preview1")
            .name("fd_write")
            .write(0, 0)
            .name("wasi_snapshot_preview1")
            .name("poll_oneoff")
            .write(0, 0));
    module.section(3, new Talker().write(1, 1));
    module.section(5, new Talker().write(1, 0, 32));
    module.section(7, new Talker().write(2).name("memory").write(2, 0).name("_start").write(0, 2));
    module.section(10, new Talker().write(1).number(body.bytes.size()).write(body));
    byte[] data = data(stdout, stderr, millis);
    Talker segment = new Talker().write(1, 0).constant(0).write(0x0b).number(data.length);
    segment.bytes.writeBytes(data);
    module.section(11, segment);
    return module.bytes.toByteArray();
  }

  private static Talker body(int times, int... last) {
    return new Talker()
        .write(1, 1, 0x7f, 0x03, 0x40)
        .call(0, 1, OUT_VECTOR)
        .call(0, 2, ERR_VECTOR)
        .call(1, SUBSCRIPTION, EVENT)
        .write(0x20, 0)
        .constant(1)
        .write(0x6a, 0x22, 0)
        .constant(times)
        .write(0x48, 0x0d, 0, 0x0b)
        .write(last)
        .write(0x0b);
  }

  /** Calls an imported function with these numbers and 1 and the place of a count. */
  private Talker call(int function, int first, int second) {
    return constant(first).constant(second).constant(1).constant(COUNT).write(0x10, function, 0x1a);
  }

  private static byte[] data(byte[] stdout, byte[] stderr, long millis) {
    ByteBuffer data =
        ByteBuffer.allocate(TEXT + stdout.length + stderr.length).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(OUT_VECTOR, TEXT).putInt(OUT_VECTOR + 4, stdout.length);
    data.putInt(ERR_VECTOR, TEXT + stdout.length).putInt(ERR_VECTOR + 4, stderr.length);
    // The clock that only goes forward, for so many nanoseconds.
    data.putInt(SUBSCRIPTION + 16, 1).putLong(SUBSCRIPTION + 24, millis * 1_000_000);
    data.position(TEXT);
    data.put(stdout).put(stderr);
    return data.array();
  }

  private Talker section(int id, Talker content) {
    return write(id).number(content.bytes.size()).write(content);
  }

  private Talker constant(int value) {
    write(0x41);
    int left = value;
    while (left > 0x3f || left < -0x40) {
      write((left & 0x7f) | 0x80);
      left >>= 7;
    }
    return write(left & 0x7f);
  }

  private Talker number(int value) {
    int left = value;
    while (left > 0x7f) {
      write((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    return write(left);
  }

  private Talker name(String name) {
    number(name.length());
    bytes.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  private Talker write(Talker other) {
    bytes.writeBytes(other.bytes.toByteArray());
    return this;
  }

  private Talker write(int... values) {
    for (int value : values) {
      bytes.write(value);
    }
    return this;
  }
}
