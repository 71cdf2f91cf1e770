package dev.escarole.engine.store;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the address of a database may say. Drivers take settings that run statements, load classes
 * by name, write files or open ports, and H2 takes databases that lie in places which cannot be
 * looked into beforehand. So an address passes only if everything in it is known to be harmless.
 */
final class AddressRules {

  /**
   * A database in memory, or a file. H2 reaches the file in other ways, too: {@code retry} opens it
   * again after an interrupt, {@code rec} tells a program that asked for it what is written.
   */
  private static final Pattern H2_PLACE =
      Pattern.compile("mem:[^:]*|(rec:|retry:)?(file:)?([a-zA-Z]:)?[^:]*", Pattern.DOTALL);

  private static final Set<String> H2 =
      Set.of(
          "access_mode_data",
          "auto_compact_fill_rate",
          "cache_size",
          "cache_type",
          "compress",
          "ifexists",
          "max_compact_time",
          "max_memory_rows",
          "query_cache_size",
          "retention_time",
          "reuse_space");

  private static final Set<String> POSTGRES =
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
          "tcpnodelay");

  private AddressRules() {}

  /**
   * Checks an address of H2.
   *
   * @param place what stands between {@code jdbc:h2:} and the settings
   * @param settings such as {@code CACHE_SIZE=1000}, without user and password
   * @throws IllegalArgumentException if it says more than it may; the message holds no value
   */
  static void checkH2(String place, List<String> settings) {
    if (!H2_PLACE.matcher(place).matches()) {
      throw new IllegalArgumentException(
          "a database of H2 must be a file or in memory, as in jdbc:h2:file:/var/lib/runs; servers,"
              + " archives and other file systems of H2 cannot be checked before they are opened");
    }
    check("H2", settings, H2);
  }

  /** Checks the settings of an address of PostgreSQL likewise. */
  static void checkPostgres(List<String> settings) {
    check("PostgreSQL", settings, POSTGRES);
  }

  private static void check(String database, List<String> settings, Set<String> known) {
    for (String setting : settings) {
      String name = setting.replaceFirst("(?s)=.*", "");
      if (!known.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "the setting '%s' cannot be used in an address of %s, where settings could run code,"
                    .formatted(printable(name), database)
                + " write files or open ports. Leave it out; these can be used: "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }

  private static String printable(String name) {
    String plain = name.replaceAll("[^\\x20-\\x7e]", "?");
    return plain.length() > 40 ? plain.substring(0, 40) + "…" : plain;
  }
}
