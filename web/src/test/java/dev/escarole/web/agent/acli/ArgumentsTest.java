package dev.escarole.web.agent.acli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.web.agent.acli.Handler.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {

  private final Lines lines = Lines.ofSamples();

  @AfterEach
  void close() {
    lines.close();
  }

  private String message(String line) {
    AcliError error = lines.send(line).error();
    return error == null ? "" : error.message();
  }

  private String example(String line) {
    AcliError error = lines.send(line).error();
    return error == null ? "" : error.examples().get(0);
  }

  @Test
  void ac_25_routing_takes_the_longest_command_path() {
    assertThat(lines.data("drive list /Documents --max 20").toString())
        .isEqualTo("{\"folder\":\"/Documents\",\"max\":20}");
    lines.send("calendar events --today");
    assertThat(lines.audit.get(1).parsedCommand()).isEqualTo("calendar events");
  }

  @Test
  void ac_26_a_string_is_any_text() {
    assertThat(lines.data("types --text 'hello world'").get("text").textValue())
        .isEqualTo("hello world");
    assertThat(lines.data("types --text ''").get("text").textValue()).isEmpty();
    assertThat(lines.data("types --text --flag").get("text").textValue()).isEqualTo("--flag");
  }

  @ParameterizedTest
  @CsvSource({
    "10,none",
    "-5,none",
    "0,none",
    "1.5,VALIDATION_ERROR",
    "ten,VALIDATION_ERROR",
    "99999999999999999999,VALIDATION_ERROR",
    "+1,VALIDATION_ERROR",
    "'',VALIDATION_ERROR"
  })
  void ac_27_integers(String text, String code) {
    assertThat(lines.code("types --count '" + text + "'")).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "3.14,none",
    "-0.5,none",
    "7,none",
    "many,VALIDATION_ERROR",
    "1e5,VALIDATION_ERROR",
    ".5,VALIDATION_ERROR",
    "NaN,VALIDATION_ERROR"
  })
  void ac_28_numbers(String text, String code) {
    assertThat(lines.code("types --ratio " + text)).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "true,none",
    "false,none",
    "True,VALIDATION_ERROR",
    "1,VALIDATION_ERROR",
    "yes,VALIDATION_ERROR"
  })
  void ac_29_booleans(String text, String code) {
    assertThat(lines.code("types --sure " + text)).isEqualTo(code);
  }

  @Test
  void ac_30_a_flag_is_there_or_not_and_takes_no_value() {
    assertThat(lines.data("types --flag").get("flag").booleanValue()).isTrue();
    assertThat(lines.data("types").has("flag")).isFalse();
    assertThat(lines.code("types --flag=true")).isEqualTo("VALIDATION_ERROR");
    assertThat(lines.code("types --flag --flag")).isEqualTo("VALIDATION_ERROR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-02",
        "2026-02-02T10:00:00Z",
        "2026-02-02T10:00:00",
        "2026-02-02T10:00:00+09:00"
      })
  void ac_31_dates_in_iso_form_pass(String date) {
    assertThat(lines.code("types --when " + date)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2026-02-30", "02/02/2026", "2026", "10:00"})
  void ac_31_other_dates_fail_as_printed(String date) {
    AcliResponse response = lines.send("calendar events --from " + date);
    assertThat(response.error())
        .isEqualTo(
            new AcliError(
                ErrorCode.INVALID_DATE_FORMAT,
                "The --from argument has an invalid date format",
                "Use ISO8601 format (e.g., 2026-02-02 or 2026-02-02T10:00:00Z)",
                List.of("calendar events --from 2026-02-02")));
  }

  @Test
  void ac_32_an_array_is_split_at_commas_and_repeats_add_up() {
    assertThat(lines.data("types --list a,b,c").get("list").toString())
        .isEqualTo("[\"a\",\"b\",\"c\"]");
    assertThat(lines.data("types --list a,,b --list c").get("list").toString())
        .isEqualTo("[\"a\",\"\",\"b\",\"c\"]");
    assertThat(lines.data("types --list ''").get("list").toString()).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 10", "-n10", "--max 10", "--max=10", "--today --max 10"})
  void ac_33_options_are_written_in_five_ways(String options) {
    assertThat(lines.data("calendar events " + options).get("max").intValue()).isEqualTo(10);
  }

  @Test
  void ac_33_negative_values_and_the_end_of_options() {
    assertThat(lines.data("types --count -5").get("count").intValue()).isEqualTo(-5);
    assertThat(lines.data("types -5").get("number").intValue()).isEqualTo(-5);
    assertThat(lines.data("gmail search -- --today").get("query").textValue()).isEqualTo("--today");
    assertThat(lines.code("types -ft")).isEqualTo("VALIDATION_ERROR");
    assertThat(lines.code("types -z")).isEqualTo("VALIDATION_ERROR");
  }

  @Test
  void ac_34_required_default_and_validate() {
    assertThat(message("gmail search")).isEqualTo("Invalid argument: query is required");
    assertThat(lines.data("calendar events").toString())
        .isEqualTo("{\"max\":10,\"calendar\":\"primary\"}");
    assertThat(message("types --count 1000"))
        .isEqualTo("Invalid argument: --count must be below 1000, not '1000'");
    assertThat(message("types --mode fux"))
        .isEqualTo("Invalid argument: --mode must be one of check, fix, not 'fux'");
  }

  @Test
  void ac_35_unknown_options_and_surplus_values_are_named() {
    assertThat(message("calendar events --maxx 10"))
        .isEqualTo("Invalid argument: --maxx is not an option of 'events'");
    assertThat(message("gmail search a b"))
        .isEqualTo("Invalid argument: 'b' is an extra value for 'search'");
    assertThat(message("calendar events --max 1 --max 2"))
        .isEqualTo("Invalid argument: --max is given twice");
    assertThat(message("calendar events --max")).isEqualTo("Invalid argument: --max needs a value");
  }

  @Test
  void an_error_comes_with_the_callers_own_line_put_right() {
    assertThat(example("calendar events --maxx 10 --today"))
        .isEqualTo("calendar events --today --max 10");
    assertThat(example("calender events --max 10")).isEqualTo("calendar events --max 10");
    assertThat(example("calendar event")).isEqualTo("calendar events");
    assertThat(example("gmail search")).isEqualTo("gmail search 'a text'");
    assertThat(example("gmail search 'from alice")).isEqualTo("help gmail search");
    assertThat(example("types --text 'a b' --count ten --sure true"))
        .isEqualTo("types --text 'a b' --count 7 --sure true");
    assertThat(example("calendar events --max 3; rm -rf /")).isEqualTo("help calendar events");
    assertThat(example("drive download --path ../../../etc/passwd"))
        .isEqualTo("help drive download");
    assertThat(example("calendar events --max ten")).isEqualTo("calendar events --max 10");
    assertThat(example("calendar events --max")).isEqualTo("calendar events --max 10");
    assertThat(example("calendar events --max 10 surplus")).isEqualTo("help calendar events");
    assertThat(example("calendar events --max 10 --max 11")).isEqualTo("help calendar events");
    assertThat(example("frobnicate everything")).isEqualTo("help");
  }

  @Test
  void several_mistakes_are_counted() {
    assertThat(message("types --count ten --sure maybe --nope"))
        .isEqualTo(
            "Invalid argument: --count must be an integer, such as 10 or -5, not 'ten' (and 2"
                + " more)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-mycompany-special-tool --option value",
        "calendar events --from 2026-02-02T10:00:00Z",
        "types --list a,b,c --text a_b.c/d@e",
        "types -t value",
        "types --text \"a\\\"b\\n\\t\"",
        "types --text 'it is #1'"
      })
  void ac_47_names_options_and_values_of_the_grammar_are_accepted(String line) {
    assertThat(lines.code(line)).isEqualTo("none");
  }

  @Test
  void definitions_that_contradict_themselves_are_refused() {
    ArgumentDefinition max = ArgumentDefinition.of("--max", ValueType.INTEGER, "Most");
    assertThatThrownBy(() -> max.withShort('1')).hasMessageContaining("one letter");
    assertThatThrownBy(() -> ArgumentDefinition.of("a b", ValueType.STRING, ""))
        .hasMessageContaining("not a valid argument name");
    assertThatThrownBy(
            () ->
                CommandDefinition.of(
                    "x",
                    "",
                    List.of(max, max),
                    call -> Answer.of(Map.of()),
                    List.of(),
                    Map.of("type", "object")))
        .hasMessageContaining("two arguments named --max");
    assertThatThrownBy(() -> CommandDefinition.group("not a valid", "", List.of()))
        .hasMessageContaining("not a valid command name");
  }
}
