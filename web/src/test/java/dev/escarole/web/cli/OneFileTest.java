package dev.escarole.web.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shipped: the packaged file itself, as a user gets it. Runs after it was packaged. */
class OneFileTest {

  private static final Path PACKAGED = Path.of("target/escarole");

  private Path directory;
  private Path file;

  @BeforeEach
  void setUp(@TempDir Path temporary) throws IOException {
    directory = temporary.toRealPath();
    file = directory.resolve("my prögrams/escarole 1");
    Files.createDirectories(file.getParent());
    Files.copy(PACKAGED, file, StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** In an environment that knows only where Java is, and a home directory. */
  private ProcessBuilder builder(String... args) {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectError(directory.resolve("err.txt").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("HOME", directory.resolve("home").toString());
    return builder;
  }

  private String output(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(Checkout.end(process)).as(err()).isZero();
    return out;
  }

  private String err() throws IOException {
    return Files.readString(directory.resolve("err.txt"));
  }

  private JsonNode start() throws IOException, InterruptedException {
    String json = output(builder("version", "--verbose", "--json"));
    assertThat(err()).isEmpty();
    return new ObjectMapper().readTree(json).get("start");
  }

  @Test
  void it_runs_where_there_is_only_java_and_is_ready_for_the_next_start() throws Exception {
    Path recipe = Files.writeString(directory.resolve("r.json"), "[\"echo ready\", \"wc -c\"]");
    assertThat(output(builder("run", recipe.toString(), "-q"))).isEqualTo("6\n");
    assertThat(err()).isEmpty();
    JsonNode start = start();
    assertThat(start.get("file").asText()).isEqualTo(file.toString());
    assertThat(start.get("archiveState").asText()).isEqualTo("fits");
    assertThat(start.get("archiveUsed").asBoolean()).isTrue();
    assertThat(start.get("compiler").asText()).isEqualTo("guests only");
    assertThat(start.get("cache").asText()).startsWith(directory.resolve("home").toString());
    assertThat(output(builder("run", recipe.toString(), "-q"))).isEqualTo("6\n");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));
    assertThat(start().get("archive").isNull()).isTrue();
    assertThat(output(builder("warmup"))).contains(" made in ");
    assertThat(start().get("archiveUsed").asBoolean()).isTrue();
  }

  @Test
  void it_runs_without_a_home_and_passes_input_and_exit_codes_on() throws Exception {
    ProcessBuilder builder =
        builder("exec", "--data", "data", "--stdin", "-", "grep", "--", "-c", "ö");
    builder.environment().remove("HOME");
    for (Map.Entry<String, Integer> each : Map.of("schön\n", 0, "schon\n", 1).entrySet()) {
      Process process = builder.start();
      process.getOutputStream().write(each.getKey().getBytes(UTF_8));
      process.getOutputStream().close();
      assertThat(Checkout.end(process)).as(err()).isEqualTo(each.getValue());
    }
    assertThat(err()).isEmpty();
  }

  /**
   * Some libraries bring no text of their licence, and the built-in commands contain a C library.
   */
  @Test
  void it_holds_the_licences_that_its_libraries_do_not_bring() throws Exception {
    try (JarFile jar = new JarFile(file.toFile());
        DirectoryStream<Path> texts =
            Files.newDirectoryStream(Path.of("src/main/dist/licences"), "*.txt")) {
      for (Path text : texts) {
        assertThat(jar.getEntry("META-INF/licenses/" + text.getFileName()))
            .as("%s", text)
            .isNotNull();
      }
      assertThat(jar.getEntry("META-INF/licenses/wasi-libc.txt")).isNotNull();
      assertThat(jar.getEntry("META-INF/licenses/compiler-rt.txt")).isNotNull();
    }
  }

  /** Pages need more of the jar than commands do. */
  @Test
  void its_server_shows_pages() throws Exception {
    Process server =
        builder("serve", "--port", "0", "--data", "data").redirectErrorStream(true).start();
    try (BufferedReader said = server.inputReader(UTF_8)) {
      String line = said.readLine();
      while (line != null && !line.startsWith("Escarole is at ")) {
        line = said.readLine();
      }
      assertThat(line).isNotNull();
      URI login = URI.create(line.substring(line.lastIndexOf(' ') + 1)).resolve("/login");
      try (InputStream page = login.toURL().openStream()) {
        assertThat(new String(page.readAllBytes(), UTF_8)).contains("<form", "htmx");
      }
    } finally {
      server.destroy();
    }
    assertThat(Checkout.end(server)).isZero();
  }

  @Test
  void the_jar_behind_it_is_whole() throws Exception {
    try (JarFile jar = new JarFile(PACKAGED.toFile())) {
      assertThat(jar.isMultiRelease()).isTrue();
      List<String> names = jar.stream().map(ZipEntry::getName).toList();
      assertThat(names).doesNotHaveDuplicates();
      assertThat(names).noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)"));
      assertThat(names).noneMatch(name -> name.endsWith("module-info.class"));
      assertThat(text(jar, "META-INF/services/java.sql.Driver").lines())
          .containsExactlyInAnyOrder("org.h2.Driver", "org.postgresql.Driver");
      assertThat(text(jar, "META-INF/LICENSE")).contains("PostgreSQL", "Apache License");
      assertThat(jar.stream().filter(OneFileTest::isOurs).map(ZipEntry::getTimeLocal).distinct())
          .as("not the time of the build")
          .hasSize(1);
    }
  }

  private static boolean isOurs(ZipEntry entry) {
    return entry.getName().startsWith("dev/escarole/") && !entry.isDirectory();
  }

  private static String text(JarFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void for_windows_it_lacks_the_line_that_only_other_systems_read() throws Exception {
    byte[] batch = Files.readAllBytes(Path.of("target/escarole.bat"));
    byte[] script = Files.readAllBytes(PACKAGED);
    String firstLine = "#!/bin/sh\n";
    assertThat(new String(script, 0, firstLine.length(), UTF_8)).isEqualTo(firstLine);
    assertThat(new String(batch, 0, 40, UTF_8)).startsWith(": <<'BATCH'\n@echo off\n");
    assertThat(batch).isEqualTo(Arrays.copyOfRange(script, firstLine.length(), script.length));
  }
}
