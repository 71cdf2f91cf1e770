package dev.escarole.engine.http.dial;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a channel may reach: all public ones, and private ones that the operator
 * allows. Immutable.
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

  /** Ranges of IPv6 with an address of IPv4 at this byte: mapped, compatible, NAT64, 6to4. */
  private static final Map<AddressRange, Integer> EMBEDDING =
      Map.of(
          range("::/96"), 12,
          range("::ffff:0:0:0/96"), 12,
          range("64:ff9b::/96"), 12,
          range("64:ff9b:1::/48"), 12,
          range("2002::/16"), 2);

  private static final AddressRange TEREDO = range("2001::/32");

  /** All that is given out of IPv6 so far. */
  private static final AddressRange GLOBAL = range("2000::/3");

  public Reach {
    allowed = List.copyOf(allowed);
  }

  private static AddressRange range(String text) {
    return AddressRange.parse(text).orElseThrow();
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

  /**
   * Returns the addresses of IPv4 that packets to an address of IPv6 may be sent on to: by a
   * gateway, a relay or the machine itself. None for other addresses.
   */
  public static List<InetAddress> embedded(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == Inet4Bytes.LENGTH) {
      return List.of();
    }
    if (TEREDO.contains(address)) {
      return List.of(Inet4Bytes.at(bytes, 4, 0), Inet4Bytes.at(bytes, 12, 0xff));
    }
    return EMBEDDING.entrySet().stream()
        .filter(each -> each.getKey().contains(address))
        .map(each -> Inet4Bytes.at(bytes, each.getValue(), 0))
        .toList();
  }

  /** Reads addresses of IPv4 out of bytes. */
  private static final class Inet4Bytes {
    private static final int LENGTH = 4;

    private static InetAddress at(byte[] bytes, int from, int mask) {
      byte[] four = new byte[LENGTH];
      for (int i = 0; i < LENGTH; i++) {
        four[i] = (byte) (bytes[from + i] ^ mask);
      }
      try {
        return InetAddress.getByAddress(four);
      } catch (UnknownHostException e) {
        throw new AssertionError(e);
      }
    }
  }
}
