package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Issue 11, B6: the command line takes a label wherever it takes the path of a step. */
@Timeout(300)
class LabelledStepsTest {

  private static final String RECIPE =
      """
      - parallel: true
        repeat: 3
        label: page {index}
        template: echo {index}
      - parallel: true
        template:
          - {label: twin, template: cat}
          - {label: twin, template: cat}
      """;

  @Test
  void steps_of_stored_runs_are_found_by_label(@TempDir Path directory) {
    CliHarness cli = new CliHarness(directory);
    cli.call("run", cli.file("pages.yaml", RECIPE));
    addressesByLabel(cli);
  }

  @Test
  void and_so_are_those_of_a_server(@TempDir Path directory) {
    CliHarness cli = new CliHarness(directory);
    try (Engine engine = Engine.open(EngineOptions.inMemory());
        WebServer server =
            WebServer.start(
                ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()))) {
      cli.env("ESCAROLE_SERVER", server.address().toString());
      cli.call("run", cli.file("pages.yaml", RECIPE));
      addressesByLabel(cli);
      assertThat(cli.call("runs", "cancel", "last", "--branch", "page 1").err())
          .contains("is over");
    }
  }

  private static void addressesByLabel(CliHarness cli) {
    assertThat(cli.call("runs", "show", "last").text()).contains("page 1");
    assertThat(cli.call("runs", "output", "last", "page 1").text()).isEqualTo("1\n");
    assertThat(cli.call("runs", "output", "last", "0.0.2").text()).isEqualTo("2\n");
    Call twin = cli.call("runs", "output", "last", "twin");
    assertThat(twin.exit()).isNotZero();
    assertThat(twin.err()).contains("0.1.0").contains("0.1.1");
    Call again = cli.call("runs", "rerun", "last", "--branch", "page 1", "--json");
    assertThat(again.exit()).isZero();
    Call unknown = cli.call("runs", "rerun", "last", "--from", "page 8");
    assertThat(unknown.exit()).isNotZero();
    assertThat(unknown.err()).contains("page 8").doesNotContain("--force");
  }
}
