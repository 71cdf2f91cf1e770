package dev.escarole.engine.build.c;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.Lane;
import dev.escarole.engine.build.LaneTools;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds C by clang and wasm-ld. A build is a recipe: the files are compiled side by side and
 * linked at the end. Files that were compiled before, with the same compiler, options and headers,
 * are not compiled again. Immutable.
 */
public final class CLane implements Lane {

  private static final int MOST_AT_ONCE = 8;

  @Override
  public List<String> languages() {
    return List.of("c");
  }

  @Override
  public List<String> compilers() {
    return List.of(CompilerLines.COMPILER, CompilerLines.LINKER);
  }

  @Override
  public int version() {
    return 2;
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    for (String command : compilers()) {
      if (!tools.has(command)) {
        return Optional.of(
            "the command %s is not registered. Add it: escarole commands add llvm"
                .formatted(command));
      }
    }
    return tools.resource(CompilerLines.COMPILER, SystemFiles.ARCHIVE).isPresent()
        ? Optional.empty()
        : Optional.of(
            "the headers and libraries that come with clang are missing, or clang is not that of"
                + " the catalogue. Add it again: escarole commands add llvm");
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    CompilerOptions options = CompilerOptions.of(sources.options());
    CompileUnits units = CompileUnits.of(sources, options.included());
    try {
      return new Build(sources, units, options, tools).make();
    } catch (IOException e) {
      throw new UncheckedIOException("the build of " + sources.name() + " has no files", e);
    }
  }

  /** One build. Confined to one thread. */
  private static final class Build {
    private final Sources sources;
    private final CompileUnits units;
    private final LaneTools tools;
    private final Path scratch;
    private final ObjectFiles kept;
    private final String system;
    private final List<String> flags;
    private final List<String> keys = new ArrayList<>();

    Build(Sources sources, CompileUnits units, CompilerOptions options, LaneTools tools)
        throws IOException, BuildFailedException {
      this.sources = sources;
      this.units = units;
      this.tools = tools;
      this.scratch = tools.scratch();
      this.kept = new ObjectFiles(tools.cache().resolve("objects"));
      ArtifactId archive = required(tools.resource(CompilerLines.COMPILER, SystemFiles.ARCHIVE));
      this.system = SystemFiles.unpacked(tools.cache(), archive, () -> tools.read(archive));
      this.flags = CompilerLines.compiling(system, options.flags());
      List<String> compiler = new ArrayList<>(flags);
      compiler.add(required(tools.artifact(CompilerLines.COMPILER)).sha256());
      compiler.add(archive.sha256());
      units.paths().forEach(each -> keys.add(units.key(each, compiler)));
    }

    private static ArtifactId required(Optional<ArtifactId> found) throws BuildFailedException {
      return found.orElseThrow(
          () ->
              new BuildFailedException(
                  Reason.LANE_UNAVAILABLE,
                  "clang was removed while the build began",
                  "Add it: escarole commands add llvm"));
    }

    byte[] make() throws IOException, BuildFailedException, InterruptedException {
      lay();
      List<Integer> missing = missing();
      tools.progress("compile %d of %d files".formatted(missing.size(), units.paths().size()));
      int atOnce = Math.min(MOST_AT_ONCE, Runtime.getRuntime().availableProcessors());
      try {
        tools.run(
            CompilerLines.recipe(sources.name(), units.paths(), missing, atOnce),
            List.of(
                new DirectoryGrant(scratch, CompilerLines.BUILD, Mode.READ_WRITE),
                new DirectoryGrant(tools.cache(), CompilerLines.KEPT, Mode.READ_ONLY)));
      } finally {
        // After a failure as well: the next attempt compiles only what was wrong.
        keep(missing);
      }
      try {
        return PrivateFiles.read(scratch.resolve(CompilerLines.PROGRAM), OwnCommands.MOST_BYTES);
      } catch (IOException e) {
        // Guests have written it.
        throw new BuildFailedException("wasm-ld has written no program that can be read");
      }
    }

    private void lay() throws IOException {
      sources.write(scratch.resolve(CompilerLines.SOURCES));
      for (String made : List.of(CompilerLines.OBJECTS, CompilerLines.DEPENDENCIES)) {
        Path unused = PrivateFiles.createDirectories(scratch.resolve(made));
      }
      arguments(CompilerLines.COMPILE_ARGUMENTS, flags);
      arguments(CompilerLines.LINK_ARGUMENTS, CompilerLines.linking(system, units.paths().size()));
    }

    private void arguments(String name, List<String> arguments) throws IOException {
      Files.writeString(
          scratch.resolve(name), CompilerLines.file(arguments), StandardCharsets.UTF_8);
    }

    private Path object(int index) {
      return scratch.resolve(CompilerLines.OBJECTS).resolve(index + ".o");
    }

    /** Lays the objects of earlier builds, and returns the places of the others. */
    private List<Integer> missing() throws IOException {
      List<Integer> missing = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        Optional<byte[]> before = kept.find(keys.get(i));
        if (before.isPresent()) {
          Files.write(object(i), before.get());
        } else {
          missing.add(i);
        }
      }
      return missing;
    }

    private void keep(List<Integer> compiled) throws IOException {
      for (int index : compiled) {
        kept.keep(
            keys.get(index),
            object(index),
            units.paths().get(index),
            scratch.resolve(CompilerLines.DEPENDENCIES).resolve(String.valueOf(index)),
            units);
      }
    }
  }
}
