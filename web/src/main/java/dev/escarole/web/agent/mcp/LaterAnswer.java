package dev.escarole.web.agent.mcp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.util.concurrent.CompletableFuture;

/** An answer that is given later: the web server, which has begun it, is told when it is whole. */
final class LaterAnswer implements AsyncContext {

  private final AsyncContext begun;
  private final CompletableFuture<Void> whole;

  LaterAnswer(AsyncContext begun, CompletableFuture<Void> whole) {
    this.begun = begun;
    this.whole = whole;
  }

  @Override
  public void complete() {
    whole.complete(null);
  }

  @Override
  public ServletRequest getRequest() {
    return begun.getRequest();
  }

  @Override
  public ServletResponse getResponse() {
    return begun.getResponse();
  }

  @Override
  public boolean hasOriginalRequestAndResponse() {
    return begun.hasOriginalRequestAndResponse();
  }

  @Override
  public void dispatch() {
    begun.dispatch();
  }

  @Override
  public void dispatch(String path) {
    begun.dispatch(path);
  }

  @Override
  public void dispatch(ServletContext context, String path) {
    begun.dispatch(context, path);
  }

  @Override
  public void start(Runnable task) {
    begun.start(task);
  }

  @Override
  public void addListener(AsyncListener listener) {
    begun.addListener(listener);
  }

  @Override
  public void addListener(
      AsyncListener listener, ServletRequest request, ServletResponse response) {
    begun.addListener(listener, request, response);
  }

  @Override
  public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
    return begun.createListener(type);
  }

  @Override
  public void setTimeout(long millis) {
    begun.setTimeout(millis);
  }

  @Override
  public long getTimeout() {
    return begun.getTimeout();
  }
}
