package dev.escarole.web.page.words;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds an address with a query. Not thread-safe. */
public final class Address {

  /** Names that servers and browsers leave unchanged in a path. */
  private static final Pattern PLAIN = Pattern.compile("(?!\\.+$)[\\p{L}\\p{N} ._-]+");

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

  /** The address of the page of a recipe with any name. */
  public static String ofRecipe(String name) {
    String text = encoded(name).replace("+", "%20");
    return PLAIN.matcher(name).matches() ? "/recipes/" + text : "/recipe?name=" + text;
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
