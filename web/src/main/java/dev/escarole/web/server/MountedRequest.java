package dev.escarole.web.server;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to a mounted dashboard, with the path as its routes have it, and a body that is
 * limited. Everything else is the host's: sessions, attributes, principal. Confined like the
 * request.
 */
final class MountedRequest extends HttpServletRequestWrapper {

  private final String path;
  private BodyReading.@Nullable Bounds bounds;

  /**
   * @param mount the beginning of the address, which is left out
   */
  MountedRequest(HttpServletRequest request, String mount) {
    super(request);
    String rest = request.getRequestURI().substring(mount.length());
    this.path = rest.isEmpty() ? "/" : rest;
  }

  /** Limits the body. */
  void limit(BodyReading.Bounds most) {
    bounds = most;
  }

  @Override
  public String getContextPath() {
    return "";
  }

  @Override
  public String getServletPath() {
    return "";
  }

  @Override
  public String getPathInfo() {
    return Objects.requireNonNullElse(super.getPathInfo(), "/");
  }

  @Override
  public String getRequestURI() {
    return path;
  }

  // A client must not call a method by another name: the host has checked the one that it sees.

  @Override
  public @Nullable String getHeader(String name) {
    return isOverride(name) ? null : super.getHeader(name);
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    return isOverride(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
  }

  private static boolean isOverride(String name) {
    return name.equalsIgnoreCase(Reception.OVERRIDE);
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    BodyReading.Bounds most = bounds;
    return most == null ? super.getInputStream() : new Limited(super.getInputStream(), most, this);
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  /** A body that is refused where it becomes too large. */
  private static final class Limited extends ServletInputStream {

    private final ServletInputStream body;
    private final BodyReading.Bounds bounds;
    private final HttpServletRequest request;
    private @Nullable InputStream again;
    private long read;

    Limited(ServletInputStream body, BodyReading.Bounds bounds, HttpServletRequest request) {
      this.body = body;
      this.bounds = bounds;
      this.request = request;
    }

    @Override
    public int read() throws IOException {
      int one = again == null ? body.read() : again.read();
      if (one < 0 && isReadBefore()) {
        return read();
      }
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count =
          again == null ? body.read(bytes, offset, length) : again.read(bytes, offset, length);
      if (count < 0 && isReadBefore()) {
        return read(bytes, offset, length);
      }
      count(Math.max(0, count));
      return count;
    }

    /** Whether a filter of the host has read the body, which then begins once more. */
    private boolean isReadBefore() {
      if (again != null || read > 0 || !ReadForm.isPossible(request)) {
        return false;
      }
      again = new ByteArrayInputStream(ReadForm.body(request));
      return true;
    }

    private void count(int more) {
      read += more;
      if (read > bounds.most()) {
        throw bounds.tooLarge();
      }
    }

    @Override
    public boolean isFinished() {
      return body.isFinished();
    }

    @Override
    public boolean isReady() {
      return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      body.setReadListener(listener);
    }
  }
}
