package dev.escarole.web.cli.resident;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same call beside a server and without one: real processes. */
@Timeout(600)
class SameCallsTest {

  @TempDir private static Path directory;
  private static Commands beside;
  private static Commands alone;

  @BeforeAll
  static void setUp() throws Exception {
    Files.createDirectories(directory.resolve("work/books"));
    beside = new Commands(directory, directory.resolve("served"));
    alone = new Commands(directory, directory.resolve("own"));
    file("done.json", "\"echo ready\"");
    file("failed.json", "[\"echo one\", \"false\"]");
    file(
        "degraded.json",
        "{\"parallel\": true, \"template\": [\"echo a\", \"cat /nowhere\", \"echo b\"]}");
    file("invalid.yaml", "name: x\ntemplate: [echo, {nonsense: 1}]\n");
    file("unknown.json", "\"nosuchcommand\"");
    file("named.yaml", "name: named\nargs: [who]\ntemplate: echo {who}\n");
    file("count.json", "\"wc -c\"");
    file("retried.json", "{\"retry\": 3, \"template\": \"false\"}");
    file("list.json", "\"ls /books\"");
    file("values.json", "{\"who\": \"the file\"}");
    file("text.txt", "five\n");
    file("@home", "\"echo at home\"");
    file("böse.json", "\"echo grün\"");
    file("books/one.txt", "1");
    beside.serve();
  }

  private static void file(String name, String text) throws IOException {
    Files.writeString(directory.resolve("work").resolve(name), text);
  }

  @AfterAll
  static void tearDown() {
    beside.close();
    alone.close();
  }

  static Stream<List<String>> calls() {
    return Stream.of(
        List.of("run", "done.json"),
        List.of("run", "./done.json", "--quiet"),
        List.of("run", "done.json", "--json", "--label", "nightly"),
        List.of("run", "failed.json"),
        List.of("run", "retried.json"),
        List.of("run", "degraded.json"),
        List.of("run", "degraded.json", "--lenient"),
        List.of("run", "missing.json"),
        List.of("run", "invalid.yaml"),
        List.of("run", "invalid.yaml", "--json"),
        List.of("run", "unknown.json"),
        List.of("run", "done.json", "--unheard-of"),
        List.of("run", "named.yaml"),
        List.of("run", "named.yaml", "--set", "who=me"),
        List.of("run", "named.yaml", "--set", "whom=me"),
        List.of("run", "named.yaml", "--values", "values.json"),
        List.of("run", "count.json", "--stdin", "text.txt"),
        List.of("run", "count.json", "--stdin", "-"),
        List.of("run", "list.json", "--dir", "./books::/books:ro"),
        List.of("run", "list.json", "--dir", "done.json::/books"),
        List.of("run", "@home"),
        List.of("run", "böse.json"),
        List.of("run", "books"),
        List.of("plan", "named.yaml", "--set", "who=me"),
        List.of("validate", "invalid.yaml", "done.json"),
        List.of("runs", "show", "nosuch"),
        List.of("runs", "list", "--limit", "0"));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void prints_and_returns_the_same(List<String> call) {
    Path work = directory.resolve("work");
    Path in = work.resolve("text.txt");
    String[] words = call.toArray(String[]::new);
    String without = alone.startIn(work, in, words).facts();
    String with = beside.startIn(work, in, words).facts().replace("served", "own");
    if (call.contains("degraded.json")) {
      // Branches end in any order.
      assertThat(with.lines().sorted())
          .containsExactlyElementsOf(without.lines().sorted().toList());
    } else {
      assertThat(with).isEqualTo(without);
    }
  }

  @Test
  void what_was_run_is_listed_and_printed_the_same() {
    Path work = directory.resolve("work");
    List<String> all = new ArrayList<>();
    for (Commands each : List.of(beside, alone)) {
      String ran = each.startIn(work, null, "run", "failed.json").facts();
      String output = each.startIn(work, null, "runs", "output", "last").facts();
      String shown = each.startIn(work, null, "runs", "show", "last").facts();
      String step = each.startIn(work, null, "runs", "output", "last", "0.1", "--stderr").facts();
      String listed = each.startIn(work, null, "runs", "list", "--limit", "1").facts();
      String audit = each.startIn(work, null, "audit", "--kind", "call", "--limit", "2").facts();
      all.add(ran + output + shown + step + listed + audit);
    }
    assertThat(all.get(0)).isEqualTo(all.get(1));
  }

  @Test
  void output_that_nobody_takes_ends_the_same() throws Exception {
    file("long.json", "\"seq 100000\"");
    Path work = directory.resolve("work");
    List<String> all = new ArrayList<>();
    for (String data : List.of("served", "own")) {
      try (Commands full =
              new Commands(directory, directory.resolve(data)).into(Path.of("/dev/full"));
          Commands pipe = new Commands(directory, directory.resolve(data)).piped()) {
        String end = full.startIn(work, null, "run", "long.json").facts();
        Commands.Command cut = pipe.startIn(work, null, "run", "long.json", "--json");
        cut.process.getInputStream().close();
        all.add(end + cut.facts());
      }
    }
    assertThat(all.get(0)).contains("No space left on device").isEqualTo(all.get(1));
  }

  @Test
  void a_terminal_of_the_client_is_drawn_on() {
    Path work = directory.resolve("work");
    for (String data : List.of("served", "own")) {
      try (Commands terminal =
          new Commands(directory, directory.resolve(data))
              .java("-Descarole.stdout.terminal=true")
              .java("-Descarole.stderr.terminal=true")
              .java("-Descarole.columns=60")
              .java("-Descarole.unicode=false")) {
        Commands.Command ran = terminal.startIn(work, null, "run", "failed.json");
        assertThat(ran.end()).isEqualTo(4);
        assertThat(ran.err()).as(data).contains("\u001b[J").contains("\u001b[31mx\u001b[0m false");
        terminal.env("NO_COLOR", "1");
        Commands.Command plain = terminal.startIn(work, null, "runs", "show", "last");
        assertThat(plain.end()).isZero();
        assertThat(plain.out()).as(data).doesNotContain("\u001b").contains("x false");
      }
    }
  }

  @Test
  void a_server_of_another_user_is_left_alone() throws Exception {
    assertThat(loaded("done.json", "-Duser.name=somebody")).contains("picocli");
  }

  @Test
  void a_variable_turns_the_matter_off() throws Exception {
    Commands off = new Commands(directory, directory.resolve("served"));
    assertThat(loaded(off.env("ESCAROLE_RESIDENT", "off"), "done.json")).contains("picocli");
    Commands other = new Commands(directory, directory.resolve("served"));
    assertThat(loaded(other.env("ESCAROLE_PLAN_TIME", "7"), "done.json")).contains("picocli");
  }

  /** Otherwise all of the above would compare a call with itself. */
  @Test
  void a_call_beside_a_server_loads_no_command_line() throws Exception {
    assertThat(loaded("done.json")).doesNotContain("picocli").contains("ResidentClient");
    assertThat(loaded("missing.json")).contains("picocli");
  }

  @Test
  void the_server_of_a_data_directory_that_is_named_is_asked() throws Exception {
    Commands elsewhere = new Commands(directory, directory.resolve("own"));
    String there = loaded(elsewhere, "done.json", "--data", "../served");
    assertThat(there).doesNotContain("picocli").contains("ResidentClient");
    Commands served = new Commands(directory, directory.resolve("served"));
    assertThat(loaded(served, "done.json", "--data=../own")).contains("picocli");
  }

  private static String loaded(String recipe, String... options) throws IOException {
    Commands commands = new Commands(directory, directory.resolve("served"));
    List.of(options).forEach(commands::java);
    return loaded(commands, recipe);
  }

  private static String loaded(Commands commands, String... words) throws IOException {
    Path list = Files.createTempFile(directory, "classes", ".txt");
    try (Commands traced = commands.java("-Xlog:class+load:file=" + list)) {
      List<String> command = new ArrayList<>(List.of("run"));
      command.addAll(List.of(words));
      traced.startIn(directory.resolve("work"), null, command.toArray(String[]::new)).end();
    }
    return Files.readString(list);
  }
}
