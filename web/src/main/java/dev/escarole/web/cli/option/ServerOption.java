package dev.escarole.web.cli.option;

import dev.escarole.web.access.ServerFile;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A running server that is asked in place of an engine in this process. */
public final class ServerOption {

  private static final String VARIABLE = "ESCAROLE_SERVER";
  private static final String TOKEN_VARIABLE = "ESCAROLE_TOKEN";

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "Asks a running server, such as http://localhost:8420, and opens no database."
              + " Default: $ESCAROLE_SERVER. '--server local' opens one all the same.")
  private @Nullable String given;

  @Option(
      names = "--server-token",
      paramLabel = "FILE",
      description =
          "A file with the token for the server. Default: $ESCAROLE_TOKEN. A server of yours on this"
              + " machine, with the same data directory, needs none.")
  private @Nullable Path tokenFile;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  private Runnable refusal = () -> {};

  /** The same option, which looks first that nothing was asked for that no server does. */
  public ServerOption refusing(Runnable check) {
    refusal = check;
    return this;
  }

  /** An installation at a server. */
  public record There(URI address, Escarole escarole) {}

  /** Whether a server is asked where no option says so. */
  static boolean isUsual(Console console) {
    String text = console.environment().getOrDefault(VARIABLE, "");
    return !text.isEmpty() && !text.equals("local");
  }

  /** Whether a server is to be asked, by whatever address. */
  public boolean isAsked(Console console) {
    return !address(console).isEmpty();
  }

  /** What to type after another command so that it asks the same server; empty if nothing. */
  public String words() {
    return given == null ? "" : " --server " + TextFormat.shellWord(given);
  }

  /** The address as it was given; empty for none. */
  private String address(Console console) {
    String text = given == null ? console.environment().getOrDefault(VARIABLE, "") : given;
    return text.equals("local") ? "" : text;
  }

  /** The installation at the server, or null if the work is done here. */
  public @Nullable There there(Console console) {
    String text = address(console);
    if (text.isEmpty()) {
      return null;
    }
    refusal.run();
    URI address = address(text);
    String token = token(console);
    String known = token.isEmpty() ? ownToken(console, address) : token;
    return new There(address, RemoteEscarole.at(address, known));
  }

  private static URI address(String text) {
    try {
      URI address = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean known = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (known && address.getHost() != null && address.getRawQuery() == null) {
        return address;
      }
    } catch (URISyntaxException e) {
      throw bad(text);
    }
    throw bad(text);
  }

  private static UsageException bad(String text) {
    return new UsageException(
        "bad-server",
        "--server is no address: " + TextFormat.plain(text),
        "Write for example: --server http://localhost:8420");
  }

  /** The token that a server of this user has left for this user's programs; empty if none has. */
  private String ownToken(Console console, URI address) {
    OptionSpec option = command.findOption("--data");
    Path data =
        option != null && option.getValue() instanceof Path given
            ? given
            : new DataOption().directory(console);
    try {
      return new ServerFile(data).token(address).orElse("");
    } catch (IOException | IllegalArgumentException e) {
      console.say("warning: " + TextFormat.plain(String.valueOf(e.getMessage())));
      return "";
    }
  }

  private String token(Console console) {
    if (tokenFile == null) {
      return console.environment().getOrDefault(TOKEN_VARIABLE, "").strip();
    }
    try {
      return Files.readString(tokenFile).strip();
    } catch (IOException e) {
      throw new UsageException(
          "no-token",
          "the token file " + tokenFile + " cannot be read",
          "Give a file that holds the token alone, or set $ESCAROLE_TOKEN.");
    }
  }
}
