package dev.escarole.web.server;

import dev.escarole.web.access.Prefix;
import dev.escarole.web.access.Proxies;
import dev.escarole.web.live.LiveOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/**
 * The options of a server. Immutable.
 *
 * @param host the address that it listens on
 * @param port 0 for any that is free
 * @param allowedHosts {@code Host} names besides {@code localhost} and IP addresses
 * @param entrance how callers are authenticated
 * @param requestsPerSecond limit for one caller
 * @param version of Escarole, as pages show it
 * @param live the options of live events
 * @param basePath a path under which the server is reached as well, for a proxy that passes it on,
 *     such as {@code /ops/escarole}; empty for none
 */
public record ServerOptions(
    String host,
    int port,
    List<String> allowedHosts,
    Entrance entrance,
    long requestsPerSecond,
    String version,
    InstantSource clock,
    LiveOptions live,
    String basePath) {

  public static final String LOOPBACK = "127.0.0.1";
  public static final int PORT = 8420;
  public static final long REQUESTS_PER_SECOND = 5000;

  private static final int MOST_PORTS = 65_535;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if one is out of range, or if other machines could reach the
   *     server and it would require no token
   */
  public ServerOptions {
    basePath = Prefix.checked(basePath);
    allowedHosts = List.copyOf(allowedHosts);
    if (port < 0 || port > MOST_PORTS) {
      throw new IllegalArgumentException("the port must be 0 to 65535, was " + port);
    }
    if (requestsPerSecond < 1) {
      throw new IllegalArgumentException(
          "requests per second must be 1 or more, was " + requestsPerSecond);
    }
    Proxies unused = new Proxies(entrance.trustedProxies());
    if (entrance.isOpen() && !isLoopback(host)) {
      throw new IllegalArgumentException(
          "others can reach a server at " + host + ", so it needs tokens");
    }
  }

  /** Options without a base path. */
  public ServerOptions(
      String host,
      int port,
      List<String> allowedHosts,
      Entrance entrance,
      long requestsPerSecond,
      String version,
      InstantSource clock,
      LiveOptions live) {
    this(host, port, allowedHosts, entrance, requestsPerSecond, version, clock, live, "");
  }

  /** Returns options for a server that only this machine reaches, without tokens. */
  public static ServerOptions local(int port, String version) {
    return new ServerOptions(
        LOOPBACK,
        port,
        List.of(),
        Entrance.OPEN,
        REQUESTS_PER_SECOND,
        version,
        InstantSource.system(),
        LiveOptions.DEFAULTS);
  }

  /** Requires one of these tokens; sessions end with the server. */
  public ServerOptions withTokens(Path file) {
    return with(new Entrance(file, null, List.of()));
  }

  public ServerOptions with(Entrance newEntrance) {
    return new ServerOptions(
        host, port, allowedHosts, newEntrance, requestsPerSecond, version, clock, live, basePath);
  }

  public ServerOptions with(LiveOptions newLive) {
    return new ServerOptions(
        host, port, allowedHosts, entrance, requestsPerSecond, version, clock, newLive, basePath);
  }

  /** Answers under this path, too. */
  public ServerOptions withBasePath(String path) {
    return new ServerOptions(
        host, port, allowedHosts, entrance, requestsPerSecond, version, clock, live, path);
  }

  /** Whether only this machine reaches a server at this address. */
  public static boolean isLoopback(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
