package dev.escarole.web.cli.serve;

import dev.escarole.web.access.Token;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes, lists and revokes the tokens that a server lets in. */
public final class TokenCommands {

  private TokenCommands() {}

  /**
   * A token as JSON shows it.
   *
   * @param role viewer, operator or admin
   */
  record TokenPicture(String name, String role, Instant createdAt) {
    static TokenPicture of(Token token) {
      return new TokenPicture(token.name(), token.role().word(), token.createdAt());
    }
  }

  /**
   * A token that was just made.
   *
   * @param token the secret, which is not shown again
   * @param file where its SHA-256 is kept
   */
  record CreatedToken(String name, String role, String token, String file) {}

  /** Tokens of a file. */
  record TokenList(String file, List<TokenPicture> tokens) {
    TokenList {
      tokens = List.copyOf(tokens);
    }
  }

  /** A token that was removed from a file. */
  record RevokedToken(String name, String file) {}

  /** Makes a token. */
  @Command(
      name = "create",
      description =
          "Makes a token and prints it, this once: only its SHA-256 is kept."
              + " Its name is the principal that the policy file grants something to.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole token create alice --role operator",
        "  escarole token create ci --token-file tokens.json",
        "  escarole serve --host 0.0.0.0 --token-file tokens.json"
      })
  public static final class Create extends ConsoleCommand {

    @Mixin private TokenFileOption option = new TokenFileOption();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(paramLabel = "NAME", description = "Who it is for.")
    private String name = "";

    @Option(
        names = "--role",
        paramLabel = "ROLE",
        description =
            "viewer looks, operator also starts, cancels and deletes runs, admin also changes"
                + " commands. Default: ${DEFAULT-VALUE}.")
    private String role = "viewer";

    @Override
    public boolean printsJson() {
      return json.isGiven();
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
      if (json.print(console, new CreatedToken(name, role, secret, file.file().toString()))) {
        return 0;
      }
      console.print(secret + "\n");
      console.say("kept in " + file.file() + ", as its SHA-256; the token is not shown again");
      return 0;
    }
  }

  /** Lists tokens, without what they are. */
  @Command(name = "list", description = "Lists the tokens: names, roles, when they were made.")
  public static final class ListAll extends ConsoleCommand {

    @Mixin private TokenFileOption option = new TokenFileOption();
    @Mixin private JsonOption json = new JsonOption();

    @Override
    public boolean printsJson() {
      return json.isGiven();
    }

    @Override
    public Integer call() {
      TokenFile file = option.file(console);
      List<Token> tokens = file.read();
      if (json.print(
          console,
          new TokenList(file.file().toString(), tokens.stream().map(TokenPicture::of).toList()))) {
        return 0;
      }
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

  /** Revokes a token. */
  @Command(
      name = "revoke",
      description = "Revokes a token; a running server notices within a second.")
  public static final class Revoke extends ConsoleCommand {

    @Mixin private TokenFileOption option = new TokenFileOption();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(paramLabel = "NAME", description = "Whose it is.")
    private String name = "";

    @Override
    public boolean printsJson() {
      return json.isGiven();
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
      if (!json.print(console, new RevokedToken(name, file.file().toString()))) {
        console.say("revoked the token of " + name);
      }
      return 0;
    }
  }

  static final class TokenFileOption {

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
}
