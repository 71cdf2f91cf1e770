package dev.escarole.web.agent.mcp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
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

  /** Called when the library completes the answer itself; the web server hears of it by us. */
  @Override
  public AsyncContext startAsync() {
    taken = true;
    AsyncContext begun = getAsyncContext();
    return (AsyncContext)
        Proxy.newProxyInstance(
            AsyncContext.class.getClassLoader(),
            new Class<?>[] {AsyncContext.class},
            (proxy, method, arguments) ->
                method.getName().equals("complete")
                    ? whole.complete(null)
                    : method.invoke(begun, arguments));
  }

  /** Completes the answer unless it was deferred. */
  void answered() {
    if (!taken) {
      whole.complete(null);
    }
  }

  @Override
  public ServletInputStream getInputStream() {
    ByteArrayInputStream bytes = new ByteArrayInputStream(body);
    return new ServletInputStream() {
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
    };
  }
}
