package dev.escarole.web.cli.serve;

import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.recipe.Problem;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.agent.mcp.AgentSource;
import dev.escarole.web.agent.mcp.AgentSource.NotOpenException;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.setup.EngineFailures;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.SharedInstallation;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an agent asks, opened by another thread while the agent is greeted: its program gives up on
 * servers that take long to answer the greeting. Thread-safe.
 */
final class AgentOpening implements AgentSource.Opening, AutoCloseable {

  private final FutureTask<Opened> task;
  private final Consumer<Exception> failed;
  private final Thread thread;

  /** An installation with a folder of recipes. */
  record Opened(SharedInstallation shared, RecipeFolder folder) {
    void close() {
      folder.close();
      shared.close();
    }
  }

  private AgentOpening(Callable<Opened> work, Consumer<Exception> failed) {
    this.task = new FutureTask<>(work);
    this.failed = failed;
    this.thread = new Thread(this::open, "escarole-opening");
    thread.setDaemon(true);
  }

  /**
   * Begins to open it.
   *
   * @param failed is told, once and at once, why it cannot be opened
   */
  static AgentOpening start(Callable<Opened> work, Consumer<Exception> failed) {
    AgentOpening opening = new AgentOpening(work, failed);
    opening.thread.start();
    return opening;
  }

  private void open() {
    task.run();
    try {
      Opened unused = task.get();
    } catch (ExecutionException e) {
      failed.accept(e.getCause() instanceof Exception known ? known : new IllegalStateException(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public AgentSource await() {
    try {
      Opened opened = task.get();
      return new AgentSource(opened.shared(), new FolderRecipes(opened.folder()));
    } catch (ExecutionException e) {
      throw explained(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotOpenException("this server is ending", null, e);
    }
  }

  private static NotOpenException explained(@Nullable Throwable cause) {
    String what = "this server could not open its data directory: ";
    if (cause instanceof RefusedException refused) {
      return new NotOpenException(what + refused.getMessage(), refused.refusal().hint(), refused);
    }
    List<Problem> problems =
        cause instanceof UsageException mistake
            ? List.of(mistake.problem())
            : cause instanceof Exception known ? EngineFailures.problems(known) : List.of();
    return problems.isEmpty()
        ? new NotOpenException(what + "an internal error", "See its standard error.", cause)
        : new NotOpenException(what + problems.get(0).message(), problems.get(0).hint(), cause);
  }

  /**
   * Waits until it is open.
   *
   * @return null if it could not be opened
   * @throws InterruptedException if this thread is interrupted
   */
  @Nullable Opened opened() throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      return null;
    }
  }

  /** Closes what is open, or comes to be open in a moment; ends the wait for another process. */
  @Override
  public void close() {
    if (!task.isDone()) {
      thread.interrupt();
    }
    boolean interrupted = Thread.interrupted();
    try {
      thread.join();
      Opened opened = opened();
      if (opened != null) {
        opened.close();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
