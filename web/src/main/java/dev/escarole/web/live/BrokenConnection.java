package dev.escarole.web.live;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Ends the answer of a connection that its client has closed. Otherwise the container would make a
 * page of it that tells of the error.
 */
final class BrokenConnection implements AsyncListener {

  private final Watcher watcher;

  BrokenConnection(Watcher watcher) {
    this.watcher = watcher;
  }

  @Override
  public void onError(AsyncEvent event) {
    watcher.close();
    try {
      event.getAsyncContext().complete();
    } catch (IllegalStateException e) {
      // It has ended by now.
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {}

  @Override
  public void onTimeout(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
