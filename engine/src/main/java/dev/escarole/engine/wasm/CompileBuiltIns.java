package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.Cache;
import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.jar.JarInputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A step of Escarole's own build: compiles the built-in artifacts to class files, so that a fresh
 * JVM neither compiles nor interprets them. The compiler hands its classes to its cache as a jar
 * file; the cache here unpacks that.
 */
public final class CompileBuiltIns {

  private CompileBuiltIns() {}

  /**
   * Writes the classes.
   *
   * @param arguments the directory of the build's class files
   * @throws Exception if a built-in artifact is damaged or cannot be compiled; the build must fail
   */
  public static void main(String[] arguments) throws Exception {
    Path classes = Path.of(arguments[0]);
    BuiltInCommands builtIns = BuiltInCommands.load();
    Set<ArtifactId> artifacts = new LinkedHashSet<>();
    for (Command command : builtIns.all()) {
      artifacts.add(command.artifact());
    }
    for (ArtifactId artifact : artifacts) {
      String name = PrebuiltClasses.className(artifact);
      if (!Files.exists(classes.resolve(name.replace('.', '/') + ".class"))) {
        WasmModule module = Parser.parse(MeteredModule.of(builtIns.verified(artifact)));
        MachineFactoryCompiler.builder(module)
            .withClassName(name)
            .withInterpreterFallback(InterpreterFallback.FAIL)
            .withCache(new Unpacking(classes))
            .compile();
      }
    }
  }

  private record Unpacking(Path classes) implements Cache {

    @Override
    public byte @Nullable [] get(String key) {
      return null;
    }

    @Override
    public void putIfAbsent(String key, byte[] jar) {
      try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
          if (entry.getName().endsWith(".class")) {
            Path file = classes.resolve(entry.getName());
            Files.createDirectories(file.resolveSibling("."));
            Files.write(file, in.readAllBytes());
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
