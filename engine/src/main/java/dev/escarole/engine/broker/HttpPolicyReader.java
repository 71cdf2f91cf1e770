package dev.escarole.engine.broker;

import dev.escarole.engine.broker.HttpPolicy.HttpQuota;
import dev.escarole.engine.broker.HttpPolicy.HttpSecret;
import dev.escarole.engine.broker.HttpPolicy.SecretSource;
import dev.escarole.engine.broker.PolicyReader.Quantities;
import dev.escarole.engine.command.HttpGrant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the keys of a policy file for HTTP requests and secrets. Used for one parse. */
final class HttpPolicyReader {

  /** The keys of a principal. */
  static final List<String> KEYS =
      List.of(
          "http", "http_private", "http_secrets", "http_per_second", "http_at_once", "http_proxy");

  private static final List<String> GRANT_KEYS = List.of("origin", "paths", "methods");
  private static final List<String> SOURCES = List.of("file", "env", "directory");
  private static final List<String> SECRET_KEYS = List.of("file", "env", "directory", "origins");
  private static final int MOST = 1_000;
  private static final int MOST_REQUESTS = 1_000_000;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,255}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern PLACE =
      Pattern.compile("(?:[a-z0-9._-]+|\\[[0-9a-f:.]+\\]):([0-9]{1,5})");

  private final PolicyText source;
  private final Map<String, HttpSecret> secrets;

  /**
   * @param secrets the file's own, or null
   */
  HttpPolicyReader(PolicyText source, @Nullable Node secrets) {
    this.source = source;
    this.secrets = secrets == null ? Map.of() : secrets(secrets);
  }

  /** The policy of a principal with these members. */
  HttpPolicy policy(Map<String, Node> members) {
    Node proxy = members.get("http_proxy");
    return new HttpPolicy(
        grants(members.get("http")),
        Set.copyOf(
            source.items(members.get("http_private"), "'http_private'", HttpPolicyReader::place)),
        chosen(members.get("http_secrets")),
        new HttpQuota(
            number(members, "http_per_second", HttpQuota.DEFAULT.perSecond()),
            number(members, "http_at_once", HttpQuota.DEFAULT.atOnce())),
        proxy != null && source.isTrue(proxy, "'http_proxy'"));
  }

  private int number(Map<String, Node> members, String key, int preset) {
    Node node = members.get(key);
    return node == null
        ? preset
        : source.value(node, "'" + key + "'", text -> positive(key, text)).orElse(preset);
  }

  private static int positive(String key, String text) {
    int number = Quantities.integer(text);
    if (number < 1 || number > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "'" + key + "' must be 1 to " + MOST_REQUESTS + ", was " + text);
    }
    return number;
  }

  private static String place(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (PLACE.matcher(lower).matches()) {
      // The same form as in a URL, with the port that is left out there.
      String port = lower.substring(lower.lastIndexOf(':') + 1).replaceFirst("^0+(?=.)", "");
      String host = lower.substring(0, lower.lastIndexOf(':'));
      String unused = HttpGrant.origin("http://" + host + ":" + port);
      return host + ":" + port;
    }
    throw new IllegalArgumentException(
        "'" + text + "' must be a host and a port, such as localhost:8080 or 10.1.2.3:443");
  }

  private Map<String, HttpSecret> chosen(@Nullable Node node) {
    Map<String, HttpSecret> chosen = new HashMap<>();
    source.items(node, "'http_secrets'", this::known).forEach(s -> chosen.put(s.name(), s));
    return chosen;
  }

  private HttpSecret known(String name) {
    HttpSecret secret = secrets.get(name);
    if (secret == null) {
      throw new IllegalArgumentException(
          "there is no secret '%s' in 'secrets' at the top of the file. %s"
              .formatted(name, PolicyText.meant(name, secrets.keySet())));
    }
    return secret;
  }

  private List<HttpGrant> grants(@Nullable Node node) {
    List<HttpGrant> grants = new ArrayList<>();
    if (node instanceof SequenceNode sequence && sequence.getValue().size() <= MOST) {
      sequence.getValue().forEach(each -> grant(each).ifPresent(grants::add));
    } else if (node != null) {
      source.problem(
          node,
          "'http' must be a list of at most " + MOST + " entries",
          "Write for example [\"https://api.example.com/v1\"].");
    }
    return grants;
  }

  private Optional<HttpGrant> grant(Node node) {
    if (node instanceof ScalarNode) {
      return source.value(node, "'http'", HttpGrant::parse);
    }
    Map<String, Node> members = source.members(node, "an entry of 'http'", GRANT_KEYS);
    Node origin = members.get("origin");
    if (!(node instanceof MappingNode)) {
      return Optional.empty();
    }
    if (origin == null) {
      source.problem(node, "an entry of 'http' has no 'origin'", "Add origin: https://host.");
      return Optional.empty();
    }
    List<String> paths = source.items(members.get("paths"), "'paths'", text -> text);
    List<String> methods = source.items(members.get("methods"), "'methods'", text -> text);
    return source.value(
        origin, "'origin'", text -> new HttpGrant(text, paths, Set.copyOf(methods)));
  }

  private Map<String, HttpSecret> secrets(Node node) {
    Map<String, HttpSecret> all = new HashMap<>();
    Map<String, Node> members = source.members(node, "'secrets'", List.of());
    if (members.size() > MOST) {
      source.problem(node, "there are more than " + MOST + " secrets", null);
      return all;
    }
    members.forEach((name, value) -> secret(name, value).ifPresent(each -> all.put(name, each)));
    return all;
  }

  private Optional<HttpSecret> secret(String name, Node node) {
    String what = "the secret '" + name + "'";
    Map<String, Node> members = source.members(node, what, SECRET_KEYS);
    List<String> given = SOURCES.stream().filter(members::containsKey).toList();
    if (!NAME.matcher(name).matches()) {
      source.problem(node, "a secret's name has letters, digits, '.', '_' and '-'", null);
      return Optional.empty();
    }
    Node tied = members.get("origins");
    Set<String> origins = Set.copyOf(source.items(tied, "'origins'", HttpGrant::origin));
    boolean empty = tied instanceof SequenceNode list && list.getValue().isEmpty();
    if (node instanceof MappingNode && (given.size() != 1 || tied == null || empty)) {
      source.problem(
          node,
          what + " needs 'origins' and one of 'file', 'env' and 'directory'",
          "Write for example {file: /etc/escarole/%s, origins: [https://host]}.".formatted(name));
    }
    if (given.size() != 1 || origins.isEmpty()) {
      return Optional.empty();
    }
    String kind = given.get(0);
    Node place = members.get(kind);
    return place == null
        ? Optional.empty()
        : source
            .value(place, "'" + kind + "'", text -> source(kind, text, name))
            .map(found -> new HttpSecret(name, found, origins));
  }

  private static SecretSource source(String kind, String text, String name) {
    if (kind.equals("env")) {
      if (!VARIABLE.matcher(text).matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' must be the name of an environment variable, such as API_KEY");
      }
      return new SecretSource(text, null, false);
    }
    Path path = Path.of(text);
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(
          "'" + text + "' must be an absolute path, as it would depend on where the engine starts");
    }
    return kind.equals("file")
        ? new SecretSource(null, path.normalize(), false)
        : new SecretSource(null, path.normalize().resolve(name), true);
  }
}
