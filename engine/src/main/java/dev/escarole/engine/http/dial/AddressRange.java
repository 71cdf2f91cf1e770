package dev.escarole.engine.http.dial;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of network addresses, such as {@code 10.0.0.0/8}. Immutable.
 *
 * @param bits how many leading bits are the same in all of them
 */
public record AddressRange(InetAddress first, int bits) {

  private static final Pattern FORM = Pattern.compile("([0-9a-fA-F.:]+)(?:/([0-9]{1,3}))?");

  /** The range that a text means: an address, with or without a number of bits. */
  public static Optional<AddressRange> parse(String text) {
    Matcher form = FORM.matcher(text);
    // Java would look other texts up as names.
    if (!form.matches() || (!text.contains(":") && !text.matches("\\d+(\\.\\d+){3}(/\\d+)?"))) {
      return Optional.empty();
    }
    try {
      InetAddress first = InetAddress.getByName(form.group(1));
      int most = first.getAddress().length * Byte.SIZE;
      int bits = form.group(2) == null ? most : Integer.parseInt(form.group(2));
      return bits > most ? Optional.empty() : Optional.of(new AddressRange(first, bits));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** Returns whether an address is in the range. */
  public boolean contains(InetAddress address) {
    byte[] own = first.getAddress();
    byte[] other = address.getAddress();
    if (own.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if (((own[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return first.getHostAddress() + "/" + bits;
  }
}
