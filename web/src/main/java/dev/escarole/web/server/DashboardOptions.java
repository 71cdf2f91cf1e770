package dev.escarole.web.server;

import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.app.Release;
import dev.escarole.web.live.LiveOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a {@link Dashboard}. Immutable.
 *
 * @param signIn says who callers are; null if only tokens do
 * @param server its address, port and base path mean nothing here
 */
public record DashboardOptions(@Nullable HostSignIn signIn, ServerOptions server) {

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if nothing says who a caller is
   */
  public DashboardOptions {
    if (signIn == null && server.entrance().isOpen()) {
      throw new IllegalArgumentException(
          "a dashboard needs a token file, or a HostSignIn that says who its callers are");
    }
  }

  /** The application around the dashboard says who its callers are. */
  public static DashboardOptions signedInBy(HostSignIn signIn) {
    return new DashboardOptions(signIn, ServerOptions.local(0, Release.version()));
  }

  /**
   * Callers sign in with the tokens of a file, which {@code escarole token create} makes. Sessions
   * end with the dashboard.
   */
  public static DashboardOptions withTokens(Path tokenFile) {
    return new DashboardOptions(
        null, ServerOptions.local(0, Release.version()).withTokens(tokenFile));
  }

  /** Accepts these tokens as well, such as those of programs. */
  public DashboardOptions orTokens(Path tokenFile) {
    Entrance now = server.entrance();
    return with(new Entrance(tokenFile, now.sessionFile(), now.trustedProxies()));
  }

  /** Keeps sessions of tokens in a file, so that they survive a restart. */
  public DashboardOptions withSessions(Path file) {
    Entrance now = server.entrance();
    return with(new Entrance(now.tokenFile(), file, now.trustedProxies()));
  }

  /**
   * Trusts the forwarding headers of proxies at these addresses or ranges.
   *
   * @throws IllegalArgumentException if one is neither
   */
  public DashboardOptions behind(String... proxies) {
    Entrance now = server.entrance();
    return with(new Entrance(now.tokenFile(), now.sessionFile(), List.of(proxies)));
  }

  private DashboardOptions with(Entrance entrance) {
    return new DashboardOptions(signIn, server.with(entrance));
  }

  /** Answers under these {@code Host} names besides {@code localhost} and IP addresses. */
  public DashboardOptions answeringAs(String... names) {
    return new DashboardOptions(
        signIn,
        new ServerOptions(
            server.host(),
            server.port(),
            List.of(names),
            server.entrance(),
            server.requestsPerSecond(),
            server.version(),
            server.clock(),
            server.live()));
  }

  /** Takes the time from another clock, and live events with other options. */
  public DashboardOptions with(InstantSource clock, LiveOptions live) {
    return new DashboardOptions(
        signIn,
        new ServerOptions(
            server.host(),
            server.port(),
            server.allowedHosts(),
            server.entrance(),
            server.requestsPerSecond(),
            server.version(),
            clock,
            live));
  }
}
