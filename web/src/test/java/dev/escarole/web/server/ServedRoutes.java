package dev.escarole.web.server;

import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.javalin.router.ParsedEndpoint;
import java.lang.reflect.Field;
import java.util.List;

/** The addresses that a server answers, for tests that must not forget one. */
public final class ServedRoutes {

  private ServedRoutes() {}

  /** The patterns of all addresses that can be got, such as {@code /runs/{id}}. */
  public static List<String> got(WebServer server) {
    try {
      Field field = WebServer.class.getDeclaredField("javalin");
      field.setAccessible(true);
      List<ParsedEndpoint> all =
          ((Javalin) field.get(server)).unsafe.internalRouter.allHttpHandlers();
      return all.stream()
          .filter(each -> each.endpoint.method == HandlerType.GET)
          .map(each -> each.endpoint.path)
          .distinct()
          .toList();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
