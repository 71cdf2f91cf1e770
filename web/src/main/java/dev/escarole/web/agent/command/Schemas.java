package dev.escarole.web.agent.command;

import java.util.LinkedHashMap;
import java.util.Map;

/** JSON Schemas of answers. */
final class Schemas {

  private static final Map<String, ?> TEXT = Map.of("type", "string");
  private static final Map<String, ?> NUMBER = Map.of("type", "number");

  private Schemas() {}

  /** An object with members of any kind. */
  static Map<String, ?> object(String... names) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String name : names) {
      properties.put(name, Map.of());
    }
    return of(properties);
  }

  /** One page of a list of objects with texts. */
  static Map<String, ?> list(String name, String... members) {
    Map<String, Object> item = new LinkedHashMap<>();
    for (String member : members) {
      item.put(member, TEXT);
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(name, Map.of("type", "array", "items", of(item)));
    properties.put("total", NUMBER);
    properties.put("more", TEXT);
    return of(properties);
  }

  /** A run, ended or not. */
  static Map<String, ?> run() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("run", TEXT);
    properties.put("status", TEXT);
    properties.put("duration_ms", NUMBER);
    properties.put("joins", Map.of("type", "array", "items", Map.of("type", "object")));
    properties.put("result", object("text", "characters", "more"));
    properties.put("next", TEXT);
    return of(properties);
  }

  private static Map<String, ?> of(Map<String, Object> properties) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    return schema;
  }
}
