package dev.escarole.web.cli;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.wasm.WasmRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shell with the built-in commands and a workspace of its own, which is gone when the session is
 * over, also when the process is told to end. No database is involved.
 *
 * <p>Used by one thread; cancelling and the end of the process may come on any.
 */
final class ShellSession implements AutoCloseable {

  private final Path workspace;
  private final CommandRegistry registry;
  private final WasmRunner runner;
  private final Shell shell;
  private volatile Cancellation current = new Cancellation();
  private volatile boolean ending;
  private final Thread hook = new Thread(this::interrupted, "escarole-shell-end");

  private ShellSession(
      Path workspace, BuiltInCommands builtIns, List<DirectoryGrant> directories, AuditLog audit) {
    this.workspace = workspace;
    this.registry = new CommandRegistry(builtIns.all());
    this.runner = new WasmRunner(builtIns);
    ExecBroker broker =
        new ExecBroker(
            registry, runner, principal -> Policy.localOperator(), audit, InstantSource.system());
    List<DirectoryGrant> all = new ArrayList<>();
    all.add(DirectoryGrant.workspace(workspace));
    all.addAll(directories);
    this.shell =
        new Shell(broker, Principal.localOperator(), ShellOptions.defaults().withDirectories(all));
  }

  /**
   * Begins a session.
   *
   * @param directories what commands may use beside the workspace
   * @param audit is told about every command
   */
  static ShellSession open(List<DirectoryGrant> directories, AuditLog audit) {
    if (directories.size() >= 64) {
      throw new UsageException(
          "bad-directory", "--dir is given more than 63 times", "Grant fewer directories.");
    }
    try {
      Path workspace = Files.createTempDirectory("escarole-sh-");
      ShellSession session =
          new ShellSession(workspace, BuiltInCommands.load(), directories, audit);
      Runtime.getRuntime().addShutdownHook(session.hook);
      return session;
    } catch (IOException e) {
      throw new UncheckedIOException("no workspace can be made: " + e.getMessage(), e);
    }
  }

  /** Returns where the workspace is on this machine. */
  Path workspace() {
    return workspace;
  }

  /** Returns the names of all commands, sorted. */
  List<String> commands() {
    return registry.commands().stream().map(command -> command.name()).toList();
  }

  /** Evaluates one line. */
  synchronized LineResult evaluate(String line, byte[] stdin) {
    Cancellation cancellation = new Cancellation();
    current = cancellation;
    if (ending) {
      cancellation.cancel();
    }
    return shell.evaluate(line, stdin, cancellation);
  }

  /** Stops the line that is being evaluated, if there is one. */
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
    runner.close();
    try {
      delete(workspace);
    } catch (IOException e) {
      // It is a temporary directory; whoever clears those will find what is left.
    }
  }

  private void interrupted() {
    ending = true;
    cancelLine();
    end();
  }

  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure)
              throws IOException {
            Files.delete(each);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
