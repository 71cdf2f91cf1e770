package dev.escarole.web;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A package holds no more classes than one can survey, and a name means one thing in a module. */
class ClassNamesTest {

  private static final Path ROOT = Path.of("src/main/java/dev/escarole");
  private static final long MOST = 45;

  @Test
  void a_package_holds_45_classes_at_most() throws IOException {
    assertThat(exceeding(MOST, file -> room(file))).isEmpty();
  }

  @Test
  void a_class_name_stands_once() throws IOException {
    assertThat(exceeding(1, file -> file.getFileName().toString().replace(".java", ""))).isEmpty();
  }

  /** The package by its path, such as {@code engine/store}. */
  private static String room(Path file) {
    return ROOT.relativize(file.getParent()).toString();
  }

  /** What more sources have in common than there may be. */
  private static Set<String> exceeding(long most, Function<Path, String> trait) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      Map<String, Long> counts =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("package-info.java"))
              .collect(groupingBy(trait, counting()));
      assertThat(counts).isNotEmpty();
      return counts.entrySet().stream()
          .filter(each -> each.getValue() > most)
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    }
  }
}
