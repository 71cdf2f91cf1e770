package dev.escarole.web.cli.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --cache} and {@code cache}. */
class CacheCommandTest {

  private static final String RECIPE = "[\"seq 3\", \"tac\", \"cat\"]";

  private CliHarness cli;
  private Path recipe;

  @BeforeEach
  void setUp(@TempDir Path directory) {
    cli = new CliHarness(directory);
    recipe = cli.file("count.json", RECIPE);
  }

  private static List<Boolean> cached(JsonNode run) {
    List<Boolean> cached = new ArrayList<>();
    run.path("attempts").forEach(attempt -> cached.add(attempt.path("cached").booleanValue()));
    return cached;
  }

  @Test
  void a_run_with_the_option_uses_what_such_a_run_left() {
    JsonNode first = cli.call("run", recipe, "--cache", "--json").json();
    JsonNode second = cli.call("run", recipe, "--cache", "--json").json();
    JsonNode without = cli.call("run", recipe, "--json").json();

    assertThat(cached(first)).containsExactly(false, false, false);
    assertThat(cached(second)).containsExactly(true, true, true);
    assertThat(cached(without)).containsExactly(false, false, false);
    assertThat(second.path("stdout").asText()).isEqualTo("3\n2\n1\n");
  }

  @Test
  void show_tells_which_steps_did_not_have_to_run() {
    cli.call("run", recipe, "--cache");
    cli.call("run", recipe, "--cache");
    assertThat(cli.call("runs", "show", "last").text()).contains("cached from an equal call");
    assertThat(cached(cli.call("runs", "show", "last", "--json").json()))
        .containsExactly(true, true, true);
    assertThat(cli.call("audit", "--limit", "1", "--json").text())
        .contains("\"detail\":\"cached\"");
  }

  @Test
  void stats_counts_and_clear_forgets() {
    cli.call("run", recipe, "--cache");
    assertThat(cli.call("cache", "stats").text()).isEqualTo("3 results, 18 bytes\n");
    JsonNode stats = cli.call("cache", "stats", "--json").json();
    assertThat(stats.path("results").intValue()).isEqualTo(3);
    assertThat(stats.path("bytes").intValue()).isEqualTo(18);

    assertThat(cli.call("cache", "clear").err()).contains("removed 3 cached results");
    assertThat(cli.call("cache", "stats").text()).isEqualTo("0 results, 0 bytes\n");
    assertThat(cached(cli.call("run", recipe, "--cache", "--json").json()))
        .containsExactly(false, false, false);
  }

  @Test
  void clear_forgets_http_responses_too() throws IOException {
    cli.call("run", recipe);
    Path directory = Files.createDirectory(cli.data().resolve("http-cache"));
    Path other = Files.createFile(directory.resolve("notes.txt"));
    Files.createFile(directory.resolve("1f.response"));
    Files.createFile(directory.resolve("2f.response"));
    Files.createFile(directory.resolve(".9.tmp"));

    assertThat(cli.call("cache", "clear").err())
        .contains("removed 0 cached results and 2 kept HTTP responses");
    assertThat(directory).isDirectoryContaining(other::equals);
    assertThat(directory.toFile().list()).hasSize(1);
    assertThat(cli.call("cache", "clear", "--json").json().path("responses").intValue()).isZero();
  }

  @Test
  void cache_alone_says_what_it_can_do() {
    Call call = cli.call("cache");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("stats or clear");
  }

  @Test
  void looking_where_nothing_was_ever_run_creates_nothing() {
    assertThat(cli.call("cache", "stats").exit()).isEqualTo(2);
    assertThat(cli.data()).doesNotExist();
  }
}
