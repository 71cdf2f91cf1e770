package dev.escarole.web.agent.mcp;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A response that passes successful output of the library through. Output with a status of 400 or
 * more (a Java exception as JSON) is discarded. Used by one thread.
 */
final class PlainErrors extends HttpServletResponseWrapper {

  private final Consumer<String> onSession;
  private int error;

  /**
   * @param onSession receives the id of a new session, before the client does
   */
  PlainErrors(HttpServletResponse response, Consumer<String> onSession) {
    super(response);
    this.onSession = onSession;
  }

  /** Returns the status of a refusal; 0 if there is none. */
  int error() {
    return error;
  }

  @Override
  public void setStatus(int status) {
    if (status >= SC_BAD_REQUEST) {
      error = status;
    } else {
      super.setStatus(status);
    }
  }

  @Override
  public void sendError(int status) {
    error = status;
  }

  @Override
  public void sendError(int status, @Nullable String message) {
    error = status;
  }

  @Override
  public void setHeader(String name, String value) {
    if (error != 0) {
      return;
    }
    if (name.equalsIgnoreCase(HttpTransport.SESSION)) {
      onSession.accept(value);
    }
    super.setHeader(name, value);
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    return error == 0 ? super.getWriter() : new PrintWriter(Writer.nullWriter());
  }
}
