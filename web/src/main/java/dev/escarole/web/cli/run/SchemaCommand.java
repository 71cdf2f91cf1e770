package dev.escarole.web.cli.run;

import dev.escarole.engine.rehearsal.RecipeTests;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the JSON Schema of recipes, for editors. */
@Command(
    name = "schema",
    description =
        "Prints the JSON Schema of recipes, with which editors complete and check them."
            + " With --header, prints the line that names it, to be the first of a YAML recipe.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole schema --output recipe.schema.json",
      "  escarole schema --output recipe.schema.json --header",
      "  escarole schema --handle",
      "  escarole schema --test --output test.schema.json",
      "",
      "In a JSON recipe, name the file in the field \"$schema\".",
      "Exit codes: 0, or 2 if the file cannot be written."
    })
public final class SchemaCommand extends ConsoleCommand {

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "Writes the schema to this file, also over an older one, instead of printing it.")
  private @Nullable Path output;

  @Option(
      names = "--header",
      description =
          "Prints the line for editors that use the YAML language server, such as VS Code. It names"
              + " the file of --output; without that, recipe.schema.json beside the recipe.")
  private boolean header;

  @ArgGroup private Kind kind = new Kind();

  private static final class Kind {
    @Option(names = "--handle", description = "The schema of handles instead.")
    private boolean handle;

    @Option(names = "--test", description = "The schema of tests of recipes instead.")
    private boolean test;

    String name() {
      return handle ? "handle.schema.json" : test ? "test.schema.json" : "recipe.schema.json";
    }

    Class<?> beside() {
      return handle ? CommandHandle.class : test ? RecipeTests.class : Recipe.class;
    }
  }

  @Override
  public Integer call() {
    byte[] schema = schema();
    if (output != null) {
      write(output, schema);
    }
    if (header) {
      String place =
          output == null
              ? "./" + kind.name()
              : output.toAbsolutePath().normalize().toUri().toString();
      console.print("# yaml-language-server: $schema=" + TextFormat.plain(place) + "\n");
    } else if (output == null) {
      console.print(schema);
    } else {
      console.say("wrote " + TextFormat.plain(output.toString()));
      console.say("name it in recipes: escarole schema --header --output " + again(output));
    }
    return 0;
  }

  private static String again(Path file) {
    return TextFormat.plain(TextFormat.shellWord(file.toString()));
  }

  private byte[] schema() {
    try (InputStream in = kind.beside().getResourceAsStream(kind.name())) {
      return Objects.requireNonNull(in).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, byte[] schema) {
    try {
      Files.write(file, schema);
    } catch (IOException e) {
      throw new UsageException(
          "unwritable-file",
          TextFormat.plain(file + " cannot be written: " + e.getMessage()),
          "Choose another place.");
    }
  }
}
