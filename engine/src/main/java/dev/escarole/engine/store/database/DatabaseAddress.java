package dev.escarole.engine.store.database;

import dev.escarole.engine.store.database.Dialect.Dialects;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Address of a database, with user and password. The password is removed from the URL and never
 * shown. Immutable.
 */
public final class DatabaseAddress {

  private static final Pattern SECRET = Pattern.compile("(?i)(\\w*password=)[^&;]*");

  private final Dialect dialect;
  private final String url;
  private final @Nullable String user;
  private final @Nullable String password;

  /**
   * Creates an address; called by its dialect.
   *
   * @param url the JDBC URL
   */
  DatabaseAddress(Dialect dialect, String url, @Nullable String user, @Nullable String password) {
    this.dialect = dialect;
    this.url = url;
    this.user = user;
    this.password = password;
  }

  /**
   * Reads an address: {@code postgresql://user:password@host:port/name}, a JDBC URL of PostgreSQL
   * ({@code jdbc:postgresql://host/name?user=…&password=…}) or one of H2. Without a password,
   * PostgreSQL's driver reads the user's {@code .pgpass} file.
   *
   * @throws IllegalArgumentException if it has none of these forms or contains a setting that is
   *     not allowed; the message contains no password
   */
  public static DatabaseAddress of(String text) {
    for (Dialect dialect : Dialects.ALL) {
      DatabaseAddress address = dialect.read(text);
      if (address != null) {
        return address;
      }
    }
    throw new IllegalArgumentException(
        "a database's address must begin with "
            + Dialects.beginnings()
            + ", such as postgresql://user@host/name; this one begins with '"
            + text.substring(0, Math.max(0, text.indexOf(':')))
            + "'");
  }

  /**
   * A database that the application has opened, PostgreSQL or H2. The tables are in a schema of
   * their own, which is created if it is missing. Up to {@link StoreOptions#connections}
   * connections and one more are held while an engine is open, three more with schedules; the
   * source is not closed.
   *
   * @param schema its name, in lower case
   * @throws IllegalArgumentException if the name has anything but letters, digits and {@code _}
   * @throws StoreException if the source gives no connection, or one to another database, or H2 is
   *     opened without the settings that the message names
   */
  public static DatabaseAddress of(DataSource source, String schema) {
    return GivenDialect.address(source, schema);
  }

  /**
   * Extracts user and password from the settings after the database's name.
   *
   * @param decoded decodes a value of the address
   */
  DatabaseAddress withoutUser(char start, String separator, UnaryOperator<String> decoded) {
    int at = url.indexOf(start);
    if (at < 0) {
      return this;
    }
    List<String> kept = new ArrayList<>();
    String newUser = user;
    String newPassword = password;
    for (String setting : url.substring(at + 1).split(separator, -1)) {
      String name = setting.replaceFirst("=.*", "").toLowerCase(Locale.ROOT);
      if (name.equals("user")) {
        newUser = decoded.apply(value(setting));
      } else if (name.equals("password")) {
        newPassword = decoded.apply(value(setting));
      } else if (!setting.isEmpty()) {
        kept.add(setting);
      }
    }
    String rest = kept.isEmpty() ? "" : start + String.join(separator, kept);
    return new DatabaseAddress(dialect, url.substring(0, at) + rest, newUser, newPassword);
  }

  /** The settings after the database's name. */
  List<String> settings(char start, String separator) {
    int at = url.indexOf(start);
    return at < 0 ? List.of() : List.of(url.substring(at + 1).split(separator, -1));
  }

  private static String value(String setting) {
    return setting.substring(setting.indexOf('=') + 1);
  }

  /** Returns this address with a password from elsewhere. */
  public DatabaseAddress withPassword(String value) {
    return new DatabaseAddress(dialect, url, user, value);
  }

  /** Whether a password was given. */
  public boolean hasPassword() {
    return password != null;
  }

  /** The dialect of this kind of database. */
  Dialect dialect() {
    return dialect;
  }

  /** The possible files of an embedded database, the data file first. */
  public List<Path> files() {
    return dialect.files(this);
  }

  /** The JDBC URL without user and password. */
  String url() {
    return url;
  }

  @Nullable String user() {
    return user;
  }

  @Nullable String password() {
    return password;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatabaseAddress that
        && dialect.equals(that.dialect)
        && url.equals(that.url)
        && Objects.equals(user, that.user)
        && Objects.equals(password, that.password);
  }

  @Override
  public int hashCode() {
    return Objects.hash(url, user);
  }

  /** Returns the address without secrets; {@link #of} can parse it. */
  @Override
  public String toString() {
    return SECRET.matcher(url).replaceAll("$1***") + dialect.userSetting(this);
  }

  /**
   * Allowed settings in a database address. Drivers accept settings that run statements, load
   * classes by name, write files or open ports, so only settings known to be harmless are allowed.
   * Immutable.
   *
   * @param database such as {@code PostgreSQL}
   * @param known names of harmless settings, in lower case
   */
  record AddressRules(String database, Set<String> known) {

    /**
     * Checks settings.
     *
     * @param settings such as {@code CACHE_SIZE=1000}, without user and password
     * @throws IllegalArgumentException if one is not allowed; the message contains no value
     */
    void check(List<String> settings) {
      for (String setting : settings) {
        String name = setting.replaceFirst("(?s)=.*", "");
        if (!known.contains(name.toLowerCase(Locale.ROOT))) {
          throw new IllegalArgumentException(
              "the setting '%s' is not allowed in an address of %s, because settings can run code,"
                      .formatted(printable(name), database)
                  + " write files or open ports. Remove it; these are allowed: "
                  + String.join(", ", known.stream().sorted().toList()));
        }
      }
    }

    private static String printable(String name) {
      String plain = name.replaceAll("[^\\x20-\\x7e]", "?");
      return plain.length() > 40 ? plain.substring(0, 40) + "…" : plain;
    }
  }
}
