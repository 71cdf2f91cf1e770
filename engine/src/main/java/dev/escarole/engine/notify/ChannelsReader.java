package dev.escarole.engine.notify;

import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.engine.http.dial.AddressRange;
import dev.escarole.engine.http.dial.Reach;
import dev.escarole.engine.http.dial.TrustedCertificates;
import dev.escarole.engine.notify.Channel.Encryption;
import dev.escarole.engine.notify.Channel.Head;
import dev.escarole.engine.notify.Channel.Style;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.template.NearestName;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Reads the operator's file of channels. Used once. */
final class ChannelsReader {

  private static final int MOST_CHANNELS = 64;
  private static final int PEOPLE_PER_HOUR = 60;
  private static final int MOST_PER_HOUR = 100_000;
  private static final int MOST_SECRET_BYTES = 4096;
  private static final String CODE = "bad-channels";

  private static final List<String> TOP = List.of("channels", "notify", "base");
  private static final List<String> KINDS = List.of("webhook", "slack", "teams", "smtp", "file");
  private static final List<String> WEB =
      List.of("key", "allow_private", "allow_http", "ca", "recipes", "per_hour");
  private static final List<String> MAIL =
      List.of(
          "user",
          "password",
          "from",
          "to",
          "encryption",
          "allow_private",
          "ca",
          "recipes",
          "per_hour");
  private static final List<String> FILE = List.of("recipes");

  private static final Pattern ADDRESS =
      Pattern.compile("[^\\s<>,;:\"()\\[\\]\\\\@]+@[^\\s<>,;@]+");

  private final Path file;
  private final UnaryOperator<@Nullable String> environment;
  private final List<Problem> problems = new ArrayList<>();
  private final Document document;

  private ChannelsReader(Path file, UnaryOperator<@Nullable String> environment) {
    this.file = file;
    this.environment = environment;
    this.document = Document.read(file, RecipeLimits.DEFAULTS);
    problems.addAll(document.mistakes());
  }

  /**
   * Reads a file.
   *
   * @param environment looks up environment variables
   * @throws ChannelsException with every mistake, and no secret
   */
  static Channels read(Path file, UnaryOperator<@Nullable String> environment) {
    try {
      PrivateFiles.check(file);
      ChannelsReader reader = new ChannelsReader(file, environment);
      Channels channels = reader.channels();
      if (!reader.problems.isEmpty()) {
        throw new RecipeException(reader.problems);
      }
      return channels;
    } catch (UnsafeFileException e) {
      throw new ChannelsException(String.valueOf(e.getMessage()));
    } catch (RecipeException e) {
      throw new ChannelsException(
          String.join("\n", e.problems().stream().map(ChannelsReader::line).toList()));
    }
  }

  /** Without an excerpt of the file. */
  private static String line(Problem problem) {
    String hint = problem.hint();
    return "line %d: %s%s"
        .formatted(problem.line(), problem.message(), hint == null ? "" : ". " + hint);
  }

  private void mistake(String message, String hint, String pointer) {
    problems.add(document.error(CODE, message, hint, pointer));
  }

  private Channels channels() {
    Object whole = document.plain();
    if (!(whole instanceof Map<?, ?> top)) {
      mistake("the file must hold keys and values", "Begin with: channels:", "");
      return Channels.NONE;
    }
    checkKeys(top, TOP, "");
    Map<String, Channel> channels = new LinkedHashMap<>();
    if (top.get("channels") instanceof Map<?, ?> all && all.size() <= MOST_CHANNELS) {
      all.forEach((name, value) -> channel(String.valueOf(name), value, channels));
    } else {
      mistake("'channels' must hold 1 to 64 channels by name", "Add a channel.", "/channels");
    }
    List<NotifyRule> always =
        NotifyRule.read(
            top.get("notify"),
            (code, message, hint, at) ->
                mistake(message, hint == null ? "" : hint, "/notify" + at));
    always.forEach(rule -> rule.to().forEach(name -> checkKnown(name, channels)));
    return new Channels(channels, always, base(top.get("base")));
  }

  private void checkKnown(String name, Map<String, Channel> channels) {
    if (!channels.containsKey(name)) {
      String nearest = NearestName.of(name, channels.keySet());
      mistake(
          "there is no channel '" + name + "'",
          nearest == null ? "Add it to 'channels'." : "Did you mean '" + nearest + "'?",
          "/notify");
    }
  }

  private @Nullable String base(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof String text && text.matches("https?://[^\\s<>\"]+")) {
      return text.replaceAll("/+$", "");
    }
    mistake("'base' must be the address of this server", "Write: base: https://host", "/base");
    return null;
  }

  private void checkKeys(Map<?, ?> map, List<String> known, String pointer) {
    for (Object key : map.keySet()) {
      String name = String.valueOf(key);
      if (!known.contains(name)) {
        String nearest = NearestName.of(name, known);
        mistake(
            "unknown key '" + name + "'",
            nearest == null
                ? "The keys are " + String.join(", ", known) + "."
                : "Did you mean '" + nearest + "'?",
            pointer + "/" + name);
      }
    }
  }

  private void channel(String name, @Nullable Object value, Map<String, Channel> channels) {
    String pointer = "/channels/" + name;
    if (!NotifyRule.isName(name)) {
      mistake(
          "'" + name + "' cannot be the name of a channel",
          "Names begin with a lower-case letter; letters, digits and - may follow.",
          pointer);
      return;
    }
    if (!(value instanceof Map<?, ?> fields)) {
      mistake("a channel must hold keys and values", "Write: webhook: https://…", pointer);
      return;
    }
    List<String> kinds = KINDS.stream().filter(fields::containsKey).toList();
    if (kinds.size() != 1) {
      mistake("a channel has one kind", "Give one of " + String.join(", ", KINDS) + ".", pointer);
      return;
    }
    int before = problems.size();
    Channel channel = new Entry(name, kinds.get(0), fields, pointer).channel();
    if (problems.size() == before && channel != null) {
      channels.put(name, channel);
    }
  }

  /** One channel of the file. */
  private final class Entry {
    private final String name;
    private final String kind;
    private final Map<?, ?> fields;
    private final String pointer;

    Entry(String name, String kind, Map<?, ?> fields, String pointer) {
      this.name = name;
      this.kind = kind;
      this.fields = fields;
      this.pointer = pointer;
    }

    @Nullable Channel channel() {
      List<String> known = new ArrayList<>(List.of(kind));
      known.addAll(kind.equals("smtp") ? MAIL : kind.equals("file") ? FILE : WEB);
      checkKeys(fields, known, pointer);
      Head head = new Head(name, flag("recipes", true), perHour());
      return switch (kind) {
        case "smtp" -> mail(head);
        case "file" -> lines(head);
        default -> web(head);
      };
    }

    /** A program takes what comes; people do not. */
    private int perHour() {
      Object value = fields.get("per_hour");
      if (value == null) {
        return kind.equals("webhook") || kind.equals("file") ? 0 : PEOPLE_PER_HOUR;
      }
      if (value instanceof Number number
          && number.doubleValue() == number.intValue()
          && number.intValue() >= 2
          && number.intValue() <= MOST_PER_HOUR) {
        return number.intValue();
      }
      wrong(
          "per_hour",
          "'per_hour' must be a whole number from 2 to " + MOST_PER_HOUR,
          "Write for example: per_hour: 60");
      return PEOPLE_PER_HOUR;
    }

    private void wrong(String field, String message, String hint) {
      mistake(message, hint, pointer + "/" + field);
    }

    private @Nullable Channel web(Head head) {
      Secret url = secret(kind);
      Secret key = fields.containsKey("key") ? secret("key") : null;
      Reach reach = reach();
      if (url == null) {
        return null;
      }
      String trouble = trouble(url.reveal(), flag("allow_http", false));
      if (trouble != null) {
        wrong(kind, trouble, "Write for example: " + kind + ": https://host/path");
        return null;
      }
      Style style = Style.valueOf(kind.toUpperCase(Locale.ROOT));
      return new Channel.Web(head, style, url, key, reach);
    }

    /** What is wrong with an address, without the address; null if nothing is. */
    private @Nullable String trouble(String text, boolean allowHttp) {
      URI uri;
      try {
        uri = new URI(text);
      } catch (URISyntaxException e) {
        return "this is not an address";
      }
      if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
        return "an address has a host, no user and no fragment";
      }
      if ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && allowHttp)) {
        return null;
      }
      return "an address begins with https://, or with http:// where 'allow_http: true' stands";
    }

    private @Nullable Channel lines(Head head) {
      if (fields.get("file") instanceof String text && !text.isBlank()) {
        Path above = file.toAbsolutePath().normalize().getParent();
        Path path = above == null ? Path.of(text) : above.resolve(text);
        return new Channel.Lines(head, path.normalize());
      }
      wrong("file", "'file' must be a path", "Write for example: file: notifications.jsonl");
      return null;
    }

    private @Nullable Channel mail(Head head) {
      String server = String.valueOf(fields.get("smtp"));
      int colon = server.lastIndexOf(':');
      String port = colon < 0 ? "587" : server.substring(colon + 1);
      if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65535) {
        wrong("smtp", "'smtp' must be a host and a port", "Write: smtp: mail.example.org:587");
        return null;
      }
      String host = (colon < 0 ? server : server.substring(0, colon)).replaceAll("^\\[|]$", "");
      Encryption encryption = encryption(Integer.parseInt(port));
      Object user = fields.get("user");
      Secret password = fields.containsKey("password") ? secret("password") : null;
      if ((user == null) != (password == null)) {
        wrong("user", "'user' and 'password' belong together", "Give both, or none.");
      }
      if (user != null && encryption == Encryption.NONE) {
        wrong("encryption", "a password is not sent without encryption", "Write: starttls");
      }
      List<String> to = addresses("to");
      List<String> from = addresses("from");
      if (from.size() != 1 || to.isEmpty()) {
        return null;
      }
      return new Channel.Mail(
          head,
          host,
          Integer.parseInt(port),
          encryption,
          user == null ? null : String.valueOf(user),
          password,
          from.get(0),
          to,
          reach());
    }

    private Encryption encryption(int port) {
      Object value = fields.get("encryption");
      if (value == null) {
        return port == 465 ? Encryption.TLS : Encryption.STARTTLS;
      }
      Optional<Encryption> named =
          Arrays.stream(Encryption.values())
              .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(value))
              .findFirst();
      if (named.isEmpty()) {
        wrong("encryption", "'encryption' must be tls, starttls or none", "Write: starttls");
      }
      return named.orElse(Encryption.STARTTLS);
    }

    private List<String> addresses(String field) {
      Object value = fields.get(field);
      List<?> listed =
          value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
      List<String> addresses = new ArrayList<>();
      for (Object each : listed) {
        if (each instanceof String text && ADDRESS.matcher(text).matches()) {
          addresses.add(text);
        } else {
          wrong(field, "'" + field + "' must be a mail address", "Write: ops@example.org");
        }
      }
      if (addresses.isEmpty() && listed.isEmpty()) {
        wrong(field, "'" + field + "' is missing", "Write: " + field + ": ops@example.org");
      }
      return addresses;
    }

    private boolean flag(String field, boolean otherwise) {
      Object value = fields.get(field);
      if (value == null || value instanceof Boolean) {
        return value == null ? otherwise : (Boolean) value;
      }
      wrong(field, "'" + field + "' must be true or false", "Write: " + field + ": true");
      return false;
    }

    private Reach reach() {
      Object value = fields.get("allow_private");
      List<?> listed =
          value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
      List<AddressRange> ranges = new ArrayList<>();
      for (Object each : listed) {
        Optional<AddressRange> range = AddressRange.parse(String.valueOf(each));
        if (range.isEmpty()) {
          wrong(
              "allow_private",
              "'" + each + "' is not a range of addresses",
              "Write for example: allow_private: [10.0.0.0/8]");
        }
        range.ifPresent(ranges::add);
      }
      return new Reach(ranges, fields.containsKey("ca") ? trusted() : null);
    }

    /** Who can change the certificates can stand in for the receiver. */
    private @Nullable SSLSocketFactory trusted() {
      if (fields.get("ca") instanceof String path && !path.isBlank()) {
        Path place = file.toAbsolutePath().resolveSibling(path);
        try {
          PrivateFiles.check(place);
          return TrustedCertificates.in(place);
        } catch (UnsafeFileException | IOException | GeneralSecurityException e) {
          wrong("ca", "the certificates in " + place + " cannot be used", "Give a file in PEM.");
          return null;
        }
      }
      wrong("ca", "'ca' must be a path", "Write for example: ca: ca.pem");
      return null;
    }

    /** A text, or where it is: {@code {env: NAME}} or {@code {file: PATH}}. */
    private @Nullable Secret secret(String field) {
      Object value = fields.get(field);
      String text = null;
      if (value instanceof String plain) {
        text = plain;
      } else if (value instanceof Map<?, ?> where && where.size() == 1) {
        text =
            where.get("env") instanceof String variable
                ? environment.apply(variable)
                : where.get("file") instanceof String path ? content(field, path) : null;
      }
      if (text == null || text.isBlank()) {
        wrong(
            field,
            "'" + field + "' has no value",
            "Write the text, {env: NAME} with a variable that is set, or {file: PATH}.");
        return null;
      }
      return new Secret(text.strip());
    }

    private @Nullable String content(String field, String path) {
      Path place = file.toAbsolutePath().resolveSibling(path);
      try {
        PrivateFiles.checkSecret(place);
        if (Files.size(place) <= MOST_SECRET_BYTES) {
          return Files.readString(place);
        }
      } catch (UnsafeFileException | IOException e) {
        wrong(field, "the file " + place + " cannot be used", "It must be readable by you alone.");
      }
      return null;
    }
  }
}
