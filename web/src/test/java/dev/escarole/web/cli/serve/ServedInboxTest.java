package dev.escarole.web.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own that watches an inbox. */
@Timeout(300)
class ServedInboxTest {

  @TempDir Path directory;

  private @Nullable Process process;
  private CliHarness cli;

  @BeforeEach
  void files() throws IOException {
    cli = new CliHarness(directory);
    Files.createDirectories(directory.resolve("inbox"));
    Files.createDirectories(directory.resolve("recipes"));
    cli.file(
        "recipes/orders.yaml",
        """
        inbox: {match: "*.csv", as: file}
        args: [file]
        template: grep -c '' {file}
        """);
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private List<String> serve(String... options) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Descarole.compiled=off",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                "0",
                "--data",
                cli.data().toString()));
    words.addAll(List.of(options));
    Process started = new ProcessBuilder(words).directory(directory.toFile()).start();
    process = started;
    BufferedReader said =
        new BufferedReader(new InputStreamReader(started.getErrorStream(), StandardCharsets.UTF_8));
    List<String> before = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      before.add(line);
      if (line.startsWith("Escarole is at ")) {
        return before;
      }
    }
    throw new AssertionError("it ended: " + before);
  }

  /** Waits for a file in {@code done} or {@code failed}; the other place is a failure at once. */
  private void awaitFile(String path) throws IOException {
    Path other =
        path.contains("/done/")
            ? directory.resolve(path.replace("/done/", "/failed/"))
            : directory.resolve(path.replace("/failed/", "/done/"));
    while (!Files.exists(directory.resolve(path))) {
      if (Files.exists(other)) {
        Path error = other.resolveSibling(other.getFileName() + ".error.txt");
        throw new AssertionError(
            "it is " + other + ": " + (Files.exists(error) ? Files.readString(error) : ""));
      }
      Thread.onSpinWait();
    }
  }

  private List<String> names(String below) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(below))) {
      return files.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  @Test
  void dropped_files_run_and_their_results_are_the_json_of_runs() throws Exception {
    List<String> said = serve("--inbox", "inbox", "--recipes", "recipes");
    assertThat(said).anyMatch(line -> line.startsWith("files are taken from "));
    cli.file("inbox/may.csv", "a\nb\n");
    cli.file("inbox/night.json", "{\"recipe\": \"orders\", \"values\": {\"file\": \"/inputs/x\"}}");
    cli.file("inbox/odd.json", "{\"recipe\": \"ordres\"}");
    awaitFile("inbox/done/may.csv");
    awaitFile("inbox/failed/night.json");
    awaitFile("inbox/failed/odd.json");

    String result =
        names("inbox/outbox").stream().filter(n -> n.startsWith("may")).findFirst().orElseThrow();
    JsonNode run =
        new ObjectMapper()
            .readTree(
                Files.readString(directory.resolve("inbox/outbox/" + result + "/result.json")));
    assertThat(run.path("status").asText()).isEqualTo("done");
    assertThat(run.path("stdout").asText()).isEqualTo("2\n");
    assertThat(result).isEqualTo("may.csv-" + run.path("run").asText());
    assertThat(Files.readString(directory.resolve("inbox/failed/odd.json.error.txt")))
        .contains("there is no recipe named 'ordres'", "There is only: orders.yaml.");

    CliHarness.Call list = cli.call("inbox", "list", "--json");
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.json().path("counts").path("done").asInt()).isEqualTo(1);
    assertThat(list.json().path("failed")).hasSize(2);
    assertThat(cli.call("inbox", "list").text()).contains("odd.json", "there is no recipe named");
    cli.file("recipes/ordres.yaml", "template: echo now there is\n");
    CliHarness.Call retry = cli.call("inbox", "retry", "odd.json");
    assertThat(retry.err()).contains("'odd.json' is in the inbox again");
    awaitFile("inbox/done/odd.json");
    assertThat(cli.call("inbox", "retry", "odd.json").exit()).isEqualTo(2);
  }

  @Test
  void server_that_is_killed_completes_the_file_when_it_is_started_again() throws Exception {
    cli.file(
        "recipes/slow.yaml",
        "inbox: {match: '*.nap', as: f}\nargs: [f]\ntemplate: [sleep 3, 'cat {f}']\n");
    List<String> unused = serve("--inbox", "inbox", "--recipes", "recipes");
    cli.file("inbox/a.nap", "asleep\n");
    while (cli.call("runs", "list", "--json").json().path("runs").isEmpty()) {
      Thread.onSpinWait();
    }
    Process killed = Objects.requireNonNull(process);
    assertThat(killed.destroyForcibly().waitFor(60, TimeUnit.SECONDS)).isTrue();
    unused = serve("--inbox", "inbox", "--recipes", "recipes");
    awaitFile("inbox/done/a.nap");
    assertThat(names("inbox/outbox")).hasSize(1);
    assertThat(
            Files.readString(
                directory.resolve("inbox/outbox/" + names("inbox/outbox").get(0) + "/stdout")))
        .isEqualTo("asleep\n");
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).hasSize(1);
  }

  @Test
  void directory_that_cannot_be_an_inbox_is_refused_before_anything_is_served() throws Exception {
    Files.createDirectories(cli.data().resolve("box"));
    for (String wrong : List.of("none", "data/box", "recipes", ".")) {
      CliHarness.Call call =
          cli.call(
              "serve",
              "--port",
              "0",
              "--inbox",
              directory.resolve(wrong),
              "--recipes",
              directory.resolve("recipes"));
      assertThat(call.exit()).as(wrong + call.err()).isEqualTo(2);
      assertThat(call.err()).contains("--inbox DIR").doesNotContain("Escarole is at");
    }
    assertThat(cli.call("serve", "--inbox-as", "ci").exit()).isEqualTo(2);
  }

  @Test
  void without_an_inbox_the_command_says_how_to_have_one() {
    CliHarness.Call unused = cli.call("run", cli.file("r.yaml", "template: echo\n"));
    CliHarness.Call list = cli.call("inbox", "list");
    assertThat(list.exit()).isEqualTo(2);
    assertThat(list.err()).contains("no inbox is watched here", "--inbox DIR");
  }
}
