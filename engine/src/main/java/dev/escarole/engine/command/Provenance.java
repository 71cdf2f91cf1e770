package dev.escarole.engine.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a program was built of its sources; the same again makes the same build. Immutable.
 *
 * @param build SHA-256 over language, options, sources and compilers, in hex
 * @param language of the sources
 * @param sources SHA-256 of each source file by its relative path; the first is the main one
 * @param compilers artifact of each command that compiled them, by its name
 * @param options of the compiler, in order
 * @param builder name of the principal that built it
 * @param at when it was built
 */
public record Provenance(
    String build,
    String language,
    Map<String, ArtifactId> sources,
    Map<String, ArtifactId> compilers,
    List<String> options,
    String builder,
    Instant at) {

  /** Copies the collections. */
  public Provenance {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    compilers = Collections.unmodifiableMap(new LinkedHashMap<>(compilers));
    options = List.copyOf(options);
  }

  /** Writes it into an empty object, in the form that {@link #read} reads. */
  public void write(ObjectNode row) {
    row.put("build", build).put("language", language);
    ObjectNode files = row.putObject("sources");
    sources.forEach((path, hash) -> files.put(path, hash.sha256()));
    ObjectNode tools = row.putObject("compilers");
    compilers.forEach((name, artifact) -> tools.put(name, artifact.sha256()));
    ArrayNode flags = row.putArray("options");
    options.forEach(flags::add);
    row.put("builder", builder).put("at", at.toString());
  }

  /** Reads what {@link #write} has written; null if it is damaged. */
  public static @Nullable Provenance read(JsonNode row) {
    Map<String, ArtifactId> sources = hashes(row.path("sources"));
    Map<String, ArtifactId> compilers = hashes(row.path("compilers"));
    String build = row.path("build").asText();
    if (sources == null
        || sources.isEmpty()
        || compilers == null
        || !ArtifactId.isValid(build)
        || !row.path("language").isTextual()) {
      return null;
    }
    List<String> options = new ArrayList<>();
    row.path("options").forEach(each -> options.add(each.asText()));
    try {
      return new Provenance(
          build,
          row.path("language").asText(),
          sources,
          compilers,
          options,
          row.path("builder").asText(),
          Instant.parse(row.path("at").asText()));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Map<String, ArtifactId> hashes(JsonNode object) {
    Map<String, ArtifactId> hashes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : object.properties()) {
      if (!ArtifactId.isValid(each.getValue().asText())) {
        return null;
      }
      hashes.put(each.getKey(), new ArtifactId(each.getValue().asText()));
    }
    return hashes;
  }
}
