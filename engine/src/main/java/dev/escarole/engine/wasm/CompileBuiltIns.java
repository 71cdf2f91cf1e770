package dev.escarole.engine.wasm;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Build step that compiles the built-in artifacts to class files, so that a new JVM neither
 * compiles nor interprets them.
 */
public final class CompileBuiltIns {

  private CompileBuiltIns() {}

  /**
   * Writes the classes of every built-in artifact on the class path that has none yet.
   *
   * @param arguments the directory of the build's class files
   * @throws Exception if a built-in artifact is damaged or cannot be compiled; the build must fail
   */
  public static void main(String[] arguments) throws Exception {
    Path classes = Path.of(arguments[0]);
    BuiltInCommands builtIns = BuiltInCommands.load();
    for (ArtifactId artifact :
        builtIns.all().stream().map(Command::artifact).collect(Collectors.toSet())) {
      if (!PrebuiltClasses.isThere(artifact)) {
        String name = PrebuiltClasses.className(artifact);
        byte[] bytes = builtIns.verified(artifact);
        WasmModule module = Parser.parse(MeteredModule.of(bytes));
        ModuleFacts facts = ModuleScan.of(bytes, CompileLimits.standard());
        write(GuestCompiler.compile(module, name, facts), classes);
      }
    }
  }

  private static void write(CompiledCode code, Path classes) throws IOException {
    if (!code.interpreted().isEmpty()) {
      throw new IllegalStateException("a built-in program has a function that is too large");
    }
    for (Map.Entry<String, byte[]> compiled : code.classes().entrySet()) {
      Path file = classes.resolve(compiled.getKey().replace('.', '/') + ".class");
      Files.createDirectories(file.resolveSibling("."));
      Files.write(file, compiled.getValue());
    }
  }
}
