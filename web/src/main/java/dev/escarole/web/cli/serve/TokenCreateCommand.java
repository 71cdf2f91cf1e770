package dev.escarole.web.cli.serve;

import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a token. */
@Command(
    name = "create",
    description = {
      "Makes a token and prints it, this once: only its SHA-256 is kept.",
      "Its name is the principal that the policy file grants something to."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole token create alice --role operator",
      "  escarole token create ci --token-file tokens.json",
      "  escarole serve --host 0.0.0.0 --token-file tokens.json"
    })
public final class TokenCreateCommand implements Callable<Integer> {

  private final Console console;
  @Mixin private TokenFileOption option = new TokenFileOption();

  @Parameters(paramLabel = "NAME", description = "Who it is for.")
  private String name = "";

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = {
        "viewer looks, operator also starts, cancels and deletes runs, admin also changes",
        "commands. Default: ${DEFAULT-VALUE}."
      })
  private String role = "viewer";

  public TokenCreateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    TokenFile file = option.file(console);
    String secret;
    try {
      secret = file.create(name, Role.ofWord(role), console.clock().instant());
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-token", String.valueOf(e.getMessage()), "See 'escarole token create --help'.");
    }
    console.print(secret + "\n");
    console.say("kept in " + file.file() + ", as its SHA-256; the token is not shown again");
    return 0;
  }
}
