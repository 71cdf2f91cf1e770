package dev.escarole.engine.catalog;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Where this machine fetches from: the registries, credentials, proxies and certificates that npm,
 * Maven, apt and other programs of the user are configured with. Files are read when asked.
 * Immutable.
 */
public final class MachineSettings {

  private static final String NPM = "https://registry.npmjs.org/";
  private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z0-9_.]+)}");

  /** Maximum number of archives of Debian that are asked for a file. */
  private static final int MOST_ARCHIVES = 8;

  private final Map<String, String> environment;
  private final Properties properties;
  private final AptSources apt;

  /**
   * Creates the settings of a process.
   *
   * @param environment its environment variables
   * @param properties its system properties
   */
  public MachineSettings(Map<String, String> environment, Properties properties) {
    this(environment, properties, Path.of("/etc/apt"));
  }

  /**
   * As above, with the configuration of apt.
   *
   * @param apt its directory
   */
  MachineSettings(Map<String, String> environment, Properties properties, Path apt) {
    this.environment = Map.copyOf(environment);
    this.properties = properties;
    this.apt = new AptSources(apt);
  }

  /** Those of this process. */
  public static MachineSettings ofThisProcess() {
    return new MachineSettings(System.getenv(), System.getProperties());
  }

  /**
   * An address to fetch from.
   *
   * @param authorization value of that header; null without credentials
   */
  record Source(URI address, @Nullable String authorization) {}

  /**
   * Returns where the archive of an npm package is.
   *
   * @throws IllegalArgumentException if the registry's address is not valid
   */
  Source npm(Coordinate.Npm of) {
    Map<String, String> lines = npmLines();
    String registry = lines.get(of.scope() + ":registry");
    for (String name : List.of("npm_config_registry", "NPM_CONFIG_REGISTRY")) {
      registry = registry == null ? blankAsNull(environment.get(name)) : registry;
    }
    registry = registry == null ? lines.getOrDefault("registry", NPM) : registry;
    URI address = address(slashed(registry), "the npm registry").resolve(of.path());
    return new Source(address, npmCredentials(lines, address));
  }

  /** The line of the longest address that begins like the archive's. */
  private static @Nullable String npmCredentials(Map<String, String> lines, URI address) {
    String place = "//" + address.getAuthority() + address.getPath();
    String best = "";
    String found = null;
    for (Map.Entry<String, String> line : lines.entrySet()) {
      int end = line.getKey().lastIndexOf(':');
      String key = line.getKey().substring(end + 1);
      boolean token = key.equals("_authToken");
      if (end > best.length()
          && (token || key.equals("_auth"))
          && place.startsWith(slashed(line.getKey().substring(0, end)))) {
        best = line.getKey().substring(0, end);
        found = (token ? "Bearer " : "Basic ") + line.getValue();
      }
    }
    return found;
  }

  private Map<String, String> npmLines() {
    String named = blankAsNull(environment.get("NPM_CONFIG_USERCONFIG"));
    Path file = named == null ? home().resolve(".npmrc") : Path.of(named);
    Map<String, String> lines = new TreeMap<>();
    for (String line : read(file).lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith("#") && !line.startsWith(";")) {
        lines.put(
            line.substring(0, equals).strip(),
            expanded(unquoted(line.substring(equals + 1).strip())));
      }
    }
    return lines;
  }

  /**
   * Returns where a jar of Maven Central is, or its mirror.
   *
   * @throws IllegalArgumentException if the mirror's address is not valid
   */
  Source maven(Coordinate.Maven of) {
    Element settings = mavenSettings();
    for (Element mirror : elements(settings, "mirror")) {
      if (mirrorsCentral(text(mirror, "mirrorOf"))) {
        URI address = address(slashed(expanded(text(mirror, "url"))), "the Maven mirror");
        return new Source(
            address.resolve(of.path()), mavenCredentials(settings, text(mirror, "id")));
      }
    }
    return new Source(
        URI.create(CENTRAL).resolve(of.path()), mavenCredentials(settings, "central"));
  }

  /**
   * Returns where a file of Debian's pool may be, to be asked in this order: at the mirror of
   * {@code ESCAROLE_DEBIAN_MIRROR}, or else in the archives that apt is configured with.
   *
   * @throws IllegalArgumentException if neither is configured, or the mirror's address is not valid
   */
  List<Source> debian(Coordinate.Debian of) {
    String set = blankAsNull(properties.getProperty("escarole.debian-mirror"));
    String mirror = set == null ? blankAsNull(environment.get("ESCAROLE_DEBIAN_MIRROR")) : set;
    List<URI> archives =
        mirror == null
            ? apt.archives(of.component())
            : List.of(address(slashed(mirror), "the Debian mirror"));
    if (archives.isEmpty()) {
      throw new IllegalArgumentException(
          "apt of this machine is not configured with an archive that has '%s'"
              .formatted(of.component()));
    }
    return archives.stream()
        .limit(MOST_ARCHIVES)
        .map(each -> new Source(each.resolve("pool/" + of.path()), null))
        .toList();
  }

  private static boolean mirrorsCentral(String mirrorOf) {
    List<String> parts = Arrays.stream(mirrorOf.split(",")).map(String::strip).toList();
    return !parts.contains("!central")
        && (parts.contains("central") || parts.contains("*") || parts.contains("external:*"));
  }

  private @Nullable String mavenCredentials(@Nullable Element settings, String id) {
    for (Element server : elements(settings, "server")) {
      String user = expanded(text(server, "username"));
      if (text(server, "id").equals(id) && !user.isEmpty()) {
        String both = user + ":" + expanded(text(server, "password"));
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
      }
    }
    return null;
  }

  private @Nullable Element mavenSettings() {
    String text = read(home().resolve(".m2").resolve("settings.xml"));
    if (text.isEmpty()) {
      return null;
    }
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setExpandEntityReferences(false);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
      return document.getDocumentElement();
    } catch (ParserConfigurationException | SAXException | IOException e) {
      // As Maven would say; without it, Central is asked.
      return null;
    }
  }

  private static List<Element> elements(@Nullable Element root, String name) {
    List<Element> found = new ArrayList<>();
    if (root != null) {
      NodeList nodes = root.getElementsByTagName(name);
      for (int i = 0; i < nodes.getLength(); i++) {
        found.add((Element) nodes.item(i));
      }
    }
    return found;
  }

  private static String text(Element parent, String name) {
    Node child = parent.getElementsByTagName(name).item(0);
    return child == null ? "" : child.getTextContent().strip();
  }

  /** Returns a file of further certificates to trust, for each variable that names one. */
  List<Path> certificates() {
    List<Path> files = new ArrayList<>();
    for (String name : List.of("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")) {
      String file = blankAsNull(environment.get(name));
      if (file != null && !files.contains(Path.of(file))) {
        files.add(Path.of(file));
      }
    }
    return files;
  }

  /**
   * Returns the proxies of the system properties, else those of the environment.
   *
   * @throws IllegalArgumentException if the address in the environment is not valid
   */
  ProxySelector proxies() {
    boolean set = blankAsNull(properties.getProperty("https.proxyHost")) != null;
    Optional<URI> proxy = variable("https_proxy").map(MachineSettings::proxyAddress);
    if (set || proxy.isEmpty()) {
      return ProxySelector.getDefault();
    }
    List<String> except =
        Arrays.stream(variable("no_proxy").orElse("").split(","))
            .map(each -> each.strip().toLowerCase(Locale.ROOT))
            .filter(each -> !each.isEmpty())
            .toList();
    return new EnvironmentProxies(proxy.get(), except);
  }

  private static URI proxyAddress(String text) {
    return address(text.contains("://") ? text : "http://" + text, "the proxy");
  }

  /** The message does not hold the text, which may hold credentials. */
  private static URI address(String text, String what) {
    try {
      URI address = URI.create(text);
      if (address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new IllegalArgumentException(what + " of this machine is not a valid address");
  }

  private Optional<String> variable(String name) {
    String value = environment.get(name);
    return Optional.ofNullable(
        blankAsNull(value == null ? environment.get(name.toUpperCase(Locale.ROOT)) : value));
  }

  private static final class EnvironmentProxies extends ProxySelector {
    private static final int USUAL_PORT = 80;
    private final InetSocketAddress proxy;
    private final List<String> except;

    EnvironmentProxies(URI proxy, List<String> except) {
      int port = proxy.getPort() < 0 ? USUAL_PORT : proxy.getPort();
      this.proxy = InetSocketAddress.createUnresolved(String.valueOf(proxy.getHost()), port);
      this.except = except;
    }

    @Override
    public List<Proxy> select(URI uri) {
      String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
      boolean direct =
          except.stream()
              .map(each -> each.startsWith("*.") ? each.substring(1) : each)
              .anyMatch(
                  each ->
                      each.equals("*")
                          || host.equals(each.startsWith(".") ? each.substring(1) : each)
                          || host.endsWith(each.startsWith(".") ? each : "." + each));
      return List.of(direct ? Proxy.NO_PROXY : new Proxy(Proxy.Type.HTTP, proxy));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException e) {
      // The request fails and says so.
    }
  }

  private Path home() {
    String home = blankAsNull(environment.get("HOME"));
    return Path.of(home == null ? properties.getProperty("user.home", ".") : home);
  }

  /** Returns a text file; empty if it is missing, unreadable or huge. */
  static String read(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
          : "";
    } catch (IOException e) {
      return "";
    }
  }

  private String expanded(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            match -> {
              String name = match.group(1);
              String value = environment.get(name.startsWith("env.") ? name.substring(4) : name);
              return Matcher.quoteReplacement(value == null ? match.group() : value);
            });
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  static String slashed(String address) {
    return address.endsWith("/") ? address : address + "/";
  }

  private static @Nullable String blankAsNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }
}
