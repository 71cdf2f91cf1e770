package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.Checkout;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ends a real process in the middle of a run. */
class InterruptionTest {

  /** Goes on until it is cancelled, also when what sleeps has had its time. */
  private static final String HELD =
      "[\"echo hi\", {\"parallel\": true, \"template\": [\"sleep 60\","
          + " {\"delay\": 3600000, \"template\": \"echo\"}]}]";

  private Path directory;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
  }

  @Test
  @Timeout(300)
  void sigterm_cancels_the_run_and_stores_it() throws Exception {
    Checkout checkout =
        Checkout.create(Files.createDirectory(directory.resolve("checkout"))).built();
    Path recipe = Files.writeString(directory.resolve("slow.json"), HELD);
    Process process =
        checkout
            .process(
                checkout.launcher(),
                directory,
                "run",
                recipe.toString(),
                "--data",
                directory.resolve("data").toString())
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    StringBuilder said = new StringBuilder();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = err.readLine(); line != null; line = err.readLine()) {
        said.append(line).append('\n');
        if (line.contains("echo hi")) {
          process.toHandle().destroy();
        }
      }
    }
    assertThat(Checkout.end(process)).isEqualTo(130);
    assertThat(said).contains("cancelled").contains("look at it: escarole runs show ");

    Call stored = new CliHarness(directory).call("runs", "show", "last", "--json");
    assertThat(stored.json().path("status").asText()).isEqualTo("cancelled");
    assertThat(stored.json().path("exitCode").intValue()).isEqualTo(130);
  }

  @Test
  @Timeout(300)
  void a_database_that_another_process_uses_is_named_with_what_to_do() throws Exception {
    Checkout checkout =
        Checkout.create(Files.createDirectory(directory.resolve("checkout"))).built();
    Path recipe = Files.writeString(directory.resolve("slow.json"), HELD);
    Process process =
        checkout
            .process(checkout.launcher(), directory, "run", recipe.toString())
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String line = err.readLine();
      while (line != null && !line.contains("echo hi")) {
        line = err.readLine();
      }
      Call call =
          new CliHarness(directory).call("runs", "list", "--data", checkout.root().resolve("data"));
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).contains("error: ").contains("process");
    } finally {
      process.toHandle().destroy();
      Checkout.end(process);
    }
  }
}
