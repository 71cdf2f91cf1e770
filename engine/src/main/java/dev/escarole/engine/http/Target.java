package dev.escarole.engine.http;

import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.http.RequestFailure.Reason;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL that means one thing only. Forms that servers read in different ways are refused: dot
 * segments in any encoding, empty segments, backslashes, users, hosts in other letters or with a
 * trailing dot. Immutable.
 *
 * @param origin in canonical form
 * @param path begins with a slash
 * @param query with its question mark; empty if there is none
 */
record Target(String origin, String path, String query) {

  private static final int LONGEST = 16_384;
  private static final int MOST_DECODINGS = 4;

  private static final Pattern URL =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\\?[^#]*)?(?:#.*)?");
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
  private static final Pattern GRAPHIC = Pattern.compile("[\\x21-\\x7e]*");
  private static final Pattern DOTS =
      Pattern.compile("(?:.*[/\\\\])?\\.{1,2}(?:;.*)?(?:[/\\\\].*)?");
  private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  /**
   * Reads a URL.
   *
   * @throws RequestFailure if it is malformed or ambiguous
   */
  static Target of(String url) throws RequestFailure {
    Matcher form = URL.matcher(url);
    if (url.length() > LONGEST || !form.matches()) {
      throw bad("write it as https://host/path, of at most " + LONGEST + " characters");
    }
    String scheme = form.group(1).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw bad("only http and https are offered, not " + scheme);
    }
    if (form.group(2).indexOf('@') >= 0) {
      throw bad("it holds a user; give user and password by -u, or by a header");
    }
    String query = form.group(4) == null ? "" : form.group(4);
    if (!GRAPHIC.matcher(form.group(3) + query).matches()) {
      throw bad("blanks and other letters must be percent-encoded");
    }
    return new Target(canonical(scheme + "://" + form.group(2)), checked(form.group(3)), query);
  }

  private static String canonical(String origin) throws RequestFailure {
    try {
      return HttpGrant.origin(origin);
    } catch (IllegalArgumentException e) {
      throw bad(String.valueOf(e.getMessage()));
    }
  }

  private static String checked(String path) throws RequestFailure {
    if (path.isEmpty()) {
      return "/";
    }
    String decoded = path;
    for (int i = 0; i < MOST_DECODINGS; i++) {
      boolean escaped = BROKEN_ESCAPE.matcher(decoded).find();
      if (decoded.contains("//")
          || decoded.indexOf('\\') >= 0
          || DOTS.matcher(decoded).matches()
          || (i == 0 && escaped)) {
        throw bad("its path has '//', '.', '..', '\\' or a broken '%', also as an escape");
      }
      String next =
          ESCAPE
              .matcher(decoded)
              .replaceAll(
                  each ->
                      Matcher.quoteReplacement(
                          String.valueOf((char) Integer.parseInt(each.group(1), 16))));
      if (next.equals(decoded)) {
        return path;
      }
      decoded = next;
    }
    throw bad("its path is escaped again and again");
  }

  private static RequestFailure bad(String why) {
    return new RequestFailure(Reason.BAD_URL, "the URL cannot be used: " + why);
  }

  /**
   * Returns the target of a redirect.
   *
   * @param location the value of the header
   */
  Target at(String location) throws RequestFailure {
    int fragment = location.indexOf('#');
    String place = fragment < 0 ? location : location.substring(0, fragment);
    if (URL.matcher(place).matches()) {
      return of(place);
    }
    if (place.startsWith("//")) {
      return of(origin.substring(0, origin.indexOf(':') + 1) + place);
    }
    if (place.startsWith("/")) {
      return of(origin + place);
    }
    if (place.startsWith("?") || place.isEmpty()) {
      return of(origin + path + (place.isEmpty() ? query : place));
    }
    if (SCHEME.matcher(place).lookingAt()) {
      throw bad("only http and https are offered");
    }
    String above = path.substring(0, path.lastIndexOf('/') + 1);
    return of(origin + above + (place.startsWith("./") ? place.substring(2) : place));
  }

  boolean isSecure() {
    return origin.startsWith("https:");
  }

  /** The name or address of the host, without the brackets of IPv6. */
  String bareHost() {
    return host().replaceAll("^\\[|]$", "");
  }

  /** The host as it stands in the URL. */
  String host() {
    String authority = authority();
    int colon = authority.lastIndexOf(':');
    return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
  }

  int port() {
    String authority = authority();
    int colon = authority.lastIndexOf(':');
    if (colon > authority.lastIndexOf(']')) {
      return Integer.parseInt(authority.substring(colon + 1));
    }
    return isSecure() ? 443 : 80;
  }

  /** Host and, unless it is the scheme's own, port. */
  String authority() {
    return origin.substring(origin.indexOf("://") + 3);
  }

  String url() {
    return origin + path + query;
  }

  /** Without the query, which may hold data. */
  String shown() {
    return origin + path;
  }
}
