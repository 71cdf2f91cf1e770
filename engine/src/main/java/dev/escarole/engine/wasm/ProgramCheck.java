package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.wasm.Parser;
import java.util.Optional;

/** Says beforehand, without compiling or running anything, whether bytes can run as a command. */
public final class ProgramCheck {

  private ProgramCheck() {}

  /**
   * Parses, validates and links a module.
   *
   * @return why it cannot run, completing "the program"; empty if it can
   */
  public static Optional<String> problem(byte[] bytes) {
    try {
      Program unused = new Program(Parser.parse(bytes), InterpreterMachine::new);
      return Optional.empty();
    } catch (NotAProgramException | GuestTables.TooLarge e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Whatever a malformed module does to the parser, it is the module's fault.
      return Optional.of("it is no WebAssembly program: " + e.getMessage());
    }
  }

  /**
   * Says whether a module imports {@code host_exec}, so that it only runs for principals with the
   * capability {@code exec}.
   *
   * @param bytes a module without a {@link #problem}
   */
  public static boolean callsCommands(byte[] bytes) {
    return ExecImport.isWantedBy(Parser.parse(bytes));
  }
}
