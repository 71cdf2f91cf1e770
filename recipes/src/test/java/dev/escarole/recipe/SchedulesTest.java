package dev.escarole.recipe;

import static dev.escarole.recipe.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.escarole.recipe.schedule.Interval;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.recipe.schedule.Schedule.CatchUp;
import dev.escarole.recipe.schedule.Schedule.Overlap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulesTest {
  private static final Schema SCHEMA = schema();

  private static Schema schema() {
    try (InputStream in =
        Objects.requireNonNull(Recipe.class.getResourceAsStream("recipe.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
  }

  private static Recipe with(String schedule) {
    return read(
        "{\"schedule\": " + schedule + ", \"args\": [\"top:int=3\"], \"template\": \"a {top}\"}");
  }

  @Test
  void a_schedule_has_defaults() {
    Schedule schedule = with("{\"cron\": \" 0  3 * * * \"}").schedules().get(0);
    assertThat(schedule.name()).isEqualTo("0 3 * * * UTC");
    assertThat(schedule.zone()).isEqualTo(ZoneId.of("UTC"));
    assertThat(schedule.overlap()).isEqualTo(Overlap.SKIP);
    assertThat(schedule.missed().catchUp()).isEqualTo(CatchUp.LAST);
    assertThat(schedule.missed().within()).isNull();
    assertThat(schedule.next(Instant.parse("2026-11-23T04:00:00Z")))
        .isEqualTo("2026-11-24T03:00:00Z");
  }

  @Test
  void all_fields_are_read() {
    String text =
        "[{\"name\": \"a\", \"every\": \"1h\", \"zone\": \"Europe/Berlin\", \"values\": {\"top\":"
            + " 5}, \"overlap\": \"queue\", \"catch_up\": \"all\", \"within\": \"6h\", \"jitter\":"
            + " \"5m\", \"start\": \"2026-12-01\", \"end\": \"2026-12-01T03:30\"}, {\"cron\":"
            + " \"@daily\"}]";
    Schedule schedule = with(text).schedules().get(0);
    assertThat(with(text).schedules()).hasSize(2);
    assertThat(schedule.values()).isEqualTo(Map.of("top", 5L));
    assertThat(schedule.missed().within()).isEqualTo(Duration.ofHours(6));
    assertThat(schedule.timing()).isInstanceOf(Interval.class);
    assertThat(schedule.times(Instant.EPOCH, Instant.MAX, 100))
        .extracting(Instant::toString)
        .containsExactly(
            "2026-11-30T23:00:00Z",
            "2026-12-01T00:00:00Z",
            "2026-12-01T01:00:00Z",
            "2026-12-01T02:00:00Z");
    assertThat(schedule.previous(Instant.parse("2027-01-01T00:00:00Z"), Instant.EPOCH))
        .isEqualTo("2026-12-01T02:00:00Z");
    Instant planned = Instant.parse("2026-12-01T00:00:00Z");
    assertThat(schedule.due("r", planned))
        .isEqualTo(schedule.due("r", planned))
        .isBetween(planned, planned.plusSeconds(300));
    assertThat(
            SCHEMA.validate("{\"schedule\": " + text + ", \"template\": \"a\"}", InputFormat.JSON))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"cron\": \"0 3 * *\"}|bad-schedule|/schedule/cron|5 fields",
        "{\"cron\": 5}|wrong-type|/schedule/cron|string",
        "{}|bad-schedule|/schedule|no times",
        "{\"cron\": \"@daily\", \"every\": \"1h\"}|bad-schedule|/schedule/every|either",
        "{\"every\": \"soon\"}|bad-schedule|/schedule/every|duration",
        "{\"every\": \"0s\"}|bad-schedule|/schedule/every|at least",
        "{\"cron\": \"@daily\", \"zone\": \"Europe/Berln\"}|bad-schedule|/schedule/zone|Europe/Berlin",
        "{\"cron\": \"@daily\", \"zone\": \"europe/berlin\"}|bad-schedule|/schedule/zone|Europe/Berlin",
        "{\"cron\": \"@daily\", \"overlap\": \"skp\"}|bad-schedule|/schedule/overlap|'skip'",
        "{\"cron\": \"@daily\", \"catchup\": \"all\"}|unknown-field|/schedule/catchup|catch_up",
        "{\"cron\": \"@daily\", \"catch_up\": \"none\", \"within\": \"1h\"}|bad-schedule|/schedule/within|no effect",
        "{\"every\": \"1m\", \"jitter\": \"1m\"}|bad-schedule|/schedule/jitter|shorter",
        "{\"cron\": \"@daily\", \"start\": \"tomorrow\"}|bad-schedule|/schedule/start|2026-12-01",
        "{\"every\": \"1h\", \"start\": \"+292278995-01-01\"}|bad-schedule|/schedule/start|1970",
        "{\"cron\": \"@daily\", \"end\": \"1969-01-01\"}|bad-schedule|/schedule/end|9999",
        "{\"cron\": \"@daily\", \"start\": \"2026-12-01\", \"end\": \"2026-12-01\"}|bad-schedule|/schedule/end|after",
        "{\"cron\": \"@daily\", \"values\": {\"tp\": 1}}|unknown-input|/schedule/values/tp|'top'",
        "{\"cron\": \"@daily\", \"values\": {\"top\": \"x\"}}|bad-value|/schedule/values/top|top",
        "[{\"every\": \"1h\"}, {\"every\": \"60m\"}]|bad-schedule|/schedule/1|name",
        "[\"@daily\"]|wrong-type|/schedule/0|cron",
        "\"@daily\"|wrong-type|/schedule|object"
      })
  void mistakes_have_a_place_and_a_hint(
      String schedule, String code, String pointer, String words) {
    assertThatThrownBy(() -> with(schedule))
        .isInstanceOfSatisfying(
            RecipeException.class,
            wrong ->
                assertThat(wrong.problems())
                    .anySatisfy(
                        problem -> {
                          assertThat(problem.code()).isEqualTo(code);
                          assertThat(problem.pointer()).isEqualTo(pointer);
                          assertThat(problem.line()).isEqualTo(1);
                          assertThat(problem.message() + " " + problem.hint()).contains(words);
                        }));
  }

  @Test
  void a_schedule_must_give_required_inputs_a_value() {
    String recipe =
        "{\"schedule\": {\"every\": \"1h\"%s}, \"args\": [\"who\"], \"template\": \"a {who}\"}";
    assertThat(Reading.codes(recipe.formatted(""))).containsExactly("bad-schedule");
    assertThat(read(recipe.formatted(", \"values\": {\"who\": \"x\"}")).schedules()).hasSize(1);
  }

  @Test
  void a_duration_of_very_many_parts_is_refused_and_overflows_no_stack() {
    String every = "1s".repeat(50_000);
    assertThat(Reading.codes("{\"schedule\": {\"every\": \"" + every + "\"}, \"template\": \"a\"}"))
        .containsExactly("bad-schedule");
  }

  @Test
  void runs_with_jitter_are_due_in_the_order_of_their_times() {
    Schedule schedule = with("{\"cron\": \"*/10 * * * *\", \"jitter\": \"5h\"}").schedules().get(0);
    List<Instant> planned = schedule.times(Instant.EPOCH, Instant.MAX, 200);
    for (int i = 0; i + 1 < planned.size(); i++) {
      assertThat(schedule.due("r", planned.get(i)))
          .isBetween(planned.get(i), planned.get(i + 1).minusMillis(1));
    }
  }

  @Test
  void a_schedule_belongs_to_the_recipe() {
    assertThat(
            Reading.codes(
                "{\"template\": [{\"schedule\": {\"every\": \"1h\"}, \"template\": \"a\"}]}"))
        .contains("misplaced-field");
  }

  @Test
  void the_planned_time_is_a_launch_value_of_every_recipe() {
    Recipe recipe = read("echo {scheduled_for}");
    assertThat(recipe.parameters()).isEmpty();
    assertThat(recipe.bind(Map.of("scheduled_for", "2026-12-01T03:00:00.5Z")))
        .isEqualTo(Map.of("scheduled_for", "2026-12-01T03:00:00Z"));
    assertThatThrownBy(() -> recipe.bind(Map.of("scheduled_for", "now")))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("scheduled_for");
    assertThat(Reading.codes("{\"args\": [\"scheduled_for\"], \"template\": \"a\"}"))
        .contains("run-fact");
  }

  @Test
  void the_schema_refuses_what_is_no_schedule() {
    for (String wrong :
        new String[] {"{}", "{\"every\": \"5\"}", "{\"cron\": \"a\", \"at\": 1}", "\"@daily\""}) {
      assertThat(
              SCHEMA.validate(
                  "{\"schedule\": " + wrong + ", \"template\": \"a\"}", InputFormat.JSON))
          .as(wrong)
          .isNotEmpty();
    }
  }
}
