package dev.escarole.web.cli;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.FreezeRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** WebAssembly programs that tests add. */
public final class Programs {

  /** A catalogue with a row whose program is not there. */
  public static final String CATALOG =
      "rows: {absent: {kind: wasm, from: 'file:absent', sha256: %s}}".formatted("0".repeat(64));

  private Programs() {}

  /** The program of a built-in command. */
  static byte[] builtIn(String name) {
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/" + name + ".wasm")) {
      if (in == null) {
        throw new IllegalStateException("no built-in program " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A program with the initializers {@code globals}, {@code tables} and {@code segments}. */
  public static byte[] freezable() {
    String file = "/dev/escarole/engine/wasm/guests/tables.wasm";
    try (InputStream in = Programs.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file with that program in Base64, which tests build. */
  public static Path encoded(Path directory) {
    try {
      return Files.write(directory.resolve("tables.b64"), Base64.getEncoder().encode(freezable()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks to build that program under a name. */
  public static BuildRequest building(String name, String language) {
    String text = Base64.getEncoder().encodeToString(freezable());
    return new BuildRequest(name, language, Map.of("tables.b64", text), List.of(), null);
  }

  /** Asks to freeze a command as {@code cold}. */
  public static FreezeRequest freezing(String name, @Nullable String export) {
    return new FreezeRequest(name, "cold", export, null, List.of(), Map.of(), List.of(), null);
  }

  /** Adds a program that can be frozen, and asks for that. */
  public static FreezeRequest freezing(Escarole escarole) {
    AddedCommand added = escarole.addCommand(new AddCommandRequest("tables", null, freezable()));
    return freezing(added.name(), "globals");
  }

  /** A file with the program of a built-in command. */
  public static Path file(Path directory, String builtIn) {
    try {
      return Files.write(directory.resolve(builtIn + ".wasm"), builtIn(builtIn));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A program that imports a function, with no parameters and one result, and does nothing. */
  public static byte[] importing(String module, String function) {
    return importing(module, function, 0);
  }

  /** A program that could run other commands, and does nothing. */
  public static byte[] nesting() {
    return importing("env", "host_exec", 4);
  }

  private static byte[] importing(String module, String function, int parameters) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, 0, 'a', 's', 'm', 1, 0, 0, 0);
    write(out, 1, 8 + parameters, 2, 0x60, parameters);
    for (int i = 0; i < parameters; i++) {
      out.write(0x7f);
    }
    write(out, 1, 0x7f, 0x60, 0, 0);
    write(out, 2, module.length() + function.length() + 5, 1);
    name(out, module);
    name(out, function);
    write(out, 0, 0);
    write(out, 3, 2, 1, 1);
    write(out, 5, 3, 1, 0, 1);
    write(out, 7, 10, 1);
    name(out, "_start");
    write(out, 0, 1);
    write(out, 10, 4, 1, 2, 0, 0x0b);
    return out.toByteArray();
  }

  /** A program with one function, which is too large for a method of the JVM. */
  public static byte[] slow() {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    write(code, 0);
    for (int i = 0; i < 40_000; i++) {
      write(code, 0x41, 0x80, 0x80, 0x04, 0x1a);
    }
    write(code, 0x0b);
    byte[] empty = importing("env", "host_exec", 4);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // All but the code, which takes the last six bytes.
    out.write(empty, 0, empty.length - 6);
    write(out, 10);
    size(out, code.size() + 4);
    write(out, 1);
    size(out, code.size());
    out.writeBytes(code.toByteArray());
    return out.toByteArray();
  }

  /** Writes a number of up to 21 bits in three bytes. */
  private static void size(ByteArrayOutputStream out, int number) {
    write(out, number | 0x80, number >> 7 | 0x80, number >> 14);
  }

  /** Where a data directory keeps a program. */
  public static Path artifact(Path data, byte[] program) {
    return data.resolve("commands").resolve(ArtifactId.of(program) + ".wasm");
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
}
