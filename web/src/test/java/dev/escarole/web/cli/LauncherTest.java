package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the real launcher as a real process. */
class LauncherTest {

  private Path directory;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
  }

  private Checkout checkout() throws IOException {
    return Checkout.create(Files.createDirectory(directory.resolve("check out")));
  }

  @Test
  void starts_from_any_directory_and_through_symbolic_links() throws Exception {
    Checkout checkout = checkout().built();
    Path links = Files.createDirectory(directory.resolve("links"));
    Files.createSymbolicLink(links.resolve("first"), checkout.launcher());
    Files.createSymbolicLink(links.resolve("second"), Path.of("first"));
    Process process = checkout.process(links.resolve("second"), links, "version").start();
    assertThat(Checkout.end(process)).isZero();
    assertThat(checkout.err()).isEmpty();
    assertThat(checkout.out()).startsWith("escarole ");
  }

  @Test
  void passes_arguments_input_and_exit_code_on() throws Exception {
    Checkout checkout = checkout().built();
    Path recipe = Files.writeString(directory.resolve("r.json"), "[\"cat\", \"cat\", \"cat /x\"]");
    Path echo =
        Files.writeString(
            directory.resolve("e.json"), "{\"args\": [\"a\"], \"template\": \"echo {a}\"}");
    Process text =
        checkout
            .process(checkout.launcher(), directory, "run", echo.toString(), "--set", "a=ö  '*")
            .start();
    assertThat(Checkout.end(text)).isZero();
    assertThat(checkout.out()).isEqualTo("ö  '*\n");
    Process degraded =
        checkout.process(checkout.launcher(), directory, "run", recipe.toString()).start();
    // Its first step reads it.
    degraded.getOutputStream().close();
    assertThat(Checkout.end(degraded)).isEqualTo(4);
    assertThat(checkout.err()).contains("degraded").doesNotContain("Building");
  }

  @Test
  void java_options_come_from_the_environment() throws Exception {
    Checkout checkout = checkout().built();
    ProcessBuilder builder = checkout.process(checkout.launcher(), directory, "version");
    builder.environment().put("ESCAROLE_JAVA_OPTS", "-Xmx64m -Dos.name=Elsewhere");
    assertThat(Checkout.end(builder.start())).isZero();
    assertThat(checkout.out()).contains("Elsewhere");
  }

  @Test
  void the_second_compiler_works_for_guests_only() throws Exception {
    Checkout checkout = checkout().built();
    Path recipe =
        Files.writeString(
            directory.resolve("r.json"),
            """
            {"parallel": true, "repeat": 300, "template": "seq 20000"}
            """);
    ProcessBuilder builder =
        checkout.process(checkout.launcher(), directory, "run", recipe.toString(), "-q");
    builder.environment().putAll(withDirectivesOnly(checkout));
    builder
        .environment()
        .put(
            "ESCAROLE_JAVA_OPTS",
            "-XX:+UnlockDiagnosticVMOptions -XX:+DisplayVMOutput -XX:+PrintCompilation");
    assertThat(Checkout.end(builder.start())).isZero();
    assertThat(compiled(checkout.out(), 1)).anyMatch(method -> method.startsWith("java."));
    assertThat(compiled(checkout.out(), 4))
        .anyMatch(method -> method.startsWith("dev.escarole.engine.wasm.prebuilt."))
        .noneMatch(method -> method.startsWith("java.util.") || method.startsWith("org.h2."));
  }

  /**
   * A cache as it is where Java can make no archive, which it cannot of the class path of a test. A
   * stand-in makes it, so that the test need not wait, and then leads to the Java of this process.
   */
  private Map<String, String> withDirectivesOnly(Checkout checkout) throws Exception {
    Path cache = directory.resolve("cache");
    Path home = StandInJava.create(directory.resolve("java"), "17").home();
    Map<String, String> environment =
        Map.of("JAVA_HOME", home.toString(), "ESCAROLE_CACHE", cache.toString());
    ProcessBuilder builder = checkout.process(checkout.file(), directory, "run");
    builder.environment().putAll(environment);
    assertThat(Checkout.end(builder.start())).isZero();
    try (Stream<Path> entries = Files.list(cache)) {
      Files.delete(entries.findFirst().orElseThrow().resolve("classes.jsa"));
    }
    script(
        home.resolve("bin/java"), "exec '" + System.getProperty("java.home") + "/bin/java' \"$@\"");
    return environment;
  }

  /** Methods that were compiled, each on a line: time, number, marks, level, name. */
  private static List<String> compiled(String log, int level) {
    Pattern line = Pattern.compile("(?m)^ *\\d+ +\\d+ [^\\d\\n]*%d +(\\S+::\\S+)".formatted(level));
    return line.matcher(log).results().map(found -> found.group(1)).toList();
  }

  @Test
  void a_server_may_have_everything_compiled() throws Exception {
    Checkout checkout = checkout().built();
    Map<String, String> directives = withDirectivesOnly(checkout);
    for (String command : List.of("serve", "mcp", "run")) {
      ProcessBuilder builder = checkout.process(checkout.launcher(), directory, command, "--help");
      builder.environment().putAll(directives);
      builder
          .environment()
          .put(
              "ESCAROLE_JAVA_OPTS",
              "-XX:+UnlockDiagnosticVMOptions -XX:+DisplayVMOutput -XX:+PrintFlagsFinal");
      assertThat(Checkout.end(builder.start())).isZero();
      Matcher file = Pattern.compile("CompilerDirectivesFile += (\\S*)").matcher(checkout.out());
      assertThat(file.find()).isTrue();
      assertThat(file.group(1).isEmpty()).as(command).isNotEqualTo(command.equals("run"));
    }
  }

  @Test
  void numbers_are_written_alike_in_every_locale() throws Exception {
    Checkout checkout = checkout().built();
    Path recipe = Files.writeString(directory.resolve("r.json"), "\"echo hello\"");
    for (List<String> line :
        List.of(List.of("run", recipe.toString()), List.of("cache", "stats", "--json"))) {
      ProcessBuilder builder =
          checkout.process(checkout.launcher(), directory, line.toArray(String[]::new));
      builder.environment().put("ESCAROLE_JAVA_OPTS", "-Duser.language=ar -Duser.country=EG");
      assertThat(Checkout.end(builder.start())).isZero();
    }
    assertThat(checkout.out()).isEqualTo("{\"results\":0,\"bytes\":0}\n");
  }

  @Test
  void two_first_uses_at_once_build_once() throws Exception {
    Checkout checkout = checkout();
    Path tools = fakeMaven(checkout);
    ProcessBuilder first = checkout.process(checkout.launcher(), directory, "version");
    ProcessBuilder second = checkout.process(checkout.launcher(), directory, "version");
    second.redirectOutput(directory.resolve("second.txt").toFile());
    second.redirectError(directory.resolve("second.err").toFile());
    String path = tools + ":" + System.getenv("PATH");
    first.environment().put("PATH", path);
    second.environment().put("PATH", path);
    Process one = first.start();
    Process two = second.start();
    assertThat(Checkout.end(one)).isZero();
    assertThat(Checkout.end(two)).isZero();
    assertThat(checkout.out()).startsWith("escarole ");
    assertThat(Files.readString(directory.resolve("second.txt"))).startsWith("escarole ");
    assertThat(checkout.err() + Files.readString(directory.resolve("second.err")))
        .containsOnlyOnce("Building Escarole (first use); this takes about a minute...")
        .containsOnlyOnce("Built ")
        .containsPattern("Built .*web/target/escarole \\(\\d+ MB\\) in \\d+ s\n");
    assertThat(Files.readAllLines(tools.resolve("calls")))
        .containsExactly("-B -o -Dquickly -pl web -am package");
    assertThat(checkout.root().resolve("web/target/launcher.lock")).doesNotExist();
  }

  @Test
  void a_build_that_fails_shows_why() throws Exception {
    Checkout checkout = checkout();
    Path tools = Files.createDirectory(directory.resolve("tools"));
    script(tools.resolve("mvn"), "echo 'the compiler says no'; exit 1");
    ProcessBuilder builder = checkout.process(checkout.launcher(), directory, "version");
    builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    assertThat(Checkout.end(builder.start())).isEqualTo(1);
    assertThat(checkout.err()).contains("the compiler says no").contains("the build failed");
    assertThat(checkout.root().resolve("web/target/launcher.lock")).doesNotExist();
  }

  @Test
  void a_wrong_java_home_is_named() throws Exception {
    Checkout checkout = checkout().built();
    ProcessBuilder builder = checkout.process(checkout.launcher(), directory, "version");
    builder.environment().put("JAVA_HOME", "/nowhere");
    assertThat(Checkout.end(builder.start())).isEqualTo(1);
    assertThat(checkout.err()).contains("JAVA_HOME is /nowhere");
  }

  /** A stand-in that notes its arguments and leaves the one file where a build would. */
  private Path fakeMaven(Checkout checkout) throws IOException {
    Path tools = Files.createDirectory(directory.resolve("tools"));
    Checkout.writeFile(tools.resolve("built"), "0");
    Path target = checkout.root().resolve("web/target");
    script(
        tools.resolve("mvn"),
        "echo \"$@\" >> '" + tools.resolve("calls") + "'",
        "mkdir -p '" + target + "'",
        "cp '" + tools.resolve("built") + "' '" + target + "/escarole'");
    return tools;
  }

  private static void script(Path file, String... lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
