package dev.escarole.web.agent.command;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The names of commands for recipes, whose own names may be any text. */
final class CustomNames {

  private static final int LONGEST = 64;

  private CustomNames() {}

  /** Each offer by the name of its command, in their order. */
  static Map<String, Offer> of(List<Offer> offers) {
    Map<String, Offer> byName = new LinkedHashMap<>();
    Map<String, Integer> taken = new HashMap<>();
    for (Offer offer : offers) {
      String name = "x-" + slug(offer.name());
      int again = taken.merge(name, 1, Integer::sum);
      while (again > 1 && byName.containsKey(name + "-" + again)) {
        again++;
      }
      byName.put(again == 1 ? name : name + "-" + again, offer);
    }
    return byName;
  }

  private static String slug(String name) {
    String plain =
        name.toLowerCase(Locale.ROOT)
            .replaceAll("\\.(json|ya?ml)$", "")
            .replaceAll("[^a-z0-9_]+", "-")
            .replaceAll("^-|-$", "");
    return plain.isEmpty() ? "recipe" : plain.substring(0, Math.min(plain.length(), LONGEST));
  }
}
