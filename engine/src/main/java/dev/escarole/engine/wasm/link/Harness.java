package dev.escarole.engine.wasm.link;

import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Modules of ours that make a module of others a command. They are written in C, compiled to
 * WebAssembly, and call the host as any other guest.
 */
public enum Harness {
  /** The command {@code js} of quickjs-wasi, version 3. */
  QUICKJS;

  /** The exported function that compiles the program of the arguments, to be frozen with it. */
  public static final String LOAD = "escarole.load";

  /** Returns the word in a catalogue. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Links a module with it.
   *
   * @throws NotAProgramException if they do not fit; the message completes "it cannot be linked: "
   */
  public byte[] link(byte[] module) throws NotAProgramException {
    return ModuleLinker.link(module, bytes());
  }

  private byte[] bytes() {
    String file = "/dev/escarole/engine/wasm/harness/" + word() + ".wasm";
    try (InputStream in = Harness.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("BUG: " + file + " is missing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
