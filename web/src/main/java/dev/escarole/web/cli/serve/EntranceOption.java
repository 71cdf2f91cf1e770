package dev.escarole.web.cli.serve;

import dev.escarole.web.access.TokenFile;
import dev.escarole.web.access.TokenFileException;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who gets into a server. */
final class EntranceOption {

  private static final String TOKENS = "tokens.json";
  private static final String SESSIONS = "sessions.json";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Requires one of these tokens; see 'escarole token create'."
              + " Default: tokens.json in the data directory, with a token of your own at first.")
  private @Nullable Path tokens;

  @Option(
      names = "--insecure-local",
      description =
          "Asks nobody for a token: every user and every program of this machine"
              + " acts as you on this server. Only on a loopback address.")
  private boolean insecure;

  @Option(
      names = "--trusted-proxy",
      paramLabel = "ADDRESS",
      description =
          "Believes the proxy at this address, or in this range such as 10.0.0.0/8, when it names"
              + " the client that it asks for (X-Forwarded-For, Forwarded), or a path that it has"
              + " removed (X-Forwarded-Prefix); may be repeated.")
  private List<String> proxies = new ArrayList<>();

  /**
   * What was asked for.
   *
   * @param data the data directory
   * @throws UsageException if it must not be
   */
  Entrance entrance(String host, Path data) {
    boolean loopback = ServerOptions.isLoopback(host);
    if (insecure) {
      return insecure(host, loopback);
    }
    if (tokens != null && !Files.exists(tokens)) {
      throw new UsageException(
          "no-tokens",
          "there is no token file " + tokens,
          "Make one: escarole token create NAME --role admin --token-file " + tokens);
    }
    if (tokens == null && !loopback) {
      throw new UsageException(
          "bad-server-option",
          "others can reach a server at " + host + ", so it needs tokens",
          "Listen on 127.0.0.1, or make a token with 'escarole token create' and give its file with"
              + " --token-file.");
    }
    Path file = tokens == null ? data.resolve(TOKENS) : tokens;
    return new Entrance(file, data.resolve(SESSIONS), proxies);
  }

  private Entrance insecure(String host, boolean loopback) {
    if (!loopback) {
      throw new UsageException(
          "insecure-elsewhere",
          "others can reach a server at " + host + ", so --insecure-local is refused",
          "Leave one of --insecure-local and --host out.");
    }
    if (tokens != null) {
      throw new UsageException(
          "insecure-with-tokens",
          "--insecure-local asks for no token, and --token-file for one",
          "Leave one of them out.");
    }
    return Entrance.OPEN;
  }

  /** Makes a token for the owner, if no other token exists. */
  void prepare(Console console, Entrance entrance) {
    Path file = entrance.tokenFile();
    if (insecure) {
      console.say(
          "warning: --insecure-local: every user of this machine acts as you on this server");
    } else if (tokens == null && file != null) {
      try {
        boolean unused = new TokenFile(file).createForOwner(console.clock().instant());
      } catch (TokenFileException e) {
        throw new UsageException("bad-tokens", String.valueOf(e.getMessage()), "See --token-file.");
      }
    }
  }
}
