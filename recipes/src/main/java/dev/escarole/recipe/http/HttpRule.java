package dev.escarole.recipe.http;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTTP requests that the commands of a recipe make: an entry of its {@code http}. The operator's
 * policy has to permit them too. Immutable.
 *
 * @param origin scheme, host and port, such as {@code https://api.example.com}
 * @param paths the paths, each with everything below it
 * @param methods in upper case
 */
public record HttpRule(String origin, List<String> paths, List<String> methods) {

  /** Maximum number of entries in a recipe, and of paths or methods in an entry. */
  public static final int MOST = 32;

  private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

  /**
   * An origin: lower case, without user, path, wildcards and trailing dot. A host whose last part
   * is a number is an IPv4 address of four decimal numbers.
   */
  public static final String ORIGIN =
      "https?://(?:"
          + BYTE
          + "(?:\\."
          + BYTE
          + "){3}|(?!(?:[a-z0-9_.-]*\\.)?(?:[0-9]+|0x[0-9a-f]*)(?::|$))"
          + "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*"
          + "|\\[[0-9a-f:.]*:[0-9a-f:.]*\\])(?::[1-9][0-9]{0,4})?";

  /** A path: no empty or dot segments, no escapes, no query. */
  public static final String PATH = "/|(?:/(?![.]{1,2}(?:[/;]|$))[!$&'()*+,.0-9:;=@A-Z_a-z~-]+)+/?";

  /** A method that can be granted. */
  public static final String METHOD = "(?!CONNECT$|TRACE$)[A-Z]{1,20}";

  /** Longest origin or path. */
  public static final int LONGEST = 1_000;

  private static final int LAST_PORT = 65_535;
  private static final Pattern ORIGINS = Pattern.compile(ORIGIN);
  private static final Pattern PATHS = Pattern.compile(PATH);
  private static final Pattern METHODS = Pattern.compile(METHOD);
  private static final List<String> FIELDS = List.of("origin", "paths", "methods");
  private static final String EXAMPLE =
      "Write for example [{\"origin\": \"https://api.example.com\", \"paths\": [\"/v1\"]}].";

  public HttpRule {
    paths = List.copyOf(paths);
    methods = List.copyOf(methods);
  }

  /** The text in which plans show it: methods, origin and paths. */
  public String text() {
    return String.join(",", methods) + " " + origin + " " + String.join(" ", paths);
  }

  /** Returns whether other rules permit together what this one asks for. */
  public boolean isCoveredBy(List<HttpRule> others) {
    return methods.stream()
        .allMatch(
            method ->
                paths.stream()
                    .allMatch(
                        path -> others.stream().anyMatch(each -> each.has(method, path, this))));
  }

  private boolean has(String method, String path, HttpRule of) {
    return origin.equals(of.origin())
        && methods.contains(method)
        && paths.stream().anyMatch(own -> above(own, path));
  }

  private static boolean above(String own, String path) {
    return own.endsWith("/")
        ? path.startsWith(own)
        : path.equals(own) || path.startsWith(own + "/");
  }

  /** Hears the mistakes in entries. */
  public interface Mistakes {
    /**
     * Hears one.
     *
     * @param pointer of the mistake, relative to the value
     */
    void add(String code, String message, String hint, String pointer);
  }

  /**
   * Reads an array of entries.
   *
   * @param value plain JSON
   * @param mistakes hears what is wrong; what is, is left out
   */
  public static List<HttpRule> read(@Nullable Object value, Mistakes mistakes) {
    if (!(value instanceof List<?> list) || list.size() > MOST) {
      mistakes.add(
          Codes.BAD_HTTP, "'http' must be an array of at most " + MOST + " objects", EXAMPLE, "");
      return List.of();
    }
    List<HttpRule> rules = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      HttpRule rule = rule(list.get(i), "/" + i, mistakes);
      if (rule != null) {
        rules.add(rule);
      }
    }
    return List.copyOf(rules);
  }

  private static @Nullable HttpRule rule(
      @Nullable Object value, String pointer, Mistakes mistakes) {
    if (!(value instanceof Map<?, ?> fields)) {
      mistakes.add(
          Codes.BAD_HTTP, "an entry of 'http' must be an object with \"origin\"", EXAMPLE, pointer);
      return null;
    }
    for (Object key : fields.keySet()) {
      String name = String.valueOf(key);
      if (!FIELDS.contains(name)) {
        String nearest = NearestName.of(name, FIELDS);
        mistakes.add(
            Codes.UNKNOWN_FIELD,
            "'" + name + "' is not a field of 'http'",
            nearest == null
                ? "It has origin, paths and methods."
                : "Did you mean '" + nearest + "'?",
            pointer + "/" + name);
      }
    }
    String origin = origin(fields.get("origin"), pointer, mistakes);
    List<String> paths =
        texts(
            fields,
            "paths",
            PATHS,
            "a path such as /v1, without '..', '//', '%' and '?'",
            pointer,
            mistakes);
    List<String> methods =
        texts(
            fields, "methods", METHODS, "a method in upper case, such as POST", pointer, mistakes);
    return origin == null
        ? null
        : new HttpRule(
            origin,
            paths.isEmpty() ? List.of("/") : paths,
            methods.isEmpty() ? List.of("GET", "HEAD") : methods);
  }

  private static @Nullable String origin(
      @Nullable Object value, String pointer, Mistakes mistakes) {
    String text = value instanceof String given ? given : "";
    int colon = text.lastIndexOf(':');
    boolean port = colon > text.indexOf("//") && colon > text.lastIndexOf(']');
    if (text.length() <= LONGEST
        && ORIGINS.matcher(text).matches()
        && (!port || Integer.parseInt(text.substring(colon + 1)) <= LAST_PORT)) {
      return text;
    }
    mistakes.add(
        Codes.BAD_HTTP,
        "\"origin\" must be scheme, host and port in lower case, such as https://api.example.com",
        "Leave out user, path, wildcards and placeholders; write other letters as xn--...",
        pointer + (value == null ? "" : "/origin"));
    return null;
  }

  private static List<String> texts(
      Map<?, ?> fields,
      String name,
      Pattern form,
      String meaning,
      String pointer,
      Mistakes mistakes) {
    Object value = fields.get(name);
    if (value == null) {
      return List.of();
    }
    List<?> listed = value instanceof List<?> list ? list : List.of();
    List<String> texts = new ArrayList<>();
    for (Object each : listed) {
      if (each instanceof String text && text.length() <= LONGEST && form.matcher(text).matches()) {
        texts.add(text);
      }
    }
    if (listed.isEmpty() || listed.size() > MOST || texts.size() < listed.size()) {
      mistakes.add(
          Codes.BAD_HTTP,
          "\"" + name + "\" must be an array of 1 to " + MOST + " texts, each " + meaning,
          EXAMPLE,
          pointer + "/" + name);
    }
    return texts;
  }
}
