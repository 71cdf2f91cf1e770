package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Optional;

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
