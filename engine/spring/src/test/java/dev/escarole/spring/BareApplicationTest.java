package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything but the engine and Boot itself is optional. */
@Timeout(300)
class BareApplicationTest {

  private static final Pattern NEEDED =
      Pattern.compile(
          "(test-)?classes|escarole-(engine|recipes)-.*|spring-(boot|boot-autoconfigure|core|jcl|beans|context|aop|expression)-\\d.*"
              + "|micrometer-(observation|commons)-.*|jackson-.*|h2-.*|HikariCP-.*|jdbi3-.*|geantyref-.*|snakeyaml-engine-.*|slf4j-api-.*"
              + "|runtime-\\d.*|wasm-\\d.*|compiler-\\d.*|log-\\d.*|asm-.*|jspecify-.*|jsr305-.*");

  @Test
  void an_application_with_no_other_library_runs_recipes() throws Exception {
    String classes = System.getProperty("java.class.path");
    List<String> all =
        List.of(System.getProperty("surefire.test.class.path", classes).split(File.pathSeparator));
    String kept =
        all.stream()
            .filter(each -> NEEDED.matcher(String.valueOf(Path.of(each).getFileName())).matches())
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(kept)
        .contains("spring-boot-autoconfigure")
        .doesNotContain("actuator", "servlet", "javalin", "batch", "junit-jupiter", "logback");
    assertThat(Arrays.asList(kept.split(File.pathSeparator))).hasSizeLessThan(all.size());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Descarole.compiled=off",
                "-cp",
                kept,
                BareApplication.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).endsWith("ran\n");
  }
}
