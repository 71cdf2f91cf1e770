package dev.escarole.web.cli.serve;

import dev.escarole.web.access.Token;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.Console;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists tokens, without what they are. */
@Command(name = "list", description = "Lists the tokens: names, roles, when they were made.")
public final class TokenListCommand implements Callable<Integer> {

  private final Console console;
  @Mixin private TokenFileOption option = new TokenFileOption();

  public TokenListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    TokenFile file = option.file(console);
    List<Token> tokens = file.read();
    if (tokens.isEmpty()) {
      console.say("no tokens in " + file.file());
      return 0;
    }
    Columns columns = new Columns("NAME", "ROLE", "CREATED");
    tokens.forEach(
        token -> columns.row(token.name(), token.role().word(), token.createdAt().toString()));
    columns.print(console);
    return 0;
  }
}
