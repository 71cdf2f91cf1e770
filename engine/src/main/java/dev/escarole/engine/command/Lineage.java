package dev.escarole.engine.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a frozen program was made of its parent; the same again makes the same bytes. Immutable.
 *
 * @param parent the program that was frozen
 * @param initializers its exported functions that ran, in order
 * @param start its exported function that became {@code _start}; null if it has its own
 * @param name what the initializers saw as the program's name
 * @param arguments what they saw as its arguments
 * @param environment their whole environment, in order
 * @param directories what they could read
 * @param seed of their random numbers
 */
public record Lineage(
    ArtifactId parent,
    List<String> initializers,
    @Nullable String start,
    String name,
    List<String> arguments,
    Map<String, String> environment,
    List<FrozenDirectory> directories,
    long seed) {

  /** Copies the collections. */
  public Lineage {
    initializers = List.copyOf(initializers);
    arguments = List.copyOf(arguments);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    directories = List.copyOf(directories);
  }

  /**
   * A directory that initializers could read.
   *
   * @param guest its guest path
   * @param sha256 hash of its content, in hex
   */
  public record FrozenDirectory(String guest, String sha256) {}

  void write(ObjectNode row) {
    row.put("parent", parent.sha256());
    ArrayNode ran = row.putArray("initializers");
    initializers.forEach(ran::add);
    if (start != null) {
      row.put("start", start);
    }
    row.put("name", name);
    ArrayNode given = row.putArray("arguments");
    arguments.forEach(given::add);
    ObjectNode variables = row.putObject("environment");
    environment.forEach(variables::put);
    ObjectNode granted = row.putObject("directories");
    directories.forEach(each -> granted.put(each.guest(), each.sha256()));
    row.put("seed", seed);
  }

  /** Reads what {@link #write} has written; null if it is damaged. */
  static @Nullable Lineage read(JsonNode row) {
    String parent = row.path("parent").asText();
    if (!ArtifactId.isValid(parent)) {
      return null;
    }
    Map<String, String> variables = new LinkedHashMap<>();
    row.path("environment")
        .properties()
        .forEach(each -> variables.put(each.getKey(), each.getValue().asText()));
    List<FrozenDirectory> granted = new ArrayList<>();
    row.path("directories")
        .properties()
        .forEach(each -> granted.add(new FrozenDirectory(each.getKey(), each.getValue().asText())));
    return new Lineage(
        new ArtifactId(parent),
        texts(row.path("initializers")),
        row.path("start").textValue(),
        row.path("name").asText(),
        texts(row.path("arguments")),
        variables,
        granted,
        row.path("seed").asLong());
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
