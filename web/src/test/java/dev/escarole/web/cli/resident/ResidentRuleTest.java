package dev.escarole.web.cli.resident;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResidentRuleTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run r.json",
        "run r.json --json -q --strict --cache --label nightly --set a=b",
        "run r.json --set=a=-b",
        "run r.json --stdin -",
        "plan r.json --format json",
        "validate a.json b.yaml --strict",
        "runs list --limit 3 --status done",
        "runs show last --json",
        "runs output last 0.1 --stderr",
        "runs list --data=elsewhere"
      })
  void calls_without_settings_of_their_own_are_done_by_a_server(String line) {
    assertThat(ResidentRule.of(line.split(" "), Map.of())).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "serve",
        "mcp",
        "sh",
        "exec echo",
        "runs",
        "runs delete last",
        "runs prune",
        "runs cancel last",
        "--debug run r.json",
        "run r.json --data",
        "run r.json --data=",
        "--data elsewhere run r.json",
        "run r.json --db postgresql://host/name",
        "run r.json --server http://localhost:8420",
        "run r.json --policy policy.yaml",
        "run r.json --as ci",
        "run r.json --workers 3",
        "run r.json --timeout 5",
        "run r.json --inherit",
        "run r.json --debug",
        "run r.json --help",
        "run r.json --unheard-of",
        "run r.json --json=true",
        "run r.json --label",
        "run r.json --set -x=1",
        "run -- r.json",
        "run r.json -qx",
        "runs output last 0 --follow",
        "plan r.json --diff last"
      })
  void all_else_is_done_by_the_process_that_was_called(String line) {
    assertThat(ResidentRule.of(line.split(" "), Map.of())).isNull();
  }

  @Test
  void files_are_those_that_a_server_opens() {
    String line = "run r.json --values v.yaml --dir ./a::/b:ro --stdin in.txt --set x=y --data d";
    ResidentRule rule = requireNonNull(ResidentRule.of(line.split(" "), Map.of()));
    assertThat(rule.files()).containsExactly("r.json", "v.yaml", "./a", "in.txt");
    assertThat(rule.data()).isEqualTo("d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ESCAROLE_RESIDENT=off",
        "ESCAROLE_SERVER=local",
        "ESCAROLE_DB=postgresql://host/name",
        "ESCAROLE_DEBUG=1",
        "JAVA_TOOL_OPTIONS=-Xmx1g"
      })
  void variables_that_mean_something_else_rule_a_server_out(String variable) {
    String[] parts = variable.split("=", 2);
    assertThat(ResidentRule.of(new String[] {"run", "r.json"}, Map.of(parts[0], parts[1])))
        .isNull();
  }

  @Test
  void one_word_is_one_option() {
    assertThat(ResidentRule.of(new String[] {"run", "r.json", "--json -q"}, Map.of())).isNull();
    assertThat(ResidentRule.of(new String[] {"run", "r.json", "-"}, Map.of())).isNull();
  }

  @Test
  void empty_variables_count_as_unset() {
    assertThat(
            ResidentRule.of(
                new String[] {"run", "r.json"},
                Map.of("ESCAROLE_SERVER", "", "ESCAROLE_RESIDENT", "")))
        .isNotNull();
  }
}
