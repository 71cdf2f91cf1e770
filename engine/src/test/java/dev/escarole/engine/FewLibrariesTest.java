package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine in applications that have few libraries, or older ones. */
@Timeout(300)
class FewLibrariesTest {

  private static final Pattern OPTIONAL =
      Pattern.compile(
          "(quartz|angus-\\w+|jakarta\\.(mail|activation)\\S*|httpcore5|xz|postgresql)-.*");

  private static final Pattern JACKSON = Pattern.compile("jackson-(core|databind|annotations)-.*");

  /** Copied by Maven. */
  private static final Path OLDEST = Path.of("target/oldest");

  @TempDir Path directory;

  /** The class path of the tests without some jars. */
  private static List<String> without(Pattern jars) {
    List<String> kept =
        Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
            .filter(each -> !jars.matcher(String.valueOf(Path.of(each).getFileName())).matches())
            .toList();
    assertThat(kept).hasSizeLessThan(ChildJvm.classPath().split(File.pathSeparator).length);
    return new ArrayList<>(kept);
  }

  private List<String> said(List<String> classPath) throws IOException, InterruptedException {
    List<String> said = new ArrayList<>();
    try (ChildJvm child =
        ChildJvm.start(
            String.join(File.pathSeparator, classPath),
            List.of(),
            List.of(),
            FewLibraries.class,
            directory.toString())) {
      for (String line = child.line(); line != null; line = child.line()) {
        said.add(line);
      }
      assertThat(child.await()).as(said.toString()).isZero();
    }
    return said;
  }

  @Test
  void a_run_needs_no_optional_library_and_what_needs_one_names_it() throws Exception {
    assertThat(said(without(OPTIONAL)))
        .containsExactly(
            "ran {a=[1, 2.5, x]}",
            "Schedules need the library org.quartz-scheduler:quartz, which is not on the class"
                + " path; the pom of escarole-engine has its version",
            "PostgreSQL needs the library org.postgresql:postgresql, which is not on the class"
                + " path; the pom of escarole-engine has its version");
  }

  @Test
  void the_oldest_jackson_is_enough() throws Exception {
    List<String> classPath = without(JACKSON);
    try (Stream<Path> jars = Files.list(OLDEST)) {
      jars.map(Path::toString).forEach(classPath::add);
    }
    assertThat(classPath.toString()).contains("jackson-databind-2.15.");
    assertThat(said(classPath)).startsWith("ran {a=[1, 2.5, x]}", "schedules");
  }
}
