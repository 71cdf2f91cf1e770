package dev.escarole.web.server;

import dev.escarole.web.service.RefusedException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.UnsupportedMediaTypeResponse;
import java.io.EOFException;
import java.time.InstantSource;
import java.util.Locale;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;

/**
 * What the server takes in, and when a thread looks at it. A thread is busy with a request only
 * when its body is there, unless the body is large. So connections that say nothing, or little,
 * take no thread from others.
 */
final class Intake {

  /** Larger requests are refused: a recipe, its values and its input. */
  static final long MOST_BYTES = 64L << 20;

  /** Bodies up to this size are waited for without a thread. */
  private static final int WAITED_FOR = 256 << 10;

  /** What each part of a body counts beside its bytes. */
  private static final int PART = 32;

  /** More have to wait until others have ended; watchers alone may be 2,000. */
  private static final int MOST_CONNECTIONS = 5_000;

  /** While there are so many, those that are idle end sooner; watchers hear something before. */
  private static final int IDLE_MILLIS_WHEN_FULL = 12_000;

  private Intake() {}

  static void configure(JavalinConfig config, InstantSource clock) {
    config.http.maxRequestSize = MOST_BYTES;
    config.jetty.modifyHttpConfiguration(Intake::configure);
    config.jetty.modifyServer(server -> configure(server, clock));
  }

  private static void configure(HttpConfiguration http) {
    http.setSendServerVersion(false);
  }

  private static void configure(Server server, InstantSource clock) {
    HearingOut hearing = new HearingOut(clock);
    hearing.setHandler(
        new EagerContentHandler(new RetainedContentLoaderFactory(WAITED_FOR, PART, false)));
    server.setHandler(hearing);
    NetworkConnectionLimit limit = new NetworkConnectionLimit(MOST_CONNECTIONS, server);
    limit.setEndPointIdleTimeout(IDLE_MILLIS_WHEN_FULL);
    server.addBean(limit);
  }

  /**
   * Looks at what a request says of its body, before anything of it is read.
   *
   * @throws RefusedException if it is too large, or packed
   */
  static void check(Context ctx) {
    if (ctx.req().getContentLengthLong() > MOST_BYTES) {
      throw tooLarge();
    }
    String coding = ctx.header("Content-Encoding");
    if (coding != null && !coding.toLowerCase(Locale.ROOT).equals("identity")) {
      throw new UnsupportedMediaTypeResponse(
          "the body must not be packed, but has a Content-Encoding");
    }
  }

  static RefusedException tooLarge() {
    return new RefusedException(
        RefusedException.Kind.TOO_LARGE,
        "too-large",
        "the request is too large",
        "At most 64 MiB.");
  }

  /** Whether the body of a request broke off, or was not in the form that HTTP has for it. */
  static boolean isBroken(Exception thrown) {
    return thrown instanceof EOFException;
  }
}
