package dev.escarole.engine.notify;

import dev.escarole.recipe.notify.NotifyRule;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operator's channels, and who is told about every run. Immutable.
 *
 * @param byName in the order of the file
 * @param base where people reach this installation's pages, without a slash at its end; null if
 *     messages have no links
 */
record Channels(Map<String, Channel> byName, List<NotifyRule> always, @Nullable String base) {

  static final Channels NONE = new Channels(Map.of(), List.of(), null);

  Channels {
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    always = List.copyOf(always);
  }

  @Nullable Channel find(String name) {
    return byName.get(name);
  }
}
