package dev.escarole.web.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Amounts;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deletes old runs, and single ones. */
@Timeout(300)
class RunsPruneTest {

  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    cli = new CliHarness(temporary);
  }

  @Test
  void where_runs_use_much_the_list_says_how_to_delete_old_ones() throws Exception {
    String run = run("\"echo hi\"");
    assertThat(cli.call("runs", "list").err()).isEmpty();
    Path file = cli.data().resolve("runs").resolve(run).resolve("workspace/large");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      // Takes no room: nothing is written.
      large.setLength(2_000_000_000);
    }
    Call list = cli.call("runs", "list");
    assertThat(list.text()).contains(run);
    assertThat(list.err())
        .isEqualTo(
            "runs use 1.9 GiB, 1.9 GiB of it in workspaces; to delete old ones:"
                + " escarole runs prune --older-than 30d --dry-run\n");
    assertThat(cli.call("runs", "list", "--json").err()).isEmpty();
    assertThat(cli.call("runs", "prune", "--max-size", "1GB").err()).contains("1 run deleted");
  }

  @Test
  void prune_keeps_the_newest_and_tells_what_it_gave_back() {
    String first = run("[\"echo shared\", \"echo first\"]");
    String second = run("[\"echo shared\", \"echo second\"]");

    JsonNode dry = cli.call("runs", "prune", "--keep", "1", "--dry-run", "--json").json();
    assertThat(dry.path("dryRun").asBoolean()).isTrue();
    assertThat(dry.at("/runs/0/run").asText()).isEqualTo(first);
    assertThat(dry.path("outputBytes").isNull()).isTrue();
    Call shown = cli.call("runs", "prune", "--keep", "1", "--dry-run");
    assertThat(shown.text()).contains(first);
    assertThat(shown.err()).contains("1 run would be deleted: 1.0 KiB of output and rows");
    assertThat(cli.call("runs", "list").text().lines()).hasSize(2);

    // "shared", and "first" twice: with its step and as the result of the run.
    Call call = cli.call("runs", "prune", "--keep", "1");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).startsWith(first);
    assertThat(call.err())
        .contains("1 run deleted; given back: 19 bytes of output, 0 bytes of files");
    assertThat(cli.call("runs", "list").text()).contains(second).doesNotContain(first);
    assertThat(cli.call("runs", "output", second, "0.0").text()).isEqualTo("shared\n");
    assertThat(cli.data().resolve("runs").resolve(first)).doesNotExist();

    JsonNode none = cli.call("runs", "prune", "--older-than", "30d", "--json").json();
    assertThat(none.path("runs")).isEmpty();
    assertThat(cli.call("runs", "prune", "--max-size", "0").err()).contains("1 run deleted");
  }

  @Test
  void limits_that_are_missing_or_cannot_be_read_are_mistakes() {
    run("\"echo one\"");
    assertThat(cli.call("runs", "prune").err()).contains("--older-than, --keep or --max-size");
    assertThat(cli.call("runs", "prune", "--older-than", "soon").err()).contains("no age: soon");
    assertThat(cli.call("runs", "prune", "--max-size", "5 parsec").err()).contains("no size");
    Call negative = cli.call("runs", "prune", "--keep", "-1");
    assertThat(negative.exit()).isEqualTo(2);
    assertThat(negative.err()).contains("must not be negative");
    assertThat(cli.call("runs", "list").text().lines()).hasSize(1);
  }

  @Test
  void delete_takes_several_runs_or_none() {
    String first = run("\"echo one\"");
    String second = run("\"echo two\"");
    String third = run("\"echo three\"");
    Call unknown = cli.call("runs", "delete", first, "2001");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no run 2001");
    assertThat(cli.call("runs", "list").text().lines()).hasSize(3);

    JsonNode deleted = cli.call("runs", "delete", first, third, "--json").json();
    assertThat(deleted.path("runs").findValuesAsText("run")).containsExactly(third, first);
    assertThat(deleted.path("outputBytes").asLong()).isEqualTo(2L * "one\nthree\n".length());
    assertThat(cli.call("runs", "list").text().lines()).singleElement().asString().contains(second);
  }

  @Test
  void nothing_is_deleted_when_one_of_them_cannot_be() throws Exception {
    String first = run("\"echo one\"");
    String taken = run("\"echo two\"");
    CountDownLatch begun = new CountDownLatch(1);
    Engine engine = Engine.open(EngineOptions.at(cli.data()).withRecovery(Recovery.onRequest()));
    try {
      var unused =
          engine.rerun(
              RerunRequest.of(new RunId(taken))
                  .withRecipe(new RecipeReader().read("\"sleep 60\"", "slow.json"))
                  .withForce(true)
                  .withListener(
                      event -> {
                        if (event instanceof RunEvent.AttemptStarted) {
                          begun.countDown();
                        }
                      }));
      begun.await();
    } finally {
      engine.suspend();
    }

    Call call = cli.call("runs", "delete", first, taken);

    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains(taken + " is not over, or");
    assertThat(cli.call("runs", "list").text()).contains(taken).contains(first);
    assertThat(cli.call("runs", "delete", first, "nothing").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "list").text()).contains(first);
  }

  @Test
  void amounts_are_read_in_both_scales_and_shown_in_binary_units() {
    assertThat(Amounts.age("--x", "8w").toDays()).isEqualTo(56);
    assertThat(Amounts.bytes("--x", "1GB")).isEqualTo(1_000_000_000L);
    assertThat(Amounts.bytes("--x", "2KiB")).isEqualTo(2048);
    assertThat(Amounts.bytes("--x", "999999999tb")).isEqualTo(Long.MAX_VALUE);
    assertThat(Amounts.text(1)).isEqualTo("1 byte");
    assertThat(Amounts.text(1_048_576)).isEqualTo("1 MiB");
    assertThat(Amounts.text(1_234_000_000)).isEqualTo("1.1 GiB");
  }

  private String run(String template) {
    Path recipe = cli.file("r.json", "{\"name\": \"r\", \"template\": " + template + "}");
    return cli.call("run", recipe, "--json").json().path("run").asText();
  }
}
