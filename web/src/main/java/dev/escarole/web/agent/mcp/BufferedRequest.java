package dev.escarole.web.agent.mcp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body has been read and can be read again. It is answered asynchronously; a
 * further request for asynchronous processing returns the one already started.
 */
final class BufferedRequest extends HttpServletRequestWrapper {

  private final byte[] body;
  private final CompletableFuture<Void> whole = new CompletableFuture<>();
  private boolean taken;

  BufferedRequest(HttpServletRequest request, byte[] body) {
    super(request);
    this.body = body;
  }

  /** The body; must not be changed. */
  byte[] body() {
    return body;
  }

  /** The Accept header was already checked, less strictly than by the library. */
  @Override
  public @Nullable String getHeader(String name) {
    return name.equalsIgnoreCase("Accept")
        ? "application/json, text/event-stream"
        : super.getHeader(name);
  }

  /** Completes when the answer is complete. */
  CompletableFuture<Void> whole() {
    return whole;
  }

  /** Called when the library completes the answer itself. */
  @Override
  public AsyncContext startAsync() {
    taken = true;
    return new DeferredAnswer(getAsyncContext(), whole);
  }

  /** Completes the answer unless it was deferred. */
  void answered() {
    if (!taken) {
      whole.complete(null);
    }
  }

  @Override
  public ServletInputStream getInputStream() {
    return new Body(new ByteArrayInputStream(body));
  }

  @Override
  public BufferedReader getReader() {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  /** The body again. */
  private static final class Body extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    Body(ByteArrayInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] into, int from, int length) {
      return bytes.read(into, from, length);
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("the body was read already");
    }
  }

  /** A deferred answer: the web server is notified when it is complete. */
  static final class DeferredAnswer implements AsyncContext {

    private final AsyncContext begun;
    private final CompletableFuture<Void> whole;

    DeferredAnswer(AsyncContext begun, CompletableFuture<Void> whole) {
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
}
