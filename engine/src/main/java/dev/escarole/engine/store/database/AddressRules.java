package dev.escarole.engine.store.database;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the settings in an address of a database may say. Drivers take settings that run statements,
 * load classes by name, write files or open ports. So an address passes only if everything in it is
 * known to be harmless. Immutable.
 *
 * @param database such as {@code PostgreSQL}
 * @param known names of harmless settings, in lower case
 */
record AddressRules(String database, Set<String> known) {

  /**
   * Checks settings.
   *
   * @param settings such as {@code CACHE_SIZE=1000}, without user and password
   * @throws IllegalArgumentException if they say more than they may; the message holds no value
   */
  void check(List<String> settings) {
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
