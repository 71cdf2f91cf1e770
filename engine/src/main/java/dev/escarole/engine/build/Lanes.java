package dev.escarole.engine.build;

import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.command.NearestNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The languages that commands can be built from, and those that never can. Immutable. */
public final class Lanes {

  private static final String ELSEWHERE =
      "Build it elsewhere for WASI preview 1 (%s), then: escarole commands add NAME FILE.wasm";

  private static final Map<String, String> UNAVAILABLE =
      Map.of(
          "rust", "cargo build --release --target wasm32-wasip1",
          "zig", "zig build-exe -target wasm32-wasi -O ReleaseSmall FILE.zig",
          "go", "GOOS=wasip1 GOARCH=wasm go build -o FILE.wasm");

  private final Map<String, Lane> byLanguage = new TreeMap<>();

  /** Creates the table of some lanes; of two for one language, the first counts. */
  public Lanes(Iterable<Lane> lanes) {
    for (Lane lane : lanes) {
      lane.languages().forEach(each -> byLanguage.putIfAbsent(each, lane));
    }
  }

  /** Returns those on the class path. */
  public static Lanes installed() {
    return new Lanes(ServiceLoader.load(Lane.class, Lane.class.getClassLoader()));
  }

  /** Returns all languages, in alphabetical order. */
  public List<String> languages() {
    return List.copyOf(byLanguage.keySet());
  }

  /**
   * Returns the lane of a language.
   *
   * @throws BuildFailedException if there is none
   */
  public Lane find(String language) throws BuildFailedException {
    Lane lane = byLanguage.get(language);
    if (lane != null) {
      return lane;
    }
    Optional<String> unavailable = elsewhere(language);
    if (unavailable.isPresent()) {
      throw new BuildFailedException(
          Reason.LANE_UNAVAILABLE,
          "'%s' has no compiler that runs in the sandbox, and native ones are never started"
              .formatted(language),
          unavailable.get());
    }
    List<String> known = new ArrayList<>(byLanguage.keySet());
    known.addAll(UNAVAILABLE.keySet());
    List<String> nearest = NearestNames.of(language, known);
    throw new BuildFailedException(
        Reason.UNKNOWN_LANGUAGE,
        "no language is named '%s'".formatted(language),
        nearest.isEmpty()
            ? "Choose one of " + String.join(", ", languages()) + "."
            : "Did you mean " + String.join(" or ", nearest) + "?");
  }

  /**
   * Returns how a program in a language is built outside of the sandbox; empty unless the language
   * can only be built there.
   *
   * @param language its name, or how its files end, such as {@code rs}
   */
  public static Optional<String> elsewhere(String language) {
    String usual =
        switch (language) {
          case "rs" -> "rust";
          case "golang" -> "go";
          default -> language;
        };
    return Optional.ofNullable(UNAVAILABLE.get(usual)).map(ELSEWHERE::formatted);
  }
}
