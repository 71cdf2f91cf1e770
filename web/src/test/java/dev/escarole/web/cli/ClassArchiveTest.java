package dev.escarole.web.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script of the one file keeps to start faster, and when it does not trust it. */
class ClassArchiveTest {

  private Path directory;
  private Path file;
  private Path cache;
  private StandInJava java;

  @BeforeEach
  void setUp(@TempDir Path temporary) throws IOException {
    directory = temporary.toRealPath();
    file = directory.resolve("bin dir/escärole");
    Files.createDirectories(file.getParent());
    Checkout.writeFile(file, "1");
    cache = directory.resolve("cäche dir/start");
    java = StandInJava.create(directory.resolve("java 17"), "17.0.1");
  }

  private ProcessBuilder builder(String... args) {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectError(directory.resolve("err.txt").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("JAVA_HOME", java.home().toString());
    environment.put("ESCAROLE_CACHE", cache.toString());
    return builder;
  }

  /** The arguments that Java is given in the end. */
  private List<String> start(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    List<String> shown =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(Checkout.end(process)).isZero();
    assertThat(Files.readString(directory.resolve("err.txt"))).isEmpty();
    return shown;
  }

  private List<String> start(String... args) throws IOException, InterruptedException {
    return start(builder(args));
  }

  private static String state(List<String> arguments) {
    String name = "-Descarole.archive.state=";
    return arguments.stream()
        .filter(each -> each.startsWith(name))
        .map(each -> each.substring(name.length()))
        .findFirst()
        .orElseThrow();
  }

  private Path entry() throws IOException {
    return entries().get(0);
  }

  private List<Path> entries() throws IOException {
    if (!Files.exists(cache)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(cache)) {
      return found.toList();
    }
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void the_first_command_makes_an_archive_and_the_next_ones_use_it() throws Exception {
    List<String> first = start("run", "r.json");
    List<String> second = start("run", "r.json");
    String archive = entry().resolve("classes.jsa").toString();
    assertThat(first).contains("-Xshare:auto", "-XX:SharedArchiveFile=" + archive);
    assertThat(first).endsWith("-cp", file.toString(), Main.class.getName(), "run", "r.json");
    assertThat(second).contains("-XX:SharedArchiveFile=" + archive);
    assertThat(second).contains("-XX:CompilerDirectivesFile=" + entry().resolve("compilers.json"));
    assertThat(state(first)).isEqualTo("made just now");
    assertThat(state(second)).isEqualTo("fits");
    assertThat(java.calls()).containsExactly("training commands", "dump", "start", "start");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
  }

  @Test
  void a_java_with_ahead_of_time_caches_gets_one() throws Exception {
    java = StandInJava.create(directory.resolve("java 25"), "25.0.3");
    List<String> arguments = start("run", "r.json");
    assertThat(arguments)
        .contains("-XX:AOTCache=" + entry().resolve("classes.aot"))
        .contains("--enable-native-access=ALL-UNNAMED")
        .noneMatch(each -> each.startsWith("-Xshare") || each.contains("SharedArchive"));
    assertThat(java.calls()).containsExactly("training commands", "start");
  }

  @Test
  void only_a_java_that_knows_an_option_is_given_it() throws Exception {
    assertThat(start("version")).noneMatch(each -> each.startsWith("--"));
    java = StandInJava.create(directory.resolve("java 24"), "24");
    assertThat(start("version")).contains("--sun-misc-unsafe-memory-access=allow");
  }

  @Test
  void whatever_changes_makes_the_archive_stale() throws Exception {
    start("run");
    FileTime time = Files.getLastModifiedTime(file);
    List<ThrowingRunnable> changes =
        List.of(
            () -> Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() - 5000)),
            () -> Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5000)),
            () -> {
              Checkout.writeFile(file, "2");
              Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5000));
            },
            () -> Files.setLastModifiedTime(modules(), FileTime.fromMillis(1_000_000_000_000L)),
            () -> Files.writeString(java.home().resolve("release"), "JAVA_VERSION=\"17.0.2\"\n"));
    for (ThrowingRunnable change : changes) {
      assertThat(state(start("run"))).isEqualTo("fits");
      change.run();
      assertThat(start("version")).noneMatch(each -> each.contains("SharedArchiveFile"));
      assertThat(state(start("run"))).isEqualTo("made just now");
    }
    assertThat(entries()).hasSize(1);
  }

  private Path modules() {
    return java.home().resolve("lib/modules");
  }

  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  @Test
  void a_file_that_was_moved_gets_its_own_and_the_old_one_goes() throws Exception {
    start("run");
    Path before = entry();
    Path moved = directory.resolve("elsewhere");
    Files.move(file, moved);
    file = moved;
    assertThat(state(start("run"))).isEqualTo("made just now");
    assertThat(before).doesNotExist();
    assertThat(entries()).hasSize(1);
  }

  @Test
  void of_two_first_starts_one_makes_it_and_the_other_does_not_wait() throws Exception {
    Files.createFile(java.waiting());
    Process maker = builder("run").start();
    awaitFile(java.home().resolve("calls"));
    assertThat(state(start("run"))).isEqualTo("another process is making it");
    Files.delete(java.waiting());
    List<String> made = new String(maker.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(Checkout.end(maker)).isZero();
    assertThat(state(made)).isEqualTo("made just now");
    assertThat(state(start("run"))).isEqualTo("fits");
    assertThat(java.calls().stream().filter("dump"::equals)).hasSize(1);
  }

  @Test
  void a_start_that_is_broken_off_leaves_nothing_behind() throws Exception {
    Files.createFile(java.waiting());
    Process maker = builder("run").start();
    awaitFile(java.home().resolve("calls"));
    maker.destroy();
    assertThat(Checkout.end(maker)).isEqualTo(143);
    Files.delete(java.waiting());
    assertThat(entries()).isEmpty();
    assertThat(state(start("run"))).isEqualTo("made just now");
  }

  @Test
  void the_lock_of_a_dead_process_is_taken_away() throws Exception {
    start("run");
    Path lock = cache.resolve(".lock." + entry().getFileName());
    Files.createDirectory(lock);
    Process dead = new ProcessBuilder("true").start();
    assertThat(Checkout.end(dead)).isZero();
    Files.writeString(lock.resolve("pid"), dead.pid() + "\n");
    assertThat(state(start("warmup", "--force"))).isEqualTo("made just now");
    assertThat(lock).doesNotExist();
  }

  @Test
  void agents_and_servers_do_not_wait() throws Exception {
    Files.createFile(java.waiting());
    assertThat(state(start("mcp"))).isEqualTo("being made for the next start");
    Files.delete(java.waiting());
    awaitFile(cache);
    awaitFile(java.home().resolve("calls"));
    await("ls " + quoted(cache) + "/*/facts");
    List<String> arguments = start("mcp");
    assertThat(state(arguments)).isEqualTo("fits");
    assertThat(arguments).noneMatch(each -> each.contains("CompilerDirectivesFile"));
    assertThat(java.calls()).containsExactly("start", "training all", "dump", "start");
  }

  @Test
  void what_is_over_at_once_makes_nothing() throws Exception {
    start("completion");
    start("version");
    start("help");
    start("run", "--help");
    start();
    assertThat(java.calls()).containsOnly("start");
    assertThat(cache).doesNotExist();
  }

  @Test
  void warmup_makes_it_for_servers_too_and_again_only_if_asked() throws Exception {
    start("run");
    assertThat(state(start("warmup"))).isEqualTo("made just now");
    assertThat(state(start("warmup"))).isEqualTo("fits");
    assertThat(state(start("warmup", "--force"))).isEqualTo("made just now");
    assertThat(java.calls().stream().filter("training all"::equals)).hasSize(2);
  }

  @Test
  void a_cache_that_others_can_write_is_not_trusted() throws Exception {
    start("run");
    for (String permissions : List.of("rwxrwxrwx", "rwxrwx---", "rwx----w-")) {
      mode(cache, permissions);
      List<String> arguments = start("run");
      assertThat(state(arguments)).as(permissions).isEqualTo("others can write to " + cache);
      assertThat(arguments).noneMatch(each -> each.contains(cache + "/"));
      mode(cache, "rwx------");
    }
    mode(entry(), "rwxrwxr-x");
    assertThat(state(start("run"))).isEqualTo("others can write to " + cache);
    mode(entry(), "rwxr-xr-x");
    mode(entry().resolve("classes.jsa"), "rw-rw-r--");
    assertThat(state(start("run"))).isEqualTo("others can write to " + cache);
    mode(entry().resolve("classes.jsa"), "rw-r--r--");
    mode(requireNonNull(cache.getParent()), "rwxrwxrwx");
    assertThat(state(start("run"))).isEqualTo("others can write to " + cache);
    mode(requireNonNull(cache.getParent()), "rwxr-xr-x");
    assertThat(state(start("run"))).isEqualTo("fits");
    assertThat(java.calls().stream().filter("dump"::equals)).hasSize(1);
  }

  @Test
  void nothing_is_made_where_others_can_write() throws Exception {
    Files.createDirectories(cache);
    mode(cache, "rwxrwxrwx");
    assertThat(state(start("run"))).isEqualTo("others can write to " + cache);
    assertThat(entries()).isEmpty();
    assertThat(java.calls()).containsExactly("start");
  }

  @Test
  void without_a_place_it_lives_without() throws Exception {
    cache = Path.of("/proc/nowhere/start");
    assertThat(state(start("run"))).isEqualTo("/proc/nowhere/start cannot be written");
    ProcessBuilder homeless = builder("run");
    homeless.environment().remove("ESCAROLE_CACHE");
    assertThat(state(start(homeless))).isEqualTo("there is no home directory");
    ProcessBuilder unwanted = builder("run");
    unwanted.environment().put("ESCAROLE_CACHE", "");
    assertThat(state(start(unwanted))).isEqualTo("ESCAROLE_CACHE is empty");
    assertThat(java.calls()).containsOnly("start");
  }

  @Test
  void the_usual_place_is_the_users_cache() throws Exception {
    ProcessBuilder builder = builder("run");
    builder.environment().remove("ESCAROLE_CACHE");
    builder.environment().put("HOME", directory.resolve("home").toString());
    assertThat(state(start(builder))).isEqualTo("made just now");
    assertThat(directory.resolve("home/.cache/escarole/start")).isDirectory();
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("xdg").toString());
    assertThat(state(start(builder))).isEqualTo("made just now");
    assertThat(directory.resolve("xdg/escarole/start")).isDirectory();
  }

  @Test
  void a_runtime_and_a_cache_of_its_own_come_first() throws Exception {
    Path installed = directory.resolve("installed");
    Files.createDirectories(installed.resolve("bin"));
    Files.createDirectories(installed.resolve("cache"));
    Files.move(file, installed.resolve("bin/escarole"));
    file = Files.createSymbolicLink(directory.resolve("link"), installed.resolve("bin/escarole"));
    StandInJava own = StandInJava.create(installed.resolve("runtime"), "25");
    ProcessBuilder builder = builder("run");
    builder.environment().remove("ESCAROLE_CACHE");
    builder.environment().put("HOME", directory.resolve("home").toString());
    assertThat(start(builder)).contains("-Descarole.cache=" + installed.resolve("cache"));
    assertThat(own.calls()).containsExactly("training commands", "start");
    assertThat(java.calls()).isEmpty();
    assertThat(directory.resolve("home")).doesNotExist();
  }

  @Test
  void a_java_that_merely_lies_beside_is_not_its_own() throws Exception {
    Path other = StandInJava.create(directory.resolve("usr"), "25").home();
    Files.delete(other.resolve("lib/modules"));
    Files.createDirectory(other.resolve("lib/modules"));
    Path moved = other.resolve("bin/escarole");
    Files.move(file, moved);
    file = moved;
    start("version");
    assertThat(java.calls()).containsExactly("start");
  }

  @Test
  void a_java_that_is_too_old_is_refused_in_a_sentence() throws Exception {
    for (String version : List.of("11.0.20", "1.8.0_402")) {
      java = StandInJava.create(directory.resolve("java " + version), version);
      Process process = builder("run").start();
      assertThat(Checkout.end(process)).isEqualTo(1);
      assertThat(Files.readString(directory.resolve("err.txt")))
          .isEqualTo(
              "escarole: Java 17 or newer is needed; %s is %s%n"
                  .formatted(java.home().resolve("bin/java"), version));
      assertThat(java.calls()).isEmpty();
    }
  }

  @Test
  void the_exit_code_is_that_of_java() throws Exception {
    ProcessBuilder builder = builder("version");
    builder.environment().put("STAND_IN_STATUS", "42");
    assertThat(Checkout.end(builder.start())).isEqualTo(42);
  }

  /** The shell waits, so that nobody here has to. */
  private void await(String condition) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh", "-c", "until " + condition + "; do sleep 0.05; done >/dev/null 2>&1")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(Checkout.end(process)).isZero();
  }

  private void awaitFile(Path path) throws IOException, InterruptedException {
    await("[ -e " + quoted(path) + " ]");
  }

  private static String quoted(Path path) {
    return "'" + path + "'";
  }
}
