package dev.escarole.web.cli.toolkit;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.BuiltPicture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds a command from source files. */
abstract class BuildFromFiles extends BuildingCommand {

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "Letters, digits, '_', '.' and '-'; not the name of a built-in command.")
  private String name = "";

  @Parameters(
      index = "1",
      paramLabel = "LANGUAGE",
      description =
          "Such as c, js, ts or wat; or wasm for a module that was built elsewhere. Languages that"
              + " cannot be built here, such as rust, are refused with the way to build them"
              + " elsewhere.")
  private String language = "";

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Sources, the main one first; of a directory, all files in it.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description = "An option of the compiler, such as -O2; may be repeated.")
  private List<String> options = new ArrayList<>();

  private Map<String, byte[]> sources = Map.of();

  @Override
  void prepare() {
    sources = SourceFiles.read(console, files);
  }

  @Override
  BuiltPicture ask(Escarole escarole) {
    return build(escarole, name, language, sources, options);
  }
}
