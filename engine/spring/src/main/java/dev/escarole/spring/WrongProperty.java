package dev.escarole.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Turns refusals of values into ones that name the property, which Boot reports as a sentence. */
final class WrongProperty {

  private static final String PREFIX = "escarole.";

  private WrongProperty() {}

  static InvalidConfigurationPropertyValueException of(
      String name, @Nullable Object value, String reason) {
    return new InvalidConfigurationPropertyValueException(
        name.startsWith("spring.") ? name : PREFIX + name, value, reason);
  }

  /** Does something with the value of a property, which refuses some values. */
  static <T> T check(String name, @Nullable Object value, Supplier<T> use) {
    try {
      return use.get();
    } catch (IllegalArgumentException e) {
      throw of(name, value, String.valueOf(e.getMessage()));
    }
  }
}
