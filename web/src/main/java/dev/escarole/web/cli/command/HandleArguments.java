package dev.escarole.web.cli.command;

import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.web.cli.option.ValuesFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The arguments that a handle is called with, as the command line gives them. */
final class HandleArguments {

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description =
          "Gives the handle an argument; may be repeated. Wins over --args."
              + " Where the handle's parameters ask for something else than a string, VALUE is JSON.")
  private List<String> single = new ArrayList<>();

  @Option(
      names = "--args",
      paramLabel = "FILE",
      description = "Gives the handle the arguments of an object in a JSON or YAML file.")
  private @Nullable Path file;

  Map<String, Object> of(CommandHandle handle) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (file != null) {
      all.putAll(ValuesFile.read(file, file));
    }
    all.putAll(
        ValuesFile.assigned(
            "--arg",
            single,
            "bad-argument",
            "Write --arg name=value once for each name; use --args for lists and objects."));
    return handle.typed(all);
  }
}
