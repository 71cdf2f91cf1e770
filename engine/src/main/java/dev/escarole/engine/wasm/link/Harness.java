package dev.escarole.engine.wasm.link;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Lineage;
import dev.escarole.engine.wasm.FreezeRefusedException;
import dev.escarole.engine.wasm.FreezeRequest;
import dev.escarole.engine.wasm.Freezer;
import dev.escarole.engine.wasm.FrozenProgram;
import dev.escarole.engine.wasm.RunnerOptions;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Modules of ours that make a module of others a command. They are written in C, compiled to
 * WebAssembly, and call the host as any other guest.
 */
public enum Harness {
  /** The command {@code js} of quickjs-wasi, version 3. */
  QUICKJS;

  /** The exported function that compiles the program of the arguments, to be frozen with it. */
  public static final String LOAD = "escarole.load";

  /** On a busy machine; fuel is what ends it, in the same place everywhere. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a harness by the word in a catalogue.
   *
   * @throws FreezeRefusedException if there is none
   */
  public static Harness of(String word) throws FreezeRefusedException {
    for (Harness each : values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw new FreezeRefusedException(
        "has the unknown harness '%s'; known are %s"
            .formatted(
                NotAProgramException.shown(word),
                Arrays.stream(values()).map(Harness::word).collect(Collectors.joining(", "))));
  }

  /**
   * Links a module with it.
   *
   * @throws FreezeRefusedException if they do not fit
   */
  public byte[] link(byte[] module) throws FreezeRefusedException {
    try {
      return ModuleLinker.link(module, bytes());
    } catch (NotAProgramException e) {
      throw new FreezeRefusedException(
          "cannot be linked with the harness %s: %s".formatted(word(), e.getMessage()));
    }
  }

  /**
   * Links a module with it, and freezes both where their initializer ends. It is interpreted,
   * because compiling a program for one call would take longer.
   *
   * @param name what the program sees as its name meanwhile
   * @throws FreezeRefusedException if they do not fit, or cannot be frozen
   * @throws InterruptedException if the thread is interrupted
   */
  public FrozenProgram complete(byte[] module, String name)
      throws FreezeRefusedException, InterruptedException {
    Freezer freezer = new Freezer(RunnerOptions.defaults().withCode(ProgramCode.INTERPRETED));
    Limits limits = Limits.defaults().withWallClock(PATIENCE);
    return freezer.freeze(
        link(module), FreezeRequest.of(Invocation.of(name).limits(limits).build()));
  }

  /** Says how a program was completed, as a child of the module. */
  public static Lineage lineage(ArtifactId module, FrozenProgram completed, String name) {
    return new Lineage(
        module, completed.initializers(), null, name, List.of(), Map.of(), List.of(), 0);
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
