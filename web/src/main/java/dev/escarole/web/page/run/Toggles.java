package dev.escarole.web.page.run;

import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  Toggles {
    keys = Set.copyOf(keys);
  }

  static Toggles of(Context ctx, String base) {
    return new Toggles(
        base, ctx.queryParams("at").stream().limit(MOST).collect(Collectors.toSet()));
  }

  /** The address at which this is closed if it is open now, and open if it is closed. */
  String toggled(String key) {
    Set<String> next = new LinkedHashSet<>(keys);
    if (!next.remove(key)) {
      next.add(key);
    }
    return next.isEmpty()
        ? base
        : next.stream()
            .sorted()
            .map(each -> "at=" + URLEncoder.encode(each, StandardCharsets.UTF_8))
            .collect(Collectors.joining("&", base + "?", ""));
  }
}
