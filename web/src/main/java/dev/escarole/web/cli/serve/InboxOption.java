package dev.escarole.web.cli.serve;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxException;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The inbox of a server. It is watched while the server has the data directory open itself.
 * Thread-safe after the options were read.
 */
final class InboxOption implements AutoCloseable {

  private static final String HINT =
      "Name another directory with --inbox DIR, apart from recipes and data.";

  @Option(
      names = "--inbox",
      paramLabel = "DIR",
      description =
          "Runs what is dropped into this directory: recipes, requests, and files that the 'inbox'"
              + " rule of a recipe takes. Results are in its directory 'outbox'.")
  private @Nullable Path directory;

  @Option(
      names = "--inbox-as",
      paramLabel = "PRINCIPAL",
      description =
          "On whose behalf files of the inbox act, as the policy says. Default: the local operator,"
              + " who may do everything.")
  private @Nullable String principal;

  private @Nullable Inbox inbox;
  private @Nullable UsageException failure;
  private boolean checked;
  private boolean closed;

  /**
   * Looks at the options before anything is opened.
   *
   * @throws UsageException if they cannot be meant
   */
  void check() {
    if (directory == null && principal != null) {
      throw new UsageException(
          "no-inbox",
          "--inbox-as says for whom an inbox acts that is not there",
          "Add --inbox DIR.");
    }
    if (directory != null && !Files.isDirectory(directory)) {
      throw new UsageException(
          "no-inbox", directory + " is not a directory", "Create it, or " + lower(HINT));
    }
    if (principal != null && principal.isBlank()) {
      throw new UsageException(
          "no-inbox", "--inbox-as must not be blank", "Name a principal of the policy.");
    }
  }

  private static String lower(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }

  /**
   * Watches the inbox with the engine that was opened here.
   *
   * @param database names it, if it is not in the data directory; else empty
   */
  synchronized void start(Installation installation, String database, Console console) {
    Path wanted = directory;
    if (wanted == null || closed) {
      return;
    }
    InboxOptions options =
        InboxOptions.defaults().withClock(console.clock()).withInstallation(database);
    try {
      Inbox opened =
          installation.openInbox(
              wanted,
              principal == null ? options : options.withPrincipal(new Principal(principal, false)));
      opened.watch();
      inbox = opened;
      console.say("files are taken from " + opened.path());
    } catch (InboxException e) {
      failure = new UsageException("bad-inbox", String.valueOf(e.getMessage()), HINT);
    } catch (RefusedException e) {
      failure = new UsageException("bad-inbox", String.valueOf(e.getMessage()), e.hint());
    }
    if (failure != null && checked) {
      console.say("the inbox is not watched: " + failure.getMessage());
    }
  }

  /**
   * Says what became of the inbox when the server is about to start.
   *
   * @throws UsageException if it cannot be watched
   */
  synchronized void checkStarted(Console console) {
    checked = true;
    if (failure != null) {
      throw failure;
    }
    if (directory != null && inbox == null) {
      console.say("the inbox is watched as soon as this server has the data directory open itself");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (inbox != null) {
      inbox.close();
    }
  }
}
