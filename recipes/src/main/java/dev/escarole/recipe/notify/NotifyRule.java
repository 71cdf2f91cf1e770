package dev.escarole.recipe.notify;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a run are told to which channels. A recipe only names channels: what they are is
 * in the operator's configuration. Immutable.
 *
 * @param on at least one event
 * @param to names of channels, at least one
 */
public record NotifyRule(Set<NotifyEvent> on, List<String> to) {

  /** Maximum number of rules of a recipe or configuration. */
  public static final int MOST = 16;

  /** Maximum number of channels of a rule. */
  public static final int MOST_CHANNELS = 16;

  /** The names of channels. */
  public static final String NAME = "[a-z][a-z0-9-]{0,39}";

  private static final Pattern NAMES = Pattern.compile(NAME);
  private static final String ON = "on";
  private static final String TO = "to";
  private static final List<String> FIELDS = List.of(ON, TO);
  private static final String EXAMPLE =
      "Write for example {\"on\": [\"failed\"], \"to\": \"ops\"}.";

  public NotifyRule {
    on = Collections.unmodifiableSet(EnumSet.copyOf(on));
    to = List.copyOf(to);
  }

  /** Whether this can be the name of a channel. */
  public static boolean isName(String text) {
    return NAMES.matcher(text).matches();
  }

  /** Hears the mistakes in rules. */
  public interface Mistakes {
    /**
     * @param pointer of the mistake, relative to the value
     */
    void add(String code, String message, @Nullable String hint, String pointer);
  }

  /**
   * Reads rules: an object with {@code on} and {@code to}, or an array of them.
   *
   * @param value plain JSON
   * @param mistakes hears what is wrong; what is, is left out
   */
  public static List<NotifyRule> read(@Nullable Object value, Mistakes mistakes) {
    if (value == null) {
      return List.of();
    }
    List<NotifyRule> rules = new ArrayList<>();
    if (!(value instanceof List<?> list)) {
      read(value, "", mistakes, rules);
      return rules;
    }
    if (list.size() > MOST) {
      mistakes.add(Codes.OUT_OF_RANGE, "'notify' has more than " + MOST + " rules", null, "");
      return rules;
    }
    for (int i = 0; i < list.size(); i++) {
      read(list.get(i), "/" + i, mistakes, rules);
    }
    return List.copyOf(rules);
  }

  private static void read(
      @Nullable Object value, String pointer, Mistakes mistakes, List<NotifyRule> rules) {
    if (!(value instanceof Map<?, ?> rule)) {
      mistakes.add(
          Codes.BAD_NOTIFY, "'notify' must be an object with \"on\" and \"to\"", EXAMPLE, pointer);
      return;
    }
    for (Object key : rule.keySet()) {
      String name = String.valueOf(key);
      if (!FIELDS.contains(name)) {
        String nearest = NearestName.of(name, FIELDS);
        mistakes.add(
            Codes.UNKNOWN_FIELD,
            "'" + name + "' is not a field of 'notify'",
            nearest == null ? "It has on and to." : "Did you mean '" + nearest + "'?",
            child(pointer, name));
      }
    }
    Set<NotifyEvent> on = events(rule.get(ON), child(pointer, ON), mistakes);
    List<String> to = channels(rule.get(TO), child(pointer, TO), mistakes);
    if (!on.isEmpty() && !to.isEmpty()) {
      rules.add(new NotifyRule(on, to));
    }
  }

  private static Set<NotifyEvent> events(
      @Nullable Object value, String pointer, Mistakes mistakes) {
    Set<NotifyEvent> events = EnumSet.noneOf(NotifyEvent.class);
    for (Object each : listed(value)) {
      NotifyEvent event = NotifyEvent.ofWord(String.valueOf(each));
      if (event == null) {
        String nearest = NearestName.of(String.valueOf(each), NotifyEvent.words());
        mistakes.add(
            Codes.BAD_NOTIFY,
            "'" + each + "' is not an event of a run",
            nearest == null
                ? "The events are " + String.join(", ", NotifyEvent.words()) + "."
                : "Did you mean '" + nearest + "'?",
            pointer);
      } else {
        events.add(event);
      }
    }
    if (listed(value).isEmpty()) {
      mistakes.add(Codes.BAD_NOTIFY, "'notify' needs \"on\", what is told", EXAMPLE, pointer);
    }
    return events;
  }

  private static List<String> channels(@Nullable Object value, String pointer, Mistakes mistakes) {
    List<?> listed = listed(value);
    List<String> channels = new ArrayList<>();
    if (listed.isEmpty() || listed.size() > MOST_CHANNELS) {
      mistakes.add(
          Codes.BAD_NOTIFY,
          "'notify' needs \"to\", the names of 1 to " + MOST_CHANNELS + " channels",
          EXAMPLE,
          pointer);
      return channels;
    }
    for (Object each : listed) {
      if (each instanceof String name && isName(name)) {
        channels.add(name);
      } else {
        mistakes.add(
            Codes.BAD_NOTIFY,
            "a recipe names channels that the operator has set up, not addresses",
            "Names begin with a lower-case letter; letters, digits and - may follow.",
            pointer);
      }
    }
    return channels;
  }

  private static List<?> listed(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  private static String child(String pointer, String key) {
    return pointer + '/' + key.replace("~", "~0").replace("/", "~1");
  }
}
