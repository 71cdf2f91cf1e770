package dev.escarole.web.cli;

import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a script that teaches a shell to complete our commands, and answers that script. */
@Command(
    name = "completion",
    description =
        "Prints a completion script for bash, zsh or fish. It completes commands, options, recipes and"
            + " their values, runs, steps and registered commands, as they are at that moment.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(escarole completion bash)     # this shell",
      "  source <(escarole completion zsh)",
      "  escarole completion fish | source",
      "  escarole completion bash > ~/.local/share/bash-completion/completions/escarole",
      "",
      "Exit codes: 0, or 2 for another shell."
    })
final class CompletionCommand extends ConsoleCommand {

  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private final Function<String[], CommandLine> tree;

  @Parameters(
      arity = "0..*",
      paramLabel = "SHELL",
      description = "bash, zsh or fish. Default: bash.")
  private List<String> words = new ArrayList<>();

  @Option(names = "--answer", hidden = true, description = "Completes the words after --.")
  private boolean answer;

  /**
   * @param tree the commands that words name; all of them if there are no words
   */
  CompletionCommand(Function<String[], CommandLine> tree) {
    this.tree = tree;
  }

  @Override
  public Integer call() {
    if (answer) {
      new Completion(console, tree).answer(words).forEach(line -> console.print(line + "\n"));
      return 0;
    }
    String shell = words.isEmpty() ? "bash" : words.get(0);
    if (words.size() > 1 || !SHELLS.contains(shell)) {
      throw new UsageException(
          "unknown-shell",
          "there is no completion for " + String.join(" ", words),
          "Name one of these: " + String.join(", ", SHELLS) + ".");
    }
    try (InputStream in = CompletionCommand.class.getResourceAsStream("completion." + shell)) {
      console.print(Objects.requireNonNull(in).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return 0;
  }
}
