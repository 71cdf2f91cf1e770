package dev.escarole.engine;

import dev.escarole.engine.command.BuiltInCommands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Programs that tests add: compiled ones, and a tiny one in as many versions as needed. */
final class TestPrograms {

  private TestPrograms() {}

  /** The test guest that does what its first argument says. */
  static byte[] probe() {
    return resource(TestPrograms.class, "wasm/guests/probe.wasm");
  }

  /** The test guest that runs other commands. */
  static byte[] nest() {
    return resource(TestPrograms.class, "wasm/guests/nest.wasm");
  }

  /** The test guest that does what its arguments say, one after the other. */
  static byte[] stage() {
    return resource(TestPrograms.class, "wasm/guests/stage.wasm");
  }

  /** The program of a built-in command. */
  static byte[] builtIn(String name) {
    return resource(BuiltInCommands.class, "builtin/" + name + ".wasm");
  }

  /** A program that exits with this code, 0 to 63. */
  static byte[] exiting(int code) {
    return calling("wasi_snapshot_preview1", "proc_exit", code);
  }

  /** A program that calls an imported function with this number, 0 to 63. */
  static byte[] calling(String module, String function, int number) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, 0, 'a', 's', 'm', 1, 0, 0, 0);
    write(out, 1, 8, 2, 0x60, 1, 0x7f, 0, 0x60, 0, 0);
    write(out, 2, module.length() + function.length() + 5, 1);
    name(out, module);
    name(out, function);
    write(out, 0, 0);
    write(out, 3, 2, 1, 1);
    write(out, 5, 3, 1, 0, 1);
    write(out, 7, 10, 1);
    name(out, "_start");
    write(out, 0, 1);
    write(out, 10, 8, 1, 6, 0, 0x41, number, 0x10, 0, 0x0b);
    return out.toByteArray();
  }

  /** A program that counts from this number down to nothing and then exits with this code. */
  static byte[] exitingLate(int code, int rounds) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    write(body, 1, 1, 0x7f, 0x41);
    signed(body, rounds);
    write(body, 0x21, 0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x41);
    signed(body, code);
    write(body, 0x10, 0, 0x0b);
    byte[] exit = exiting(0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // All but the code, which takes the last ten bytes.
    out.write(exit, 0, exit.length - 10);
    write(out, 10, body.size() + 2, 1, body.size());
    out.writeBytes(body.toByteArray());
    return out.toByteArray();
  }

  /** A program whose only function calls itself without end. */
  static byte[] recursing() {
    byte[] exit = exiting(0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // All but the code, which takes the last ten bytes.
    out.write(exit, 0, exit.length - 10);
    write(out, 10, 6, 1, 4, 0, 0x10, 1, 0x0b);
    return out.toByteArray();
  }

  /** Writes a number of up to 27 bits, which is never negative, in four bytes. */
  private static void signed(ByteArrayOutputStream out, int number) {
    write(out, number | 0x80, number >> 7 | 0x80, number >> 14 | 0x80, number >> 21 & 0x7f);
  }

  private static void name(ByteArrayOutputStream out, String name) {
    out.write(name.length());
    out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
  }

  private static void write(ByteArrayOutputStream out, int... bytes) {
    for (int b : bytes) {
      out.write(b);
    }
  }

  private static byte[] resource(Class<?> neighbour, String name) {
    try (InputStream in = neighbour.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
