package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks whether bytes can run as a command, without compiling or running them. */
public final class ProgramCheck {

  private ProgramCheck() {}

  /**
   * Checks a module against the limits, then parses, validates and links it, using memory of the
   * guests' budget.
   *
   * @return why it cannot run, to complete "the program"; empty if it can
   */
  public static Optional<String> problem(byte[] bytes, RunnerOptions options) {
    try {
      PresetArguments preset = PresetArguments.of(bytes);
      if (preset == null) {
        return problemOf(bytes, options);
      }
      // Checked when it was compiled, and a large one is slow to check.
      boolean builtIn = BuiltInCommands.load().holdsBuiltIn(ArtifactId.of(preset.program()));
      return builtIn ? Optional.empty() : problemOf(preset.program(), options);
    } catch (NotAProgramException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> problemOf(byte[] bytes, RunnerOptions options) {
    try (MemoryBudget.Share share = options.memory().shareOfCompiler()) {
      ModuleFacts facts = ModuleScan.of(bytes, options.limits());
      facts.mustFit(options.memory());
      if (!share.take(facts.memoryBytes())) {
        return Optional.of("guests have too much memory now to check it; try again later");
      }
      Program unused = new Program(parse(bytes), InterpreterMachine::new);
      return Optional.empty();
    } catch (NotAProgramException | GuestTables.TooLarge e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Any exception of the parser is caused by the module.
      return Optional.of("it is not a WebAssembly program: " + e.getMessage());
    }
  }

  /**
   * Returns which functions of a program are interpreted because they are too large for a method:
   * all of them, if it was compiled and that is still known, else those that certainly are.
   *
   * @param bytes a module without a {@link #problem}
   */
  public static SlowFunctions slowFunctions(ArtifactId id, byte[] bytes, RunnerOptions options) {
    ArtifactId code = code(id, bytes);
    if (BuiltInCommands.load().holdsBuiltIn(code)) {
      return new SlowFunctions(0, List.of(), true);
    }
    return compiledSlowFunctions(code, options).orElseGet(() -> foreseen(bytes, options));
  }

  /** The program that is compiled: the one without arguments, if it has some. */
  private static ArtifactId code(ArtifactId id, byte[] bytes) {
    try {
      PresetArguments preset = PresetArguments.of(bytes);
      return preset == null ? id : ArtifactId.of(preset.program());
    } catch (NotAProgramException e) {
      return id;
    }
  }

  /** Returns the same without the program; empty unless it was compiled and that is known. */
  public static Optional<SlowFunctions> compiledSlowFunctions(
      ArtifactId id, RunnerOptions options) {
    CompiledFiles files = options.compiled();
    return files == null ? Optional.empty() : files.slow(id);
  }

  private static SlowFunctions foreseen(byte[] bytes, RunnerOptions options) {
    try {
      Set<Integer> certain = ModuleScan.of(bytes, options.limits()).surelyTooLarge();
      return new SlowFunctions(certain.size(), CompiledCode.names(bytes, certain), false);
    } catch (NotAProgramException e) {
      return new SlowFunctions(0, List.of(), false);
    }
  }

  /** Parses and validates a scanned module, ignoring its custom sections. */
  static WasmModule parse(byte[] bytes) {
    Parser parser = Parser.builder().withCustomParsers(Map.of()).build();
    return parser.parse(() -> new ByteArrayInputStream(bytes));
  }

  /**
   * Returns whether a module imports {@code host_exec} and so only runs for principals with the
   * capability {@code exec}.
   *
   * @param bytes a module without a {@link #problem}
   */
  public static boolean callsCommands(byte[] bytes) {
    Parser parser =
        Parser.builder().includeSectionId(SectionId.IMPORT).withValidation(false).build();
    return WasiImports.callCommands(parser.parse(() -> new ByteArrayInputStream(bytes)));
  }
}
