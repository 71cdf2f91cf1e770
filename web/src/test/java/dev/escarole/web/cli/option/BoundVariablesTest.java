package dev.escarole.web.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.web.app.setup.StorageSettings;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of the cache and the audit from the environment. */
class BoundVariablesTest {

  /** What an engine is opened with. */
  private static StoreBounds bounds(Map<String, String> environment) {
    return BoundVariables.apply(StorageSettings.DEFAULTS, environment)
        .withoutDirectory()
        .storage()
        .bounds();
  }

  @Test
  void each_variable_sets_its_bound_and_one_that_is_empty_sets_none() {
    assertThat(bounds(Map.of("ESCAROLE_CACHE_SIZE", ""))).isEqualTo(StoreBounds.DEFAULTS);
    assertThat(
            bounds(
                Map.of(
                    "ESCAROLE_CACHE_SIZE",
                    "2GiB",
                    "ESCAROLE_AUDIT_CALLS",
                    "5000",
                    "ESCAROLE_AUDIT_LINES",
                    "300",
                    "ESCAROLE_AUDIT_AGE",
                    "30d")))
        .isEqualTo(new StoreBounds(2L << 30, 5000, 300, Duration.ofDays(30)));
  }

  @ParameterizedTest
  @CsvSource({
    "ESCAROLE_CACHE_SIZE, many, is no size",
    "ESCAROLE_CACHE_SIZE, 2TiB, 0..1099511627776",
    "ESCAROLE_AUDIT_CALLS, x, is no number",
    "ESCAROLE_AUDIT_CALLS, 0, 1..1000000000",
    "ESCAROLE_AUDIT_LINES, -3, 1..1000000000",
    "ESCAROLE_AUDIT_AGE, soon, is no age",
    "ESCAROLE_AUDIT_AGE, 5s, PT1M..PT876000H"
  })
  void a_variable_without_meaning_is_told(String variable, String value, String part) {
    assertThatThrownBy(() -> bounds(Map.of(variable, value)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(part);
  }

  @Test
  void commands_that_open_what_is_stored_keep_to_them(@TempDir Path directory) {
    CliHarness cli = new CliHarness(directory);
    Path recipe = cli.file("count.json", "\"seq 3\"");
    cli.env("ESCAROLE_CACHE_SIZE", "0").env("ESCAROLE_AUDIT_CALLS", "1");
    cli.call("run", recipe, "--cache");
    JsonNode second = cli.call("run", recipe, "--cache", "--json").json();
    assertThat(second.path("attempts").path(0).path("cached").booleanValue()).isFalse();
    assertThat(cli.call("audit", "--json").text().lines()).hasSizeLessThanOrEqualTo(1);

    cli.env("ESCAROLE_AUDIT_CALLS", "none");
    for (Call refused :
        new Call[] {cli.call("audit"), cli.call("run", recipe), cli.call("runs", "list")}) {
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err()).contains("ESCAROLE_AUDIT_CALLS is no number: none");
    }
  }
}
