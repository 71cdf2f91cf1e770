package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.List;

/**
 * Lexical clean-up of a path: doubled slashes and {@code .} components go, {@code ..} stays,
 * because what it means depends on links that only the file system knows.
 */
final class PlainPath {
  private PlainPath() {}

  static String of(String path) {
    if (!path.contains("//") && !path.contains("./") && !path.endsWith("/.")) {
      return path;
    }
    List<String> kept = new ArrayList<>();
    for (String component : path.split("/", -1)) {
      if (!component.isEmpty() && !component.equals(".")) {
        kept.add(component);
      }
    }
    String joined = (path.startsWith("/") ? "/" : "") + String.join("/", kept);
    boolean directory = path.endsWith("/") && !kept.isEmpty();
    return joined.isEmpty() ? "." : directory ? joined + "/" : joined;
  }
}
