package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON Schemas of answers. */
final class Schemas {

  private static final Map<String, ?> TEXT = Map.of("type", "string");
  private static final Map<String, ?> NUMBER = Map.of("type", "number");

  private Schemas() {}

  static Map<String, ?> object(String... names) {
    return of(Map.of(), names);
  }

  private static Map<String, ?> of(Map<String, ?> each, String... names) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String name : names) {
      properties.put(name, each);
    }
    return of(properties);
  }

  private static Map<String, ?> of(Map<String, Object> properties) {
    return Json.object("type", "object", "properties", properties);
  }

  /** One page of a list of objects with texts. */
  static Map<String, ?> list(String name, String... members) {
    return of(
        Json.object(
            name,
            Map.of("type", "array", "items", of(TEXT, members)),
            "total",
            NUMBER,
            "more",
            TEXT));
  }

  static Map<String, ?> run() {
    return of(
        Json.object(
            "run", TEXT,
            "status", TEXT,
            "duration_ms", NUMBER,
            "joins", Map.of("type", "array", "items", Map.of("type", "object")),
            "result", object("text", "characters", "more"),
            "next", TEXT));
  }
}
