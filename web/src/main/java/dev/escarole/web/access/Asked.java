package dev.escarole.web.access;

import io.javalin.http.Context;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that {@link Gate} checks, before and after its route is known.
 *
 * @param peer the address at the other end of the connection
 * @param headers all values of a header by its name
 * @param cookie the session's cookie; null if there is none
 * @param servlet the request in a servlet container; null before it came to one
 */
record Asked(
    String method,
    String scheme,
    String peer,
    Function<String, List<String>> headers,
    @Nullable String cookie,
    @Nullable HttpServletRequest servlet) {

  static Asked of(Context ctx) {
    return of(ctx.req());
  }

  static Asked of(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    String cookie =
        cookies == null
            ? null
            : Arrays.stream(cookies)
                .filter(each -> each.getName().equals(Gate.COOKIE))
                .map(Cookie::getValue)
                .findFirst()
                .orElse(null);
    return new Asked(
        request.getMethod(),
        request.getScheme(),
        request.getRemoteAddr(),
        name -> Collections.list(request.getHeaders(name)),
        cookie,
        request);
  }

  static Asked of(Request request) {
    String cookie =
        Request.getCookies(request).stream()
            .filter(each -> each.getName().equals(Gate.COOKIE))
            .map(HttpCookie::getValue)
            .findFirst()
            .orElse(null);
    return new Asked(
        request.getMethod(),
        String.valueOf(request.getHttpURI().getScheme()),
        Request.getRemoteAddr(request),
        request.getHeaders()::getValuesList,
        cookie,
        null);
  }

  /** The same with no header but one, and without the request, which ends before the copy does. */
  Asked kept(String header) {
    List<String> values = headers.apply(header);
    return new Asked(
        method, scheme, peer, name -> name.equals(header) ? values : List.of(), cookie, null);
  }

  @Nullable String header(String name) {
    List<String> all = headers.apply(name);
    return all.isEmpty() ? null : all.get(0);
  }
}
