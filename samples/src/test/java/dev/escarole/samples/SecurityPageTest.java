package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of attacks names tests that exist; each module's build runs its own. */
class SecurityPageTest {

  private static final Pattern CLASS =
      Pattern.compile("`([A-Z]\\w*Test|\\w*Contract)(?:[.#](\\w+))?`");

  private static List<String> rows() throws IOException {
    String page = Files.readString(Path.of("../engine/SECURITY.md"));
    return page.substring(page.indexOf("\n## Attacks and their tests"))
        .lines()
        .filter(line -> line.startsWith("|") && !line.startsWith("|---"))
        .filter(line -> !line.startsWith("| attack |"))
        .toList();
  }

  /** The sources of all tests, by the names of their classes. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (String module :
        List.of("recipes", "engine", "engine/python", "web", "samples", "samples/bench")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          sources.merge(name, Files.readString(file), (one, other) -> one + other);
        }
      }
    }
    return sources;
  }

  @Test
  void every_attack_has_a_test_that_exists() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    String before = "";
    for (String row : rows()) {
      String[] cells = row.split("(?<!\\\\)\\|", -1);
      String tests = cells[cells.length - 2].strip();
      tests = tests.equals("the same") ? before : tests;
      Matcher named = CLASS.matcher(tests);
      Set<String> classes = new LinkedHashSet<>();
      while (named.find()) {
        classes.add(named.group(1));
        String source = sources.get(named.group(1));
        String method = named.group(2);
        if (source == null || (method != null && !source.contains(method + "("))) {
          missing.add(named.group());
        }
      }
      if (classes.isEmpty()) {
        missing.add("no test in: " + row);
      }
      before = tests;
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void there_are_many_of_them_and_each_is_another() throws IOException {
    assertThat(rows()).hasSizeGreaterThan(150).doesNotHaveDuplicates();
  }
}
