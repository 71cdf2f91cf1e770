package dev.escarole.web.agent.acli;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The typed arguments of one call, by their names without dashes. Immutable. */
public final class ParsedArguments {

  /** In seconds. */
  private static final long LONGEST_WAIT = 300;

  private final Map<String, Object> values;
  private final Set<String> given;

  /**
   * @param given names of the arguments given in the line
   */
  ParsedArguments(Map<String, Object> values, Set<String> given) {
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    this.given = Set.copyOf(given);
  }

  /** Arguments given in the line. */
  public Map<String, Object> given() {
    Map<String, Object> written = new LinkedHashMap<>(values);
    written.keySet().retainAll(given);
    return written;
  }

  /** All arguments that were given or have a default, in no particular order. */
  public Map<String, Object> values() {
    return values;
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).map(Object::toString);
  }

  /**
   * The text of a required argument.
   *
   * @throws IllegalStateException if the command does not require it
   */
  public String needed(String name) {
    return text(name)
        .orElseThrow(() -> new IllegalStateException("BUG: argument '" + name + "' is missing"));
  }

  public OptionalLong number(String name) {
    return values.get(name) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /**
   * The wait that the caller requests with the option {@code --wait} in seconds, in addition to the
   * timeout of every command; zero without it.
   */
  public Duration requestedWait() {
    long seconds = number("wait").orElse(0);
    return Duration.ofSeconds(Math.min(LONGEST_WAIT, Math.max(0, seconds)));
  }

  /** Whether a flag was given or a boolean is true. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  /** The texts of a repeated or array argument; empty if it was not given. */
  public List<String> list(String name) {
    return values.get(name) instanceof List<?> list
        ? list.stream().map(Object::toString).toList()
        : List.of();
  }
}
