package dev.escarole.engine.rehearsal;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands that tests ask to run, in the sandbox. Each test has a workspace of its own,
 * which is removed afterwards. Nothing is opened before the first command runs. Not thread-safe.
 */
public final class TestSandbox implements AutoCloseable {

  private final Function<Invocation, InvocationResult> calls;
  private final Runnable close;
  private @Nullable Path workspace;

  private TestSandbox(Function<Invocation, InvocationResult> calls, Runnable close) {
    this.calls = calls;
    this.close = close;
  }

  /**
   * A sandbox with the built-in commands and the user's own, for the local operator.
   *
   * @param data the data directory, which may be missing
   */
  public static TestSandbox open(Path data) {
    AtomicReference<@Nullable CommandHost> host = new AtomicReference<>();
    return new TestSandbox(
        invocation -> {
          CommandHost open = host.get();
          if (open == null) {
            open = CommandHost.open(data, warning -> {});
            host.set(open);
          }
          return open.execute(Principal.localOperator(), invocation);
        },
        () -> {
          CommandHost open = host.get();
          if (open != null) {
            open.close();
          }
        });
  }

  /** A sandbox that calls commands in this way; closing it closes nothing else. */
  public static TestSandbox of(Function<Invocation, InvocationResult> calls) {
    return new TestSandbox(calls, () -> {});
  }

  /** Removes the workspace, so that the next test gets another one. */
  void clear() {
    Path last = workspace;
    workspace = null;
    if (last != null) {
      remove(last);
    }
  }

  /** Runs the command of a leaf; it takes the time that it really takes. */
  Script.Played run(LeafStep leaf, Content stdin) {
    long timeout = leaf.controls().timeoutMillis();
    Limits all = Limits.defaults();
    Limits limits = timeout == 0 ? all : all.narrowedTo(Duration.ofMillis(timeout));
    Invocation.Builder call = Invocation.of(leaf.argv().get(0));
    HandleSetting handle = leaf.handle();
    if (handle != null) {
      call.environment(handle.environment()).workingDirectory(handle.directory());
    }
    Invocation invocation =
        call.arguments(leaf.argv().subList(1, leaf.argv().size()))
            .stdin(stdin.parts())
            .directories(List.of(DirectoryGrant.workspace(workspace())))
            .limits(limits)
            .build();
    InvocationResult done = calls.apply(invocation);
    return new Script.Played(
        LeafResult.of(done, limits), TimeUnit.NANOSECONDS.toMillis(done.wallNanos()));
  }

  private Path workspace() {
    if (workspace == null) {
      try {
        workspace = Files.createTempDirectory("escarole-test");
      } catch (IOException e) {
        throw new UncheckedIOException("a workspace for the test cannot be made", e);
      }
    }
    return workspace;
  }

  @Override
  public void close() {
    clear();
    close.run();
  }

  /** What cannot be removed is left in the system's directory for temporary files. */
  private static void remove(Path directory) {
    try {
      DirectoryRemoval.remove(directory);
    } catch (IOException e) {
      // The system clears it.
    }
  }
}
