package dev.escarole.engine.http.dial;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxies in {@code https_proxy}, {@code http_proxy} and {@code no_proxy}, also in upper case.
 * This machine itself is never reached through one. Immutable.
 */
public final class MachineProxies {

  private static final int USUAL_PORT = 80;
  private static final List<String> HERE = List.of("localhost", "127.0.0.0/8", "::1");

  private final @Nullable ProxyServer plain;
  private final @Nullable ProxyServer secure;
  private final List<String> except;

  private MachineProxies(
      @Nullable ProxyServer plain, @Nullable ProxyServer secure, List<String> except) {
    this.plain = plain;
    this.secure = secure;
    this.except = List.copyOf(except);
  }

  /** Reads the variables; requests that need a malformed proxy fail, with what to write. */
  public static MachineProxies of(UnaryOperator<@Nullable String> environment) {
    List<String> except =
        Arrays.stream(variable(environment, "no_proxy").orElse("").split("[,\\s]+"))
            .map(each -> each.toLowerCase(Locale.ROOT))
            .filter(each -> !each.isEmpty())
            .toList();
    return new MachineProxies(
        variable(environment, "http_proxy").map(ProxyServer::parse).orElse(null),
        variable(environment, "https_proxy").map(ProxyServer::parse).orElse(null),
        except);
  }

  private static Optional<String> variable(
      UnaryOperator<@Nullable String> environment, String name) {
    String value = environment.apply(name);
    String found = value == null ? environment.apply(name.toUpperCase(Locale.ROOT)) : value;
    return Optional.ofNullable(found).map(String::strip).filter(each -> !each.isEmpty());
  }

  /**
   * Returns the proxy for a host; null if it is reached directly.
   *
   * @param host a name or an address, without brackets
   */
  public @Nullable ProxyServer forHost(String host, boolean overTls) {
    boolean direct =
        HERE.stream().anyMatch(each -> matches(each, host))
            || except.stream().anyMatch(each -> matches(each, host));
    return direct ? null : overTls ? secure : plain;
  }

  private static boolean matches(String pattern, String host) {
    Optional<AddressRange> range = AddressRange.parse(pattern);
    Optional<AddressRange> address = AddressRange.parse(host);
    if (range.isPresent() || address.isPresent()) {
      return pattern.equals("*")
          || (range.isPresent()
              && address.isPresent()
              && range.get().contains(address.get().first()));
    }
    String suffix = pattern.replaceFirst("^\\*?\\.", "");
    return pattern.equals("*") || host.equals(suffix) || host.endsWith("." + suffix);
  }

  /**
   * A proxy that opens tunnels.
   *
   * @param host empty if the variable is malformed
   * @param authorization value of the header Proxy-Authorization; null for none
   */
  public record ProxyServer(String host, int port, @Nullable String authorization) {

    private static final int LONGEST_HEAD = 16_384;
    private static final Pattern ACCEPTED = Pattern.compile("HTTP/1\\.[01] 2[0-9]{2}(?: .*)?");
    private static final Pattern REFUSED = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?");

    private static ProxyServer parse(String text) {
      try {
        URI uri = new URI(text.contains("://") ? text : "http://" + text);
        String host = uri.getHost();
        if (host != null && "http".equalsIgnoreCase(uri.getScheme())) {
          String user = uri.getUserInfo();
          String basic =
              user == null
                  ? null
                  : "Basic "
                      + Base64.getEncoder()
                          .encodeToString(user.getBytes(StandardCharsets.ISO_8859_1));
          int port = uri.getPort() < 0 ? USUAL_PORT : uri.getPort();
          return new ProxyServer(host.replaceAll("^\\[|]$", ""), port, basic);
        }
      } catch (URISyntaxException e) {
        // Not logged: its message may hold the password.
      }
      return new ProxyServer("", 0, null);
    }

    /** Without the password. */
    @Override
    public String toString() {
      return host + ":" + port;
    }

    /**
     * Asks for a tunnel.
     *
     * @param place host and port, a host of IPv6 in brackets
     * @throws IOException if the proxy refuses, or is not a proxy
     */
    void open(Socket socket, String place) throws IOException {
      StringBuilder request = new StringBuilder();
      request.append("CONNECT ").append(place).append(" HTTP/1.1\r\nHost: ").append(place);
      if (authorization != null) {
        request.append("\r\nProxy-Authorization: ").append(authorization);
      }
      request.append("\r\n\r\n");
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      String first = head(socket.getInputStream()).lines().findFirst().orElse("");
      if (!ACCEPTED.matcher(first).matches()) {
        Matcher refused = REFUSED.matcher(first);
        throw new IOException(
            refused.matches()
                ? "the proxy refuses the connection with status " + refused.group(1)
                : "the proxy of this machine does not answer as one");
      }
    }

    /**
     * Reads no byte more than the head: the rest belongs to the tunnel. Empty if the head has no
     * end.
     */
    private static String head(InputStream in) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.length() < LONGEST_HEAD && head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
        int next = in.read();
        if (next < 0) {
          break;
        }
        head.append((char) next);
      }
      return head.indexOf("\r\n\r\n") < 0 ? "" : head.toString();
    }
  }
}
