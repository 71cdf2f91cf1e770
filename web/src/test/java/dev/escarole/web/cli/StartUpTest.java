package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a short run need not wait for is not even loaded in its process. */
class StartUpTest {

  @TempDir private Path directory;

  /** What a short run does without; the first writes the comparisons of records at run time. */
  private static final List<String> UNNEEDED =
      List.of(
          "java.lang.runtime.ObjectMethods",
          "java.lang.management.ManagementFactory",
          "java.lang.invoke.MethodHandleProxies",
          "org.flywaydb.core.internal.",
          "dev.escarole.web.cli.config.Configuration",
          "org.snakeyaml.engine.v2.parser.",
          "io.javalin.",
          "org.eclipse.jetty.",
          "org.jdbi.v3.core.config.",
          "jdk.jfr.",
          "reactor.",
          "io.micrometer.",
          "com.fasterxml.jackson.databind.",
          "java.net.http.",
          "dev.escarole.web.share.SharedEscarole");

  /** The names of the classes that a process of {@code run} loads. */
  private List<String> classesOfARun() throws IOException, InterruptedException {
    Path recipe = Files.writeString(directory.resolve("r.json"), "\"echo ready\"");
    Path classes = directory.resolve("classes");
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xlog:class+load:file=" + classes,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "run",
            recipe.toString(),
            "--data",
            directory.resolve("data").toString());
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(classes).stream().map(StartUpTest::name).toList();
  }

  private static String name(String line) {
    return line.substring(line.lastIndexOf("] ") + 2).split(" ", 2)[0];
  }

  private static List<String> unneeded(List<String> classes) {
    return classes.stream().filter(name -> UNNEEDED.stream().anyMatch(name::startsWith)).toList();
  }

  @Test
  void a_run_loads_no_machinery_that_it_does_without() throws Exception {
    List<String> first = classesOfARun();
    List<String> second = classesOfARun();
    assertThat(unneeded(first)).isEmpty();
    assertThat(unneeded(second)).isEmpty();
    String inspection = "dev.escarole.engine.store.database.DefinitionCheck";
    assertThat(first.contains(inspection)).as("a new file is not looked into").isFalse();
    assertThat(second.contains(inspection)).as("one that was there is").isTrue();
  }
}
