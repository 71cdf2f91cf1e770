package dev.escarole.web.server;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.UnsupportedMediaTypeResponse;
import io.javalin.security.RouteRole;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;

/**
 * Limits for the sizes of bodies and the number of connections. No thread waits for a body, and no
 * body is read from a caller who may not send it.
 */
final class Intake {

  /** Limit of a request: a recipe, its values and its input. */
  static final long MOST_BYTES = 64L << 20;

  /** Limit for callers without a token: the login form. */
  static final long MOST_BYTES_OF_STRANGERS = 4 << 10;

  /** Limit of an answer to a step that waits. */
  static final long MOST_BYTES_OF_CALLBACKS = 1 << 20;

  /** The beginning of the paths whose rest is a secret. */
  static final String CALLBACKS = "/api/v1/callbacks/";

  /** Limit of a form that comes after its session has ended. */
  static final long MOST_BYTES_OF_LAPSED = 256 << 10;

  /** Further connections wait; watchers alone may be 2,000. */
  private static final int MOST_CONNECTIONS = 5_000;

  /** Idle time-out at that limit; it is longer than the heartbeat of live events. */
  private static final int IDLE_MILLIS_WHEN_FULL = 12_000;

  private Intake() {}

  static void configure(
      JavalinConfig config, Reception reception, ConnectionGuard guard, InstantSource clock) {
    config.http.maxRequestSize = MOST_BYTES;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.jetty.modifyServer(server -> configure(server, reception, guard, clock));
  }

  private static void configure(
      Server server, Reception reception, ConnectionGuard guard, InstantSource clock) {
    LingeringClose lingering = new LingeringClose(clock);
    lingering.setHandler(reception);
    guard.setHandler(lingering);
    server.setHandler(guard);
    server.setErrorHandler(new ConnectionErrors());
    NetworkConnectionLimit limit = new NetworkConnectionLimit(mostConnections(), server);
    limit.setEndPointIdleTimeout(IDLE_MILLIS_WHEN_FULL);
    server.addBean(limit);
  }

  /** At most half of the file descriptors. */
  static int mostConnections() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    long files =
        system instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE;
    return (int) Math.max(100, Math.min(MOST_CONNECTIONS, files / 2));
  }

  /** The limit of a body that is read at all. */
  static BodyReading.Bounds bounds(Gate.First first, Set<? extends RouteRole> roles, String path) {
    if (path.startsWith(CALLBACKS)) {
      return new BodyReading.Bounds(MOST_BYTES_OF_CALLBACKS, tooLarge("At most 1 MiB."));
    }
    if (roles.contains(Role.NOBODY)) {
      return new BodyReading.Bounds(MOST_BYTES_OF_STRANGERS, tooLarge("At most 4 KiB."));
    }
    if (first.former() != null) {
      return new BodyReading.Bounds(
          MOST_BYTES_OF_LAPSED,
          new RefusedException(
              RefusalCode.SESSION_ENDED,
              "your session has ended, and the form is too large to be kept",
              "Sign in in another tab of the browser, then go back and send the form again."));
    }
    return new BodyReading.Bounds(MOST_BYTES, tooLarge());
  }

  /** Refuses a body that is too large, or encoded, before it is read. */
  static void check(Context ctx) {
    if (ctx.req().getContentLengthLong() > MOST_BYTES) {
      throw tooLarge();
    }
    String coding = ctx.header("Content-Encoding");
    if (coding != null && !coding.toLowerCase(Locale.ROOT).equals("identity")) {
      throw new UnsupportedMediaTypeResponse("the body must not have a Content-Encoding");
    }
    RuntimeException refusal = Reception.refusal(ctx.req());
    if (refusal != null) {
      throw refusal;
    }
  }

  static RefusedException tooLarge() {
    return tooLarge("At most 64 MiB.");
  }

  private static RefusedException tooLarge(String hint) {
    return new RefusedException(RefusalCode.TOO_LARGE, "the request is too large", hint);
  }

  static RefusedException broken() {
    return new RefusedException(
        RefusalCode.BROKEN_REQUEST,
        "the request broke off, or is not valid HTTP",
        "Send it again.");
  }
}
