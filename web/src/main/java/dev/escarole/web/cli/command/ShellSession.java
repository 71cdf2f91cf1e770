package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shell with all commands of a data directory and a workspace of its own, which is gone when the
 * session is over, also when the process is told to end. No database is involved.
 *
 * <p>Used by one thread; cancelling and the end of the process may come on any.
 */
final class ShellSession implements AutoCloseable {

  private final Path workspace;
  private final CommandHost host;
  private final Shell shell;
  private volatile Cancellation current = new Cancellation();
  private volatile boolean ending;
  private final Thread hook = new Thread(this::interrupted, "escarole-shell-end");

  private ShellSession(
      Path workspace,
      CommandHost host,
      List<DirectoryGrant> directories,
      List<HttpGrant> http,
      Limits limits) {
    this.workspace = workspace;
    this.host = host;
    List<DirectoryGrant> all = new ArrayList<>();
    all.add(DirectoryGrant.workspace(workspace));
    all.addAll(directories);
    ShellOptions options =
        ShellOptions.defaults().withDirectories(all).withHttp(http).withLimits(limits);
    // A line may at least take what one of its commands may.
    Duration clock = max(options.lineClock(), limits.wallClock());
    this.shell =
        host.shell(
            options.withLine(clock, Math.max(options.lineOutputBytes(), limits.outputBytes())));
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /**
   * Begins a session.
   *
   * @param host the commands, which are let go of with the session
   * @param directories what commands may use beside the workspace
   * @param http the HTTP requests that the caller permits
   * @param limits of each command
   */
  static ShellSession open(
      CommandHost host, List<DirectoryGrant> directories, List<HttpGrant> http, Limits limits) {
    if (directories.size() >= 64) {
      throw new UsageException(
          "bad-directory", "--dir is given more than 63 times", "Grant fewer directories.");
    }
    try {
      Path workspace = Files.createTempDirectory("escarole-sh-");
      ShellSession session = new ShellSession(workspace, host, directories, http, limits);
      Runtime.getRuntime().addShutdownHook(session.hook);
      return session;
    } catch (IOException e) {
      throw new UncheckedIOException("no workspace can be made: " + e.getMessage(), e);
    }
  }

  Path workspace() {
    return workspace;
  }

  /** Returns the names of all commands as they are now, sorted; any thread may ask. */
  List<String> commands() {
    return host.registry().commands().stream().map(command -> command.name()).toList();
  }

  LineResult evaluate(String line, byte[] stdin) {
    return evaluate(line, stdin, null);
  }

  /**
   * Evaluates a line.
   *
   * @param piped what the first command reads in place of the bytes, if it reads; null for those
   */
  synchronized LineResult evaluate(String line, byte[] stdin, @Nullable InputSource piped) {
    Cancellation cancellation = new Cancellation();
    current = cancellation;
    if (ending) {
      cancellation.cancel();
    }
    return piped == null
        ? shell.evaluate(line, stdin, cancellation)
        : shell.evaluate(line, piped, cancellation);
  }

  void cancelLine() {
    current.cancel();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook does the same.
    }
    end();
  }

  private synchronized void end() {
    host.close();
    try {
      DirectoryRemoval.remove(workspace);
    } catch (IOException e) {
      // It is a temporary directory, which the system clears.
    }
  }

  private void interrupted() {
    ending = true;
    cancelLine();
    end();
  }
}
