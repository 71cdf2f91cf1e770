package dev.escarole.web.access;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Host} names that the server accepts. Another site can make its own name resolve to
 * this machine (DNS rebinding), and its pages would then be of the same origin; but their requests
 * carry that name. IP addresses are always accepted, because they do not resolve. Immutable.
 */
public final class Hosts {

  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+]");

  private final Set<String> names = new HashSet<>();

  /**
   * @param more names besides {@code localhost}, such as that of the machine or of a proxy
   */
  public Hosts(Collection<String> more) {
    names.add("localhost");
    more.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * Whether a request may have this {@code Host} header.
   *
   * @param header with or without a port; null if the request has none
   */
  public boolean admit(@Nullable String header) {
    if (header == null) {
      return false;
    }
    String host = header.toLowerCase(Locale.ROOT).replaceFirst(":\\d{1,5}$", "");
    return names.contains(host) || IPV4.matcher(host).matches() || IPV6.matcher(host).matches();
  }
}
