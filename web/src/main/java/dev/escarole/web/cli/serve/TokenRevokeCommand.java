package dev.escarole.web.cli.serve;

import dev.escarole.web.access.TokenFile;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Revokes a token. */
@Command(
    name = "revoke",
    description = "Revokes a token; a running server notices within a second.")
public final class TokenRevokeCommand implements Callable<Integer> {

  private final Console console;
  @Mixin private TokenFileOption option = new TokenFileOption();

  @Parameters(paramLabel = "NAME", description = "Whose it is.")
  private String name = "";

  public TokenRevokeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    TokenFile file = option.file(console);
    if (!file.revoke(name)) {
      throw new UsageException(
          "no-such-token",
          "there is no token named '" + name + "' in " + file.file(),
          "See 'escarole token list'.");
    }
    console.say("revoked the token of " + name);
    return 0;
  }
}
