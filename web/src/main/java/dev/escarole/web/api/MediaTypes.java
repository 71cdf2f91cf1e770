package dev.escarole.web.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of forms of content, and what requests say about them. */
final class MediaTypes {

  static final String JSON = "application/json";
  static final String PROBLEM = "application/problem+json";

  /** Of a body that is taken as it is. */
  static final String ANY = "*/*";

  static final String BYTES = "application/octet-stream";
  static final String WASM = "application/wasm";
  static final String EVENTS = "text/event-stream";

  private MediaTypes() {}

  /** Whether a client with this {@code Accept} header takes a type; without one it takes all. */
  static boolean accepts(@Nullable String accept, String type) {
    if (accept == null || accept.isBlank()) {
      return true;
    }
    String family = type.substring(0, type.indexOf('/')) + "/*";
    for (String part : accept.split(",", -1)) {
      String range = bare(part);
      boolean fits = range.equals(type) || range.equals(family) || range.equals("*/*");
      if (fits && !isUnwanted(part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUnwanted(String part) {
    return part.replace(" ", "").toLowerCase(Locale.ROOT).matches(".*;q=0(\\.0*)?(;.*)?");
  }

  static String bare(@Nullable String type) {
    if (type == null) {
      return "";
    }
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
  }
}
