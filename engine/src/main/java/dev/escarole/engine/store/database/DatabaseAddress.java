package dev.escarole.engine.store.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is, and as whom to use it. The password is taken out of the URL and shown
 * nowhere. Immutable.
 */
public final class DatabaseAddress {

  private static final Pattern SECRET = Pattern.compile("(?i)(\\w*password=)[^&;]*");

  private final Dialect dialect;
  private final String url;
  private final @Nullable String user;
  private final @Nullable String password;

  /**
   * Makes an address, for its dialect.
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
   * ({@code jdbc:postgresql://host/name?user=…&password=…}) or one of H2. Where no password is
   * given, PostgreSQL's driver looks into the user's {@code .pgpass} file.
   *
   * @throws IllegalArgumentException if it is none of these, or has a setting that could do more
   *     than reach a database; the message holds no password
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
   * Takes user and password out of what follows the database's name.
   *
   * @param decoded reads a value as it stands in the address
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

  /** What follows the database's name. */
  List<String> settings(char start, String separator) {
    int at = url.indexOf(start);
    return at < 0 ? List.of() : List.of(url.substring(at + 1).split(separator, -1));
  }

  private static String value(String setting) {
    return setting.substring(setting.indexOf('=') + 1);
  }

  /** The same with a password that was kept elsewhere. */
  public DatabaseAddress withPassword(String value) {
    return new DatabaseAddress(dialect, url, user, value);
  }

  /** Whether a password was given. */
  public boolean hasPassword() {
    return password != null;
  }

  /** What is particular to this kind of database. */
  Dialect dialect() {
    return dialect;
  }

  /** The files that an embedded database may have, the one with the data first. */
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
        && url.equals(that.url)
        && Objects.equals(user, that.user)
        && Objects.equals(password, that.password);
  }

  @Override
  public int hashCode() {
    return Objects.hash(url, user);
  }

  /** The address for people, which {@link #of} can read again, without anything secret. */
  @Override
  public String toString() {
    return SECRET.matcher(url).replaceAll("$1***") + dialect.userSetting(this);
  }
}
