package dev.escarole.engine.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is, and as whom to use it. The password is taken out of the URL and shown
 * nowhere. Immutable.
 */
public final class DatabaseAddress {

  private static final String JDBC_POSTGRES = "jdbc:postgresql:";
  private static final String JDBC_H2 = "jdbc:h2:";
  private static final Pattern PLAIN_POSTGRES = Pattern.compile("^postgres(ql)?:(?=//)");

  /** User and password before the host. */
  private static final Pattern USER_INFO = Pattern.compile("(//)([^/@]*)@");

  private static final Pattern SECRET = Pattern.compile("(?i)(\\w*password=)[^&;]*");

  private final String url;
  private final @Nullable String user;
  private final @Nullable String password;

  private DatabaseAddress(String url, @Nullable String user, @Nullable String password) {
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
    String url = PLAIN_POSTGRES.matcher(text).replaceFirst(JDBC_POSTGRES);
    if (url.startsWith(JDBC_POSTGRES)) {
      DatabaseAddress address = postgres(url);
      AddressRules.checkPostgres(address.settings('?', "&"));
      return address;
    }
    if (url.startsWith(JDBC_H2)) {
      DatabaseAddress address = new DatabaseAddress(url, null, null).withoutSettings(';', ";");
      AddressRules.checkH2(address.place(), address.settings(';', ";"));
      return address;
    }
    throw new IllegalArgumentException(
        "a database's address must begin with postgresql://, jdbc:postgresql: or jdbc:h2:, such as"
            + " postgresql://user@host/name; this one begins with '"
            + text.substring(0, Math.max(0, text.indexOf(':')))
            + "'");
  }

  private static DatabaseAddress postgres(String url) {
    Matcher info = USER_INFO.matcher(url);
    if (!info.find()) {
      return new DatabaseAddress(url, null, null).withoutSettings('?', "&");
    }
    String[] parts = info.group(2).split(":", 2);
    String rest = url.substring(0, info.end(1)) + url.substring(info.end());
    return new DatabaseAddress(rest, decoded(parts[0]), parts.length > 1 ? decoded(parts[1]) : null)
        .withoutSettings('?', "&");
  }

  /** Takes user and password out of what follows the database's name. */
  private DatabaseAddress withoutSettings(char start, String separator) {
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
        newUser = value(setting);
      } else if (name.equals("password")) {
        newPassword = value(setting);
      } else if (!setting.isEmpty()) {
        kept.add(setting);
      }
    }
    String rest = kept.isEmpty() ? "" : start + String.join(separator, kept);
    return new DatabaseAddress(url.substring(0, at) + rest, newUser, newPassword);
  }

  private List<String> settings(char start, String separator) {
    int at = url.indexOf(start);
    return at < 0 ? List.of() : List.of(url.substring(at + 1).split(separator, -1));
  }

  /** What H2 takes for the name of the database. */
  private String place() {
    return url.substring(JDBC_H2.length()).replaceFirst("(?s);.*", "");
  }

  private String value(String setting) {
    String value = setting.substring(setting.indexOf('=') + 1);
    return isH2() ? value : decoded(value);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
  }

  /** The same with a password that was kept elsewhere. */
  public DatabaseAddress withPassword(String value) {
    return new DatabaseAddress(url, user, value);
  }

  /** Whether a password was given. */
  public boolean hasPassword() {
    return password != null;
  }

  boolean isH2() {
    return url.startsWith(JDBC_H2);
  }

  boolean isInMemory() {
    return url.startsWith(JDBC_H2 + "mem:");
  }

  /** The file of the database without its ending; empty unless it is one of H2. */
  public Optional<Path> file() {
    if (!isH2() || isInMemory()) {
      return Optional.empty();
    }
    String path = place().replaceFirst("^([a-zA-Z]{2,}:)+", "");
    String home = System.getProperty("user.home", "");
    return Optional.of(Path.of(path.startsWith("~") ? home + path.substring(1) : path));
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
    String shown = SECRET.matcher(url).replaceAll("$1***");
    if (user == null || isH2()) {
      return shown;
    }
    return shown + (url.indexOf('?') < 0 ? '?' : '&') + "user=" + user;
  }
}
