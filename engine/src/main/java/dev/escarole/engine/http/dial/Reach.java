package dev.escarole.engine.http.dial;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Whom a channel may reach: all public addresses, and private ones that the operator allows.
 * Immutable.
 *
 * @param trusted makes secure connections to those whose certificates the operator trusts; null for
 *     the certificates that Java trusts
 */
public record Reach(List<AddressRange> allowed, @Nullable SSLSocketFactory trusted)
    implements AddressRule {

  /** What is not the public internet, or may lead to an address that is embedded in it. */
  private static final List<AddressRange> PRIVATE =
      List.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.0.2.0/24",
              "192.88.99.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "198.51.100.0/24",
              "203.0.113.0/24",
              "224.0.0.0/3",
              "2001::/23",
              "2001:db8::/32",
              "2002::/16",
              "3fff::/20")
          .stream()
          .map(AddressRange::parse)
          .flatMap(Optional::stream)
          .toList();

  /** All that is given out of IPv6 so far. */
  private static final AddressRange GLOBAL = AddressRange.parse("2000::/3").orElseThrow();

  public Reach {
    allowed = List.copyOf(allowed);
  }

  @Override
  public boolean permits(InetAddress address) {
    return allowed.stream().anyMatch(each -> each.contains(address)) || isPublic(address);
  }

  @Override
  public String refusal() {
    return "which 'allow_private' does not name";
  }

  /** Returns whether an address is on the public internet, and no other is embedded in it. */
  public static boolean isPublic(InetAddress address) {
    boolean global = address instanceof Inet4Address || GLOBAL.contains(address);
    return global && PRIVATE.stream().noneMatch(each -> each.contains(address));
  }
}
