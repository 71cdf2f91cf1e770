package dev.escarole.web.cli.run;

import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a recipe to begin with. */
@Command(
    name = "init",
    description =
        "Writes a commented recipe that runs as it is, for you to change."
            + " A file that exists is never overwritten.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole init                          writes recipe.yaml",
      "  escarole init recipes/nightly.yaml",
      "  escarole init --template parallel fan.yaml",
      "",
      "Exit codes: 0 the file was written, 2 it exists or cannot be written."
    })
public final class InitCommand extends ConsoleCommand {

  private static final String USUAL = "recipe.yaml";

  /** The names of the recipes among the resources. */
  private enum Example {
    steps("commands that hand their output on"),
    parallel("branches at the same time, one of which may fail"),
    retry("attempts, time limits and cleaning up");

    private final String description;

    Example(String description) {
      this.description = description;
    }
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE|DIR",
      description = "The file to write, or a directory for recipe.yaml. Default: recipe.yaml here.")
  private Path target = Path.of("");

  @Option(
      names = "--template",
      paramLabel = "NAME",
      description = "What it shows: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Example example = Example.steps;

  @Option(names = "--list", description = "Lists the templates instead; writes nothing.")
  private boolean list;

  @Mixin private JsonOption json = new JsonOption();

  /** A template as JSON shows it. */
  record TemplatePicture(String name, String description) {}

  /** All templates. */
  record TemplateList(List<TemplatePicture> templates) {
    TemplateList {
      templates = List.copyOf(templates);
    }
  }

  /** The file that was written. */
  record Written(String file, String template) {}

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    if (list) {
      return list();
    }
    Path file = file();
    write(file);
    if (!json.print(console, new Written(file.toString(), example.name()))) {
      String shown = TextFormat.plain(TextFormat.shellWord(file.toString()));
      console.say("wrote " + shown);
      console.say("run it: escarole run " + shown);
    }
    return 0;
  }

  private int list() {
    List<TemplatePicture> all =
        List.of(Example.values()).stream()
            .map(each -> new TemplatePicture(each.name(), each.description))
            .toList();
    if (!json.print(console, new TemplateList(all))) {
      all.forEach(each -> console.print("%-10s%s%n".formatted(each.name(), each.description())));
    }
    return 0;
  }

  private Path file() {
    if (target.toString().isEmpty()) {
      return Path.of(USUAL);
    }
    if (Files.isDirectory(target)) {
      return target.resolve(USUAL);
    }
    String name = target.toString();
    if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
      throw new UsageException(
          "bad-file",
          "a recipe with comments is a YAML file: " + TextFormat.plain(name),
          "Choose a name that ends in .yaml, or a directory that exists.");
    }
    return target;
  }

  private void write(Path file) {
    try {
      Path directory = file.getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      Files.writeString(file, text(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "file-exists",
          TextFormat.plain(e.getFile()) + " exists",
          "Choose another name; nothing was written.");
    } catch (IOException e) {
      throw new UsageException(
          "unwritable-file",
          TextFormat.plain(file + " cannot be written: " + e.getMessage()),
          "Choose another place.");
    }
  }

  private String text() {
    try (InputStream in = InitCommand.class.getResourceAsStream(example.name() + ".yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
