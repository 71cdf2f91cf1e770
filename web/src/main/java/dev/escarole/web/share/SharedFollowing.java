package dev.escarole.web.share;

import dev.escarole.web.app.Actor;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows a run from one holder of the data directory to the next. News that were told before may
 * be told again after a change. Thread-safe.
 */
final class SharedFollowing implements Following {

  private final SharedInstallation shared;
  private final Actor actor;
  private final RunName run;
  private final Consumer<RunNews> listener;
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();
  private final Thread thread;

  /** Guarded by this; null before the first, and once nobody follows. */
  private @Nullable Following now;

  private boolean closed;

  SharedFollowing(
      SharedInstallation shared, Actor actor, RunName run, Consumer<RunNews> listener) {
    this.shared = shared;
    this.actor = actor;
    this.run = run;
    this.listener = listener;
    this.thread = new Thread(this::follow, "escarole-follow-on-" + run.run());
    thread.setDaemon(true);
  }

  /**
   * Begins.
   *
   * @throws RefusedException if there is no such run
   */
  SharedFollowing begin() {
    RunHead unused = shared.as(actor).head(run);
    thread.start();
    return this;
  }

  private void follow() {
    AgentSupport asked = shared.current();
    while (true) {
      try (Following following = asked.as(actor).follow(run, listener)) {
        if (!isNow(following)) {
          return;
        }
        end.complete(following.await());
        return;
      } catch (RefusedException e) {
        if (e.code() != RefusalCode.NO_ANSWER || isClosed()) {
          end.completeExceptionally(e);
          return;
        }
        asked = next(asked);
        if (asked == null) {
          return;
        }
      } catch (InterruptedException e) {
        end.cancel(false);
        return;
      } catch (RuntimeException e) {
        end.completeExceptionally(e);
        return;
      }
    }
  }

  private @Nullable AgentSupport next(AgentSupport gone) {
    try {
      return shared.after(gone);
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
      return null;
    }
  }

  private synchronized boolean isNow(Following following) {
    now = following;
    return !closed;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public RunHead await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  @Override
  public Optional<RunHead> await(Duration most) throws InterruptedException {
    try {
      return Optional.of(end.get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  private static RuntimeException failed(ExecutionException e) {
    return e.getCause() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(e.getCause());
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (now != null) {
      now.close();
    }
    thread.interrupt();
  }
}
