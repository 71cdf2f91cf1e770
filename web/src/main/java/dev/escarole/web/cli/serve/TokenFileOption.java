package dev.escarole.web.cli.serve;

import dev.escarole.web.access.TokenFile;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.text.Console;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the tokens of a server are kept. */
final class TokenFileOption {

  private static final String DEFAULT = "tokens.json";

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The file of the tokens. Default: tokens.json in the data directory.")
  private @Nullable Path file;

  TokenFile file(Console console) {
    return new TokenFile(file == null ? data.directory(console).resolve(DEFAULT) : file);
  }
}
