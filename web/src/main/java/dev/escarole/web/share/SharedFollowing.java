package dev.escarole.web.share;

import dev.escarole.web.app.Actor;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunHead;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows runs from one holder of the data directory to the next. News that were delivered before
 * may come again after a change. Thread-safe.
 */
final class SharedFollowing implements Following {

  private final SharedInstallation shared;
  private final Actor actor;
  private final Function<Escarole, Following> open;
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();

  /** Guarded by this; null before the first. */
  private @Nullable Following now;

  /**
   * @param open subscribes at a holder
   */
  SharedFollowing(SharedInstallation shared, Actor actor, Function<Escarole, Following> open) {
    this.shared = shared;
    this.actor = actor;
    this.open = open;
  }

  /**
   * Subscribes at a holder, and later at those that take its place.
   *
   * @throws RefusedException if there is nothing to follow
   */
  SharedFollowing follow(AgentSupport holder) {
    Following following = open.apply(holder.as(actor));
    synchronized (this) {
      now = following;
    }
    if (end.isDone()) {
      following.close();
    }
    CompletableFuture<RunHead> unused =
        following.end().whenComplete((head, failure) -> ended(holder, head, failure));
    return this;
  }

  private void ended(AgentSupport holder, @Nullable RunHead head, @Nullable Throwable failure) {
    if (failure == null) {
      end.complete(head);
    } else if (failure instanceof RefusedException refused
        && refused.code() == RefusalCode.NO_ANSWER
        && !end.isDone()) {
      // To find the next holder takes a while, and whoever tells of the end of the last one goes
      // on.
      Thread thread = new Thread(() -> followNext(holder), "escarole-follow-next");
      thread.setDaemon(true);
      thread.start();
    } else {
      end.completeExceptionally(failure);
    }
  }

  private void followNext(AgentSupport gone) {
    AgentSupport next = gone;
    try {
      next = shared.after(gone);
      SharedFollowing unused = follow(next);
    } catch (RefusedException e) {
      ended(next, null, e);
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  @Override
  public CompletableFuture<RunHead> end() {
    return end;
  }

  @Override
  public void close() {
    end.cancel(false);
    Following open;
    synchronized (this) {
      open = now;
    }
    if (open != null) {
      open.close();
    }
  }
}
