package dev.escarole.web.page.recipe;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Where the page of a recipe is. */
public final class RecipeAddress {

  /** Names that can stand in a path as they are; servers and browsers read others in their ways. */
  private static final Pattern PLAIN = Pattern.compile("(?!\\.+$)[\\p{L}\\p{N} ._-]+");

  private RecipeAddress() {}

  /** The address of the page of a recipe, whatever its name holds. */
  public static String of(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return PLAIN.matcher(name).matches() ? "/recipes/" + encoded : "/recipe?name=" + encoded;
  }
}
