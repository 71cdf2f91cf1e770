package dev.escarole.web.page.recipe;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Addresses of the pages of recipes. */
public final class RecipeAddress {

  /** Names that servers and browsers leave unchanged in a path. */
  private static final Pattern PLAIN = Pattern.compile("(?!\\.+$)[\\p{L}\\p{N} ._-]+");

  private RecipeAddress() {}

  /** The address of the page of a recipe with any name. */
  public static String of(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return PLAIN.matcher(name).matches() ? "/recipes/" + encoded : "/recipe?name=" + encoded;
  }
}
