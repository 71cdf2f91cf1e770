package dev.escarole.engine.store.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.command.OptionalLibrary;
import dev.escarole.engine.store.database.DatabaseAddress.AddressRules;
import java.net.URLDecoder;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, which several engines can share. */
final class PostgresDialect implements Dialect {

  private static final String JDBC = "jdbc:postgresql:";
  private static final Pattern PLAIN = Pattern.compile("^postgres(ql)?:(?=//)");

  /** User and password before the host. */
  private static final Pattern USER_INFO = Pattern.compile("(//)([^/@]*)@");

  private static final AddressRules RULES =
      new AddressRules(
          "PostgreSQL",
          Set.of(
              "applicationname",
              "assumeminserverversion",
              "binarytransfer",
              "cancelsignaltimeout",
              "channelbinding",
              "connecttimeout",
              "currentschema",
              "defaultrowfetchsize",
              "gssencmode",
              "gssresponsetimeout",
              "hostrecheckseconds",
              "loadbalancehosts",
              "localsocketaddress",
              "logintimeout",
              "maxresultbuffer",
              "options",
              "preferquerymode",
              "preparedstatementcachequeries",
              "preparedstatementcachesizemib",
              "preparethreshold",
              "protocolversion",
              "querytimeout",
              "receivebuffersize",
              "requireauth",
              "rewritebatchedinserts",
              "scrammaxiterations",
              "sendbuffersize",
              "sockettimeout",
              "ssl",
              "sslcert",
              "sslkey",
              "sslmode",
              "sslnegotiation",
              "sslpassword",
              "sslresponsetimeout",
              "sslrootcert",
              "targetservertype",
              "tcpkeepalive",
              "tcpnodelay"));

  /** A frozen process in the middle of a transaction must not keep its locks from the others. */
  private static final int MOST_IDLE_SECONDS = 6;

  /**
   * Prefixes of further transient SQL states: a session that was idle in a transaction for too long
   * (25P03), locks (55P03), lack of disk space or memory (53), server shutdown or start (57P),
   * system errors (58).
   */
  private static final Set<String> TRANSIENT_STATES = Set.of("25P03", "55P03", "53", "57P", "58");

  @Override
  public @Nullable DatabaseAddress read(String address) {
    String url = PLAIN.matcher(address).replaceFirst(JDBC);
    if (!url.startsWith(JDBC)) {
      return null;
    }
    DatabaseAddress known;
    Matcher info = USER_INFO.matcher(url);
    if (info.find()) {
      String[] parts = info.group(2).split(":", 2);
      String rest = url.substring(0, info.end(1)) + url.substring(info.end());
      String password = parts.length > 1 ? decoded(parts[1]) : null;
      known = new DatabaseAddress(this, rest, decoded(parts[0]), password);
    } else {
      known = new DatabaseAddress(this, url, null, null);
    }
    DatabaseAddress plain = known.withoutUser('?', "&", PostgresDialect::decoded);
    RULES.check(plain.settings('?', "&"));
    return plain;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
  }

  @Override
  public String beginnings() {
    return "postgresql://, " + JDBC;
  }

  @Override
  public String userSetting(DatabaseAddress address) {
    String user = address.user();
    return user == null ? "" : (address.url().indexOf('?') < 0 ? '?' : '&') + "user=" + user;
  }

  @Override
  public boolean isExclusive() {
    return false;
  }

  @Override
  public HikariDataSource open(HikariConfig config, StoreOptions options) {
    // Two more: for the lock that shows that this engine is alive, and for announcements.
    return open(config, options, options.connections() + 2);
  }

  private HikariDataSource open(HikariConfig config, StoreOptions options, int connections) {
    if (!OptionalLibrary.POSTGRESQL.isPresent()) {
      throw new StoreException(OptionalLibrary.POSTGRESQL.missing(), null);
    }
    config.setJdbcUrl(options.url());
    config.setMaximumPoolSize(connections);
    config.addDataSourceProperty("ApplicationName", "escarole");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    String commits =
        options.durability() == Durability.MACHINE ? "; set synchronous_commit = on" : "";
    // Without notices about tables that exist already.
    config.setConnectionInitSql(
        "set client_min_messages = warning; set idle_in_transaction_session_timeout = '%d s'%s"
            .formatted(MOST_IDLE_SECONDS, commits));
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw StoreException.cannotOpen(options.address(), e);
    }
  }

  @Override
  public HikariDataSource beside(HikariConfig config, StoreOptions options) {
    return open(config, options, BESIDE);
  }

  @Override
  public SchemaSource.Path schemas() {
    return new SchemaSource.Path(
        "select current_setting('search_path')", "select set_config('search_path', ?, false)");
  }

  @Override
  public DataSource owner(StoreOptions options, DataSource pool) {
    return pool;
  }

  @Override
  public void checkDurability(Database database, StoreOptions options) {
    String fsync =
        database.read(
            "read the server's settings",
            handle -> handle.createQuery("show fsync").mapTo(String.class).one());
    if (!fsync.equals("on")) {
      throw new StoreException(
          "The server of %s runs with fsync %s, so data may be lost in a crash of the machine."
                  .formatted(options.address(), fsync)
              + " Set fsync to on, or use the durability 'process'.",
          null);
    }
  }

  @Override
  public long size(Handle handle) {
    return handle
        .createQuery("select pg_database_size(current_database())")
        .mapTo(Long.class)
        .one();
  }

  @Override
  public Liveness liveness(Database database, String name) {
    return new PostgresLiveness(database);
  }

  @Override
  public void announce(Connection connection, Topic topic) throws SQLException {
    try (Statement notify = connection.createStatement()) {
      notify.execute("notify " + PostgresListener.CHANNEL + ", '" + topic.word() + "'");
    }
  }

  @Override
  public Closing listen(Database database, Consumer<Topic> heard) {
    return new PostgresListener(database, heard);
  }

  @Override
  public void lockEngines(Handle handle) {
    handle.execute("lock table engine in share row exclusive mode");
  }

  @Override
  public boolean isTransient(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && TRANSIENT_STATES.stream().anyMatch(state::startsWith);
  }
}
