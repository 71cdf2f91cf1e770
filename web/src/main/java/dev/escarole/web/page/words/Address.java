package dev.escarole.web.page.words;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Builds an address with a query. Not thread-safe. */
public final class Address {

  private final StringBuilder text;
  private char separator;

  /**
   * @param start a path, or an address that has a query already
   */
  public Address(String start) {
    this.text = new StringBuilder(start);
    this.separator = start.indexOf('?') < 0 ? '?' : '&';
  }

  /** Adds a parameter, unless its value is empty or null. */
  public Address with(String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      text.append(separator).append(encoded(name)).append('=').append(encoded(value));
      separator = '&';
    }
    return this;
  }

  /** A text as it stands in a query. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
