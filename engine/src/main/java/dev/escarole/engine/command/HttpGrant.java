package dev.escarole.engine.command;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTTP requests that one side permits: the operator's policy, or the recipe. Immutable.
 *
 * @param origin scheme, host and port, such as {@code https://api.example.com}; the scheme's own
 *     port is left out
 * @param paths the paths that are permitted, each with all below it; {@code /} for all
 * @param methods the permitted methods in upper case
 */
public record HttpGrant(String origin, List<String> paths, Set<String> methods) {

  /** The methods that are permitted if none are named. */
  public static final Set<String> DEFAULT_METHODS = Set.of("GET", "HEAD");

  /** Maximum number of paths in a grant. */
  public static final int MOST_PATHS = 64;

  private static final int LONGEST = 2_000;
  private static final int LAST_PORT = 65_535;

  private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?";
  private static final Pattern ORIGIN =
      Pattern.compile(
          "(https?)://("
              + LABEL
              + "(?:\\."
              + LABEL
              + ")*|\\[[0-9a-f:.]*:[0-9a-f:.]*\\])(?::([0-9]{1,5}))?");

  /** A host whose last label programs read as a number: 127.1, 0x7f.1, 2130706433. */
  private static final Pattern NUMERIC = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

  private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");
  private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7e&&[^?#\\\\%]]*");
  private static final Pattern DOTS = Pattern.compile("(?:.*/)?\\.{1,2}(?:;.*)?(?:/.*)?");
  private static final Pattern ASCII = Pattern.compile("[\\x00-\\x7f]*");
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");

  /**
   * Normalises the origin.
   *
   * @throws IllegalArgumentException if a part is malformed; the message says what is wrong
   */
  public HttpGrant {
    origin = origin(origin);
    if (paths.isEmpty()) {
      paths = List.of("/");
    }
    paths = List.copyOf(paths);
    methods = methods.isEmpty() ? DEFAULT_METHODS : Set.copyOf(methods);
    paths.forEach(HttpGrant::checkPath);
    methods.forEach(HttpGrant::checkMethod);
    if (paths.size() > MOST_PATHS) {
      throw new IllegalArgumentException(
          "HTTP grant for %s: there are more than %d paths".formatted(origin, MOST_PATHS));
    }
  }

  /**
   * Reads {@code ORIGIN} or {@code ORIGIN/PATH}, with methods before it where others than GET and
   * HEAD are meant: {@code GET,POST https://api.example.com/v1}.
   *
   * @throws IllegalArgumentException if the text has another form; the message says what is wrong
   */
  public static HttpGrant parse(String text) {
    int blank = text.indexOf(' ');
    String methods = blank < 0 ? "" : text.substring(0, blank);
    String url = text.substring(blank + 1).strip();
    int authority = url.indexOf("://");
    int slash = authority < 0 ? -1 : url.indexOf('/', authority + 3);
    return new HttpGrant(
        slash < 0 ? url : url.substring(0, slash),
        slash < 0 ? List.of() : List.of(url.substring(slash)),
        methods.isEmpty() ? Set.of() : Set.of(methods.split(",", -1)));
  }

  /**
   * Returns the canonical form of an origin.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static String origin(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Matcher form = ORIGIN.matcher(lower);
    // The Kelvin sign and its like have ASCII letters as their lower case.
    if (text.length() > LONGEST || !ASCII.matcher(text).matches() || !form.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not an origin: write scheme, host and port, such as https://api.example.com or"
                  .formatted(text.length() > LONGEST ? text.substring(0, LONGEST) : text)
              + " http://localhost:8080, without user, path and wildcards, and a host in other"
              + " letters as xn--...");
    }
    String host = form.group(2);
    if (NUMERIC.matcher(host).matches() && !IPV4.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an origin: write an IPv4 address as four decimal numbers");
    }
    String port = form.group(3);
    if (port == null) {
      return lower;
    }
    int number = Integer.parseInt(port);
    if (number < 1 || number > LAST_PORT) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an origin: ports are 1 to " + LAST_PORT);
    }
    String place = form.group(1) + "://" + form.group(2);
    return number == (form.group(1).equals("https") ? 443 : 80) ? place : place + ":" + number;
  }

  private static void checkPath(String path) {
    if (path.length() > LONGEST
        || !PATH.matcher(path).matches()
        || path.contains("//")
        || DOTS.matcher(path).matches()) {
      throw new IllegalArgumentException(
          "'"
              + path
              + "' is not a path: it begins with one slash, has no '//', '.', '..', '%', '?' or"
              + " '#', and stands for everything below it");
    }
  }

  private static void checkMethod(String method) {
    if (!METHOD.matcher(method).matches()) {
      throw new IllegalArgumentException(
          "'" + method + "' is not a method: write it in upper case, such as POST");
    }
    if (method.equals("CONNECT") || method.equals("TRACE")) {
      throw new IllegalArgumentException("the method " + method + " cannot be granted");
    }
  }

  /** Returns whether a request is permitted: its path equals a granted one or lies below it. */
  public boolean permits(String wantedMethod, String wantedOrigin, String path) {
    return origin.equals(wantedOrigin) && methods.contains(wantedMethod) && permitsPath(path);
  }

  private boolean permitsPath(String path) {
    return paths.stream()
        .anyMatch(
            each ->
                each.endsWith("/")
                    ? path.startsWith(each)
                    : path.equals(each) || path.startsWith(each + "/"));
  }

  /** Returns the text that {@link #parse} reads, if there is one path. */
  @Override
  public String toString() {
    String which =
        methods.equals(DEFAULT_METHODS) ? "" : String.join(",", new TreeSet<>(methods)) + " ";
    String where = paths.equals(List.of("/")) ? "" : String.join(" and ", paths);
    return which + origin + where;
  }
}
