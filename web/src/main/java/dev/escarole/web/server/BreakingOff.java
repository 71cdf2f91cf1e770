package dev.escarole.web.server;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;

/**
 * Breaks the connection off if an answer fails after its beginning was sent. Javalin would end the
 * answer as if it were whole. Thread-safe.
 */
final class BreakingOff implements Filter {

  private static final String FAILED = "escarole.broken-off";

  /** Adds it in front of all routes of a server. */
  static void install(JavalinConfig config) {
    config.jetty.modifyServletContextHandler(
        handler -> {
          FilterHolder holder = new FilterHolder(new BreakingOff());
          holder.setAsyncSupported(true);
          handler.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        });
  }

  /**
   * Breaks an answer that has failed off if its beginning was sent.
   *
   * @return whether it does; nothing else can be answered then
   */
  static boolean breaksOff(Context ctx) {
    if (!ctx.res().isCommitted()) {
      return false;
    }
    ctx.req().setAttribute(FAILED, true);
    return true;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(request, new Guarded(request, (HttpServletResponse) response));
    if (hasFailed(request)) {
      throw new IOException("the answer was broken off; the log says why");
    }
  }

  private static boolean hasFailed(ServletRequest request) {
    return request.getAttribute(FAILED) != null;
  }

  private static final class Guarded extends HttpServletResponseWrapper {

    private final ServletRequest request;

    Guarded(ServletRequest request, HttpServletResponse response) {
      super(response);
      this.request = request;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      return new Unclosed(request, super.getOutputStream());
    }
  }

  /** Takes nothing more, and does not end, once the answer has failed. */
  private static final class Unclosed extends ServletOutputStream {

    private final ServletRequest request;
    private final ServletOutputStream out;

    Unclosed(ServletRequest request, ServletOutputStream out) {
      this.request = request;
      this.out = out;
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }

    @Override
    public void write(int one) throws IOException {
      if (!hasFailed(request)) {
        out.write(one);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!hasFailed(request)) {
        out.write(bytes, offset, length);
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (!hasFailed(request)) {
        out.close();
      }
    }
  }
}
