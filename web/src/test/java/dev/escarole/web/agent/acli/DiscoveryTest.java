package dev.escarole.web.agent.acli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.agent.acli.AgentCaller.Access;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.acli.Handler.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {

  private final Lines lines = Lines.ofSamples();

  @AfterEach
  void close() {
    lines.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "help calendar events", "schema", "schema drive list", "version"})
  void ac_19_the_reserved_commands_exist(String line) {
    assertThat(lines.code(line)).isEqualTo("none");
  }

  @Test
  void ac_19_they_cannot_be_replaced() {
    CommandDefinition impostor =
        CommandDefinition.of(
            "help",
            "Something else",
            List.of(),
            call -> Answer.of(java.util.Map.of("impostor", true)),
            List.of(),
            Map.of("type", "object"));
    try (Lines replaced = new Lines(List.of(impostor), Access.ALL)) {
      assertThat(replaced.data("help").has("impostor")).isFalse();
    }
  }

  @Test
  void ac_20_root_help_lists_the_commands() {
    JsonNode data = lines.data("help");
    assertThat(data.get("description").textValue()).isEqualTo(SampleCommands.HELP);
    assertThat(data.get("usage").textValue()).isEqualTo("<command> [subcommand] [options]");
    assertThat(data.get("examples").get(0).textValue()).isEqualTo("calendar events --today");
    assertThat(data.get("commands").get(0).toString())
        .isEqualTo("{\"name\":\"calendar\",\"description\":\"Manage calendar events\"}");
  }

  @Test
  void ac_21_help_of_a_command_lists_its_arguments() {
    JsonNode data = lines.data("help calendar events");
    assertThat(data.get("command").textValue()).isEqualTo("calendar events");
    assertThat(data.get("description").textValue())
        .isEqualTo("List calendar events with optional filters");
    assertThat(data.get("arguments").get(3).toString())
        .isEqualTo(
            "{\"name\":\"--max\",\"short\":\"-n\",\"type\":\"integer\",\"default\":10,"
                + "\"description\":\"Maximum number of events to return\"}");
    assertThat(data.get("examples").get(0).textValue()).isEqualTo("calendar events --today");
  }

  @Test
  void ac_21_help_of_a_group_lists_what_is_below_it() {
    assertThat(lines.data("help gmail").get("subcommands").findValuesAsText("name"))
        .containsExactly("search", "delegates");
  }

  @Test
  void ac_21_help_and_schema_of_an_unknown_command_are_errors_that_know_the_nearest() {
    AcliError error = lines.send("help calender events").error();
    assertThat(error).isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.COMMAND_NOT_FOUND);
    assertThat(error.hint()).startsWith("Did you mean 'calendar events'?");
    assertThat(lines.code("schema calendar nothing")).isEqualTo("COMMAND_NOT_FOUND");
  }

  @Test
  void ac_22_the_schema_of_a_command() {
    JsonNode data = lines.data("schema calendar events");
    assertThat(data.get("command").textValue()).isEqualTo("calendar events");
    assertThat(data.at("/inputSchema/properties/today").toString())
        .isEqualTo("{\"type\":\"boolean\",\"description\":\"Show today's events only\"}");
    assertThat(data.at("/inputSchema/properties/from/format").textValue()).isEqualTo("date-time");
    assertThat(data.at("/inputSchema/properties/max/default").intValue()).isEqualTo(10);
    assertThat(data.at("/outputSchema/type").textValue()).isEqualTo("object");
    assertThat(lines.data("schema gmail search").at("/inputSchema/required").toString())
        .isEqualTo("[\"query\"]");
    assertThat(lines.data("schema types").at("/inputSchema/properties/mode/enum").toString())
        .isEqualTo("[\"check\",\"fix\"]");
    assertThat(lines.data("schema types").at("/inputSchema/properties/list").toString())
        .startsWith("{\"type\":\"array\",\"items\":{\"type\":\"string\"}");
  }

  @Test
  void ac_23_schema_alone_tells_of_all_commands() {
    assertThat(lines.data("schema").get("commands").findValuesAsText("command"))
        .containsExactly(
            "calendar events",
            "drive list",
            "drive download",
            "gmail search",
            "gmail delegates",
            "types",
            "x-mycompany-special-tool");
  }

  @Test
  void ac_24_version_tells_versions_and_capabilities() {
    JsonNode data = lines.data("version");
    assertThat(data.get("acli_version").textValue()).isEqualTo("0.1.0");
    assertThat(data.at("/implementation/name").textValue()).isEqualTo("sunaba-acp");
    assertThat(data.at("/implementation/version").textValue()).isEqualTo("1.0.0");
    assertThat(data.at("/capabilities/commands").toString())
        .isEqualTo("[\"calendar\",\"drive\",\"gmail\",\"types\"]");
  }

  @Test
  void ac_40_commands_of_ones_own_begin_with_x_and_work() {
    assertThat(lines.data("x-mycompany-special-tool --option value").get("option").textValue())
        .isEqualTo("value");
  }

  @Test
  void ac_41_version_lists_extensions() {
    assertThat(lines.data("version").at("/capabilities/extensions").toString())
        .isEqualTo("[\"x-mycompany-special-tool\"]");
  }

  @Test
  void ac_42_ac_43_ac_44_ac_46_the_level_is_full_and_all_that_it_asks_is_there() {
    assertThat(lines.data("version").get("conformance").textValue()).isEqualTo("Full");
    // Minimal: the parser guards lines, and there is help.
    assertThat(lines.code("help; id")).isEqualTo("INJECTION_BLOCKED");
    assertThat(lines.data("help").get("commands")).isNotEmpty();
    // Standard: responses have their form, and there are schemas and versions.
    assertThat(lines.json("schema types").fieldNames())
        .toIterable()
        .containsExactly("success", "data", "_meta");
    assertThat(lines.json("nothing").fieldNames())
        .toIterable()
        .containsExactly("success", "error", "_meta");
    // Full: all of this was audited, and extensions are told of.
    assertThat(lines.audit)
        .extracting(AuditEntry::command)
        .containsExactly("version", "help; id", "help", "schema types", "nothing");
    assertThat(lines.data("version").at("/capabilities/extensions")).isNotEmpty();
  }

  @Test
  void many_commands_come_in_pages() {
    List<CommandDefinition> many =
        IntStream.range(0, 95)
            .mapToObj(
                i ->
                    CommandDefinition.of(
                        "x-" + i,
                        "Number " + i,
                        List.of(),
                        call -> Answer.of(java.util.Map.of()),
                        List.of(),
                        Map.of("type", "object")))
            .toList();
    try (Lines all = new Lines(many, Access.ALL)) {
      JsonNode first = all.data("help");
      assertThat(first.get("commands")).hasSize(40);
      assertThat(first.get("more").textValue()).isEqualTo("help --page 2 (of 3)");
      JsonNode last = all.data("help --page 3");
      assertThat(last.get("commands")).hasSize(15);
      assertThat(last.has("more")).isFalse();
      assertThat(all.data("help --page 99999").get("commands")).isEmpty();
      assertThat(all.data("schema").get("commands")).hasSize(10);
      assertThat(all.code("help --page 0")).isEqualTo("VALIDATION_ERROR");
    }
  }

  @Test
  void help_of_one_command_stays_below_1_000_characters_however_many_arguments_it_has() {
    List<ArgumentDefinition> arguments = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      arguments.add(
          ArgumentDefinition.of("--argument-number-" + i, ValueType.STRING, "Words. ".repeat(40)));
    }
    CommandDefinition large =
        CommandDefinition.of(
            "x-large",
            "Long. ".repeat(200),
            arguments,
            call -> Answer.of(java.util.Map.of()),
            List.of("x-large " + "y".repeat(500)),
            java.util.Map.of());
    try (Lines one = new Lines(List.of(large), Access.ALL)) {
      List<String> seen = new ArrayList<>();
      String line = "help x-large";
      while (!line.isEmpty()) {
        String json = one.send(line).json();
        assertThat(json).hasSizeLessThan(1_000);
        JsonNode data = Lines.read(json).get("data");
        seen.addAll(data.get("arguments").findValuesAsText("name"));
        line = data.has("more") ? data.get("more").textValue().replaceAll(" \\(of.*", "") : "";
      }
      assertThat(seen).hasSize(60).doesNotHaveDuplicates();
    }
  }
}
