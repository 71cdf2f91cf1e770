package dev.escarole.web.page.run;

import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a reader has opened and closed, as it stands in the address. Immutable.
 *
 * @param base the address without it
 */
record Toggles(String base, Set<String> keys) {

  private static final int MOST = 200;

  static Toggles of(Context ctx, String base) {
    return new Toggles(
        base, ctx.queryParams("at").stream().limit(MOST).collect(Collectors.toUnmodifiableSet()));
  }

  /** The address at which this is closed if it is open now, and open if it is closed. */
  String toggled(String key) {
    Set<String> next = new LinkedHashSet<>(keys);
    if (!next.remove(key)) {
      next.add(key);
    }
    Address address = new Address(base);
    next.stream().sorted().forEach(each -> address.with("at", each));
    return address.toString();
  }
}
