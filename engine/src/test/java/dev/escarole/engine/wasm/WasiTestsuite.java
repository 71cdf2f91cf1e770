package dev.escarole.engine.wasm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cases of a checkout of WebAssembly/wasi-testsuite in its compiled form, if there is one. */
final class WasiTestsuite {

  /** Names the checkout, as a system property or, in upper case, as an environment variable. */
  private static final String PROPERTY = "wasi_testsuite";

  private static final String COMPILED = "testsuite/wasm32-wasip1";

  private WasiTestsuite() {}

  /**
   * One case of the suite.
   *
   * @param name which language it was written in, and what it is called
   * @param module the file of the program
   * @param root the directory that it shall see as {@code /}; null for none
   * @param stdout what it shall write; null if that does not matter
   */
  record Case(
      String name,
      Path module,
      List<String> arguments,
      Map<String, String> environment,
      @Nullable Path root,
      int exitCode,
      @Nullable String stdout) {}

  /** Where the checkout lies; empty if nobody says so. */
  static Optional<Path> checkout() {
    String variable = System.getenv("WASI_TESTSUITE");
    String named = System.getProperty(PROPERTY, variable == null ? "" : variable);
    return named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
  }

  /** Reads all cases, in the order of their names; a checkout without any is an error. */
  static List<Case> cases(Path checkout) throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String language : List.of("assemblyscript", "c", "rust")) {
      Path directory = checkout.resolve("tests").resolve(language).resolve(COMPILED);
      for (Path module : modules(directory)) {
        cases.add(read(language, module));
      }
    }
    return cases;
  }

  private static Iterable<Path> modules(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return new TreeSet<>(files.filter(file -> file.toString().endsWith(".wasm")).toList());
    }
  }

  private static Case read(String language, Path module) throws IOException {
    String name = String.valueOf(module.getFileName()).replace(".wasm", "");
    Path file = module.resolveSibling(name + ".json");
    JsonNode json = new ObjectMapper().readTree(Files.exists(file) ? Files.readString(file) : "{}");
    if (json.has("operations")) {
      throw new IllegalStateException(file + " has operations, which only sockets should need");
    }
    List<String> arguments = new ArrayList<>();
    json.path("args").forEach(argument -> arguments.add(argument.asText()));
    Map<String, String> environment = new LinkedHashMap<>();
    json.path("env")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), entry.getValue().asText()));
    JsonNode root = json.path("root");
    JsonNode stdout = json.path("stdout");
    return new Case(
        language + "/" + name,
        module,
        arguments,
        environment,
        root.isTextual() ? module.resolveSibling(root.asText()) : null,
        json.path("exit_code").asInt(0),
        stdout.isTextual() ? stdout.asText() : null);
  }
}
