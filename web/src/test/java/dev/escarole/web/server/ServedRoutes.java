package dev.escarole.web.server;

import io.javalin.http.HandlerType;
import java.util.List;

/** The addresses that a server answers, for tests that must not forget one. */
public final class ServedRoutes {

  private ServedRoutes() {}

  /** The patterns of all addresses that can be got, such as {@code /runs/{id}}. */
  public static List<String> got(WebServer server) {
    return server.javalin.unsafe.internalRouter.allHttpHandlers().stream()
        .filter(each -> each.endpoint.method.equals(HandlerType.GET))
        .map(each -> each.endpoint.path)
        .distinct()
        .toList();
  }
}
