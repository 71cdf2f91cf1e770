package dev.escarole.web.cli.serve;

import dev.escarole.web.access.ServerFile;
import dev.escarole.web.access.SignInLink;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the owner gets into a server that was just started: by a link on the terminal, and, for
 * programs, by a file in the data directory, which goes with the server.
 */
final class SignIn implements AutoCloseable {

  private final Console console;
  private final ServerFile file;
  private final @Nullable String token;

  private SignIn(Console console, ServerFile file, @Nullable String token) {
    this.console = console;
    this.file = file;
    this.token = token;
  }

  /** Writes the file, and then tells the owner: who hears of the server can sign in at once. */
  static SignIn to(WebServer server, Path data, Console console) {
    ServerFile file = new ServerFile(data);
    String token = server.tokenForPrograms().orElse(null);
    if (token != null) {
      try {
        file.write(server.address(), token);
      } catch (IOException e) {
        console.say(
            "warning: commands with --server need a token: %s cannot be written: %s"
                .formatted(file.file(), e.getMessage()));
      }
    }
    console.say("Escarole is at " + server.address());
    server
        .signInLink()
        .ifPresent(
            link ->
                console.say(
                    "sign in, once and within %d minutes: %s"
                        .formatted(SignInLink.LASTS.toMinutes(), link)));
    return new SignIn(console, file, token);
  }

  @Override
  public void close() {
    if (token == null) {
      return;
    }
    try {
      file.remove(token);
    } catch (IOException e) {
      console.say("warning: %s cannot be removed: %s".formatted(file.file(), e.getMessage()));
    }
  }
}
