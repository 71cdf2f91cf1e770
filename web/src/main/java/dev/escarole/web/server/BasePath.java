package dev.escarole.web.server;

import dev.escarole.web.access.Prefix;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;

/**
 * A request whose address had a path before those of the server: a proxy has passed it on. Routes
 * see the address without it. Confined like the request.
 */
final class BasePath extends Request.Wrapper {

  private final HttpURI address;

  private BasePath(Request request, HttpURI address) {
    super(request);
    this.address = address;
  }

  /**
   * Removes the path from a request that has it; others stay as they are, so that programs on this
   * machine need not know of the proxy.
   */
  static Request removed(String basePath, Request request) {
    String path = String.valueOf(request.getHttpURI().getPath());
    boolean under =
        !basePath.isEmpty() && (path.equals(basePath) || path.startsWith(basePath + "/"));
    if (!under) {
      return request;
    }
    String rest = path.substring(basePath.length());
    HttpURI address =
        HttpURI.build(request.getHttpURI()).path(rest.isEmpty() ? "/" : rest).asImmutable();
    request.setAttribute(Prefix.REMOVED, basePath);
    return new BasePath(request, address);
  }

  @Override
  public HttpURI getHttpURI() {
    return address;
  }
}
