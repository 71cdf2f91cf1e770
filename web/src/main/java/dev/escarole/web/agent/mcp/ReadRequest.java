package dev.escarole.web.agent.mcp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read already, and can be read once more. It is answered by another
 * thread than the web server's; whoever asks for that in turn is given what was begun already.
 */
final class ReadRequest extends HttpServletRequestWrapper {

  private final byte[] body;
  private final CompletableFuture<Void> whole = new CompletableFuture<>();
  private boolean taken;

  ReadRequest(HttpServletRequest request, byte[] body) {
    super(request);
    this.body = body;
  }

  /** The body; not to be changed. */
  byte[] body() {
    return body;
  }

  /** What was accepted was looked at before, more kindly than the library does. */
  @Override
  public @Nullable String getHeader(String name) {
    return name.equalsIgnoreCase("Accept")
        ? "application/json, text/event-stream"
        : super.getHeader(name);
  }

  /** Is done when the answer is whole. */
  CompletableFuture<Void> whole() {
    return whole;
  }

  /** Whoever asks for this ends the answer itself. */
  @Override
  public AsyncContext startAsync() {
    taken = true;
    return new LaterAnswer(getAsyncContext(), whole);
  }

  /** The answer was given, unless somebody has begun to give it later. */
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

  /** The body once more. */
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
}
