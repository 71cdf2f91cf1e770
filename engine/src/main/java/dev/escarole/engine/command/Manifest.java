package dev.escarole.engine.command;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Contents of {@code registry.json}: the registered commands, each with its artifact's hash and its
 * argument mode. Immutable.
 *
 * @param commands the commands by name
 * @param problems what was invalid and skipped, one sentence each
 * @param readable whether the file as a whole was valid
 */
record Manifest(SortedMap<String, Command> commands, List<String> problems, boolean readable) {

  static final String FILE = "registry.json";

  /** Largest file, in bytes: many times the size of a full registry. */
  static final int MOST_BYTES = 16 * 1024 * 1024;

  private static final int VERSION = 1;

  /** Loaded lazily: Jackson is slow to load, and often there is no file. */
  private static final class Binding {
    static final ObjectMapper JSON =
        new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  Manifest {
    commands = Collections.unmodifiableSortedMap(new TreeMap<>(commands));
    problems = List.copyOf(problems);
  }

  static Manifest empty() {
    return new Manifest(new TreeMap<>(), List.of(), true);
  }

  static Manifest unreadable(String problem) {
    return new Manifest(new TreeMap<>(), List.of(FILE + " " + problem), false);
  }

  /** Parses a manifest, skipping damaged rows. */
  static Manifest parse(byte[] json) {
    JsonNode root;
    try {
      root = Binding.JSON.readTree(json);
    } catch (IOException e) {
      return unreadable("is not valid JSON");
    }
    if (root.path("version").asInt() != VERSION || !root.path("commands").isObject()) {
      return unreadable("has a format that this version of Escarole does not support");
    }
    SortedMap<String, Command> commands = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, JsonNode> row : root.path("commands").properties()) {
      Command command = command(row.getKey(), row.getValue());
      if (command == null) {
        problems.add(FILE + " has a damaged row for '" + row.getKey() + "', which is skipped");
      } else {
        commands.put(command.name(), command);
      }
    }
    return new Manifest(commands, problems, true);
  }

  private static @Nullable Command command(String name, JsonNode row) {
    String hash = row.path("artifact").asText();
    ArgumentMode mode = ArgumentMode.of(row.path("mode").asText()).orElse(null);
    return mode == null || !Command.isValidName(name) || !ArtifactId.isValid(hash)
        ? null
        : new Command(name, new ArtifactId(hash), Command.Origin.REGISTERED, mode);
  }

  /** Returns the manifest with this command added or replaced, and without problems. */
  Manifest with(Command command) {
    SortedMap<String, Command> changed = new TreeMap<>(commands);
    changed.put(command.name(), command);
    return new Manifest(changed, List.of(), true);
  }

  Manifest without(String name) {
    SortedMap<String, Command> changed = new TreeMap<>(commands);
    changed.remove(name);
    return new Manifest(changed, List.of(), true);
  }

  byte[] toJson() {
    ObjectNode root = Binding.JSON.createObjectNode().put("version", VERSION);
    ObjectNode rows = root.putObject("commands");
    commands.forEach(
        (name, command) ->
            rows.putObject(name)
                .put("artifact", command.artifact().sha256())
                .put("mode", command.mode().word()));
    try {
      return Binding.JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("BUG: a manifest cannot be written", e);
    }
  }
}
