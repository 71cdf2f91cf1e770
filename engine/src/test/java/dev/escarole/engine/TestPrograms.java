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
