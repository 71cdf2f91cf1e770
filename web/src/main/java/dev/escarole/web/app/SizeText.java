package dev.escarole.web.app;

import java.util.Locale;

/** Sizes for people: binary units, wherever a size is shown. */
public final class SizeText {

  private static final String PREFIXES = "KMGT";

  private SizeText() {}

  /** A size, such as {@code 512 bytes}, {@code 32 KiB} or {@code 1.2 MiB}. */
  public static String of(long bytes) {
    if (bytes < 1024) {
      return bytes == 1 ? "1 byte" : String.format(Locale.ROOT, "%,d bytes", bytes);
    }
    double shown = bytes;
    int power = 0;
    while (shown >= 1023.95 && power < PREFIXES.length()) {
      shown /= 1024;
      power++;
    }
    String form = shown == Math.rint(shown) ? "%,.0f %siB" : "%,.1f %siB";
    return String.format(Locale.ROOT, form, shown, PREFIXES.charAt(power - 1));
  }
}
