package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Prefix;
import io.javalin.router.InternalRouter;
import io.javalin.security.RouteRole;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/** Passes requests below the path of a mounted dashboard on to its routes. Thread-safe. */
final class MountedServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final BreakingOff BREAKING_OFF = new BreakingOff();

  private final transient Gate gate;
  private final transient Servlet routes;
  private final transient InternalRouter router;

  MountedServlet(Gate gate, Servlet routes, InternalRouter router) {
    this.gate = gate;
    this.routes = routes;
    this.router = router;
  }

  @Override
  protected void service(HttpServletRequest asked, HttpServletResponse response)
      throws ServletException, IOException {
    String mount = asked.getContextPath() + asked.getServletPath();
    if (!asked.getRequestURI().startsWith(mount) || asked.getRequestURI().contains(";")) {
      // The path is written with escapes where it needs none.
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      response.setContentType("text/plain; charset=utf-8");
      response
          .getWriter()
          .println("Nothing is at this address. The dashboard is at " + mount + "/");
      return;
    }
    asked.setAttribute(Prefix.REMOVED, mount);
    MountedRequest request = new MountedRequest(asked, mount);
    Set<? extends RouteRole> roles =
        Reception.roles(router, request.getMethod(), request.getRequestURI());
    Gate.First first = gate.first(request, roles);
    BodyReading.Bounds bounds = Intake.bounds(first, roles, request.getRequestURI());
    request.limit(bounds);
    long length = request.getContentLengthLong();
    if (length > bounds.most() || (length < 0 && first.former() != null && hasBody(request))) {
      request.setAttribute(Reception.REFUSAL, bounds.tooLarge());
    }
    BREAKING_OFF.doFilter(request, response, routes::service);
  }

  private static boolean hasBody(HttpServletRequest request) {
    return request.getHeader("Transfer-Encoding") != null;
  }
}
