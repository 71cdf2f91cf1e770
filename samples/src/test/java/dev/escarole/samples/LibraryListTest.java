package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The jars that come with the engine are those that its document lists. It is here because this
 * module depends on the engine as an application does.
 */
class LibraryListTest {

  private static final String OWN = "escarole-";

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| [^|`]+ \\| ((?:`[\\w-]+`(?:, )?)+) \\| (\\d+\\.\\d) \\|$");

  private static final Pattern SUM = Pattern.compile("gets (\\d+) jars of (\\d+\\.\\d) MB");

  private static final Pattern JAR = Pattern.compile("(.+?)-\\d[\\w.-]*\\.jar");

  /** Our own, this module's log provider, and the libraries of tests. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          OWN
              + ".*|slf4j-simple|junit-.*|assertj-core|byte-buddy|opentest4j.*|apiguardian-api"
              + "|surefire-.*|open-test-reporting-.*");

  private record Row(List<String> jars, double megabytes) {
    boolean own() {
      return jars.get(0).startsWith(OWN);
    }
  }

  private static String document() throws IOException {
    return Files.readString(Path.of("../engine/README.md"));
  }

  private static List<Row> rows() throws IOException {
    return ROW.matcher(document())
        .results()
        .map(
            row ->
                new Row(
                    List.of(row.group(1).replace("`", "").split(", ", -1)),
                    Double.parseDouble(row.group(2))))
        .toList();
  }

  /** Sizes of the libraries of others on the class path, in bytes. */
  private static Map<String, Long> libraries() throws IOException {
    Map<String, Long> libraries = new TreeMap<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path file = Path.of(each);
      Matcher name = JAR.matcher(String.valueOf(file.getFileName()));
      if (name.matches() && !LEFT_OUT.matcher(name.group(1)).matches()) {
        libraries.put(name.group(1), Files.size(file));
      }
    }
    return libraries;
  }

  @Test
  void the_document_lists_every_jar_that_comes_with_the_engine() throws IOException {
    assertThat(
            rows().stream().filter(row -> !row.own()).flatMap(row -> row.jars().stream()).toList())
        .containsExactlyInAnyOrderElementsOf(libraries().keySet());
  }

  @Test
  void the_sizes_are_those_of_the_jars() throws IOException {
    Map<String, Long> libraries = libraries();
    for (Row row : rows()) {
      if (!row.own()) {
        long bytes = row.jars().stream().mapToLong(each -> libraries.getOrDefault(each, 0L)).sum();
        assertThat(row.megabytes()).as(row.toString()).isCloseTo(bytes / 1e6, within(0.051));
      }
    }
  }

  @Test
  void the_sums_are_those_of_the_list() throws IOException {
    MatchResult sum = SUM.matcher(document()).results().findAny().orElseThrow();
    assertThat(rows().stream().mapToInt(row -> row.jars().size()).sum())
        .isEqualTo(Integer.parseInt(sum.group(1)));
    double own = rows().stream().filter(Row::own).mapToDouble(Row::megabytes).sum();
    double others = libraries().values().stream().mapToLong(Long::longValue).sum() / 1e6;
    assertThat(own).isPositive();
    assertThat(Double.parseDouble(sum.group(2))).isCloseTo(own + others, within(0.101));
  }
}
