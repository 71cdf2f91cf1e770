package dev.escarole.web.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.InetAddressSet;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose forwarding headers are trusted. A client can put anything into a header, so it
 * counts only from a configured proxy, and is read from its right end: each trusted proxy has added
 * the address that it saw. Immutable.
 */
public final class Proxies {

  private static final String FORWARDED_FOR = "X-Forwarded-For";
  private static final String FORWARDED = "Forwarded";
  private static final String FORWARDED_PROTO = "X-Forwarded-Proto";
  private static final String FORWARDED_PREFIX = "X-Forwarded-Prefix";
  private static final Pattern IPV4 =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern RANGE = Pattern.compile("[0-9A-Fa-f:.]+(/\\d{1,3})?");
  private static final Pattern FOR =
      Pattern.compile("(?:^|;)\\s*for=\"?([^\";]+)\"?", Pattern.CASE_INSENSITIVE);

  private final InetAddressSet trusted = new InetAddressSet();

  /**
   * @param ranges IP addresses, or ranges such as {@code 10.0.0.0/8}
   * @throws IllegalArgumentException if one is neither
   */
  public Proxies(List<String> ranges) {
    for (String range : ranges) {
      if (!RANGE.matcher(range).matches() || !isAddress(range.replaceFirst("/.*", ""))) {
        throw new IllegalArgumentException(
            "a trusted proxy is an address in digits or a range such as 10.0.0.0/8, was " + range);
      }
      trusted.add(range);
    }
  }

  /** Whether the proxy at this address is trusted. */
  public boolean trusts(String address) {
    InetAddress parsed = parse(address);
    return parsed != null && !trusted.isEmpty() && trusted.test(parsed);
  }

  /** The address of the client: the last one that is not a trusted proxy. */
  String client(Asked asked) {
    if (!trusts(asked.peer())) {
      return asked.peer();
    }
    List<String> plain = listed(asked.headers().apply(FORWARDED_FOR));
    List<String> standard =
        listed(asked.headers().apply(FORWARDED)).stream().map(Proxies::forwardedFor).toList();
    if (!plain.isEmpty() && !standard.isEmpty() && !bare(plain).equals(bare(standard))) {
      // The proxy wrote one of them and passed on the other; which one is unknown.
      return asked.peer();
    }
    String client = asked.peer();
    List<String> hops = new ArrayList<>(bare(plain.isEmpty() ? standard : plain));
    Collections.reverse(hops);
    for (String hop : hops) {
      if (!isAddress(hop)) {
        return client;
      }
      client = hop;
      if (!trusts(hop)) {
        return client;
      }
    }
    return client;
  }

  String scheme(Asked asked) {
    List<String> said = listed(asked.headers().apply(FORWARDED_PROTO));
    boolean believed = trusts(asked.peer()) && said.size() == 1;
    return believed && said.get(0).equalsIgnoreCase("https") ? "https" : asked.scheme();
  }

  /** The path that a trusted proxy has removed from the address; empty for none. */
  String prefix(Asked asked) {
    List<String> said = listed(asked.headers().apply(FORWARDED_PREFIX));
    if (!trusts(asked.peer()) || said.size() != 1) {
      return "";
    }
    String path = said.get(0).replaceFirst("/+$", "");
    return Prefix.isPath(path) ? path : "";
  }

  private static List<String> listed(List<String> headers) {
    return headers.stream()
        .flatMap(header -> Arrays.stream(header.split(",", -1)))
        .map(String::strip)
        .toList();
  }

  private static String forwardedFor(String element) {
    Matcher matcher = FOR.matcher(element);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static List<String> bare(List<String> hops) {
    return hops.stream().map(Proxies::withoutPort).toList();
  }

  private static String withoutPort(String hop) {
    String text = hop.toLowerCase(Locale.ROOT);
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      return end < 0 ? "" : text.substring(1, end);
    }
    return text.matches("[\\d.]+:\\d+") ? text.substring(0, text.indexOf(':')) : text;
  }

  private static boolean isAddress(String text) {
    return parse(text) != null;
  }

  /** Returns an IP address, or null. Names are never resolved. */
  private static @Nullable InetAddress parse(String text) {
    if (!IPV4.matcher(text).matches() && !text.contains(":")) {
      return null;
    }
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
