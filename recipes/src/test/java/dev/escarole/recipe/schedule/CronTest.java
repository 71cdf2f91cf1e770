package dev.escarole.recipe.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.template.TemplateException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId LORD_HOWE = ZoneId.of("Australia/Lord_Howe");
  private static final ZoneId SANTIAGO = ZoneId.of("America/Santiago");

  private static List<String> local(String cron, ZoneId zone, String from, String until) {
    Instant end = LocalDateTime.parse(until).atZone(zone).toInstant();
    List<String> times = new ArrayList<>();
    Timing timing = Cron.read(cron, zone);
    Instant next = timing.next(LocalDateTime.parse(from).atZone(zone).toInstant().minusMillis(1));
    while (next != null && next.isBefore(end)) {
      ZonedDateTime at = next.atZone(zone);
      times.add(at.toLocalDateTime() + " " + at.getOffset());
      next = timing.next(next);
    }
    return times;
  }

  private static List<String> utc(String cron, String from, int count) {
    Timing timing = Cron.read(cron, ZoneOffset.UTC);
    List<String> times = new ArrayList<>();
    Instant at = Instant.parse(from);
    for (int i = 0; i < count; i++) {
      at = Objects.requireNonNull(timing.next(at));
      times.add(at.toString());
    }
    return times;
  }

  @Test
  void fields_mean_what_they_mean_in_a_crontab() {
    assertThat(utc("*/20 9-10 * * mon-fri", "2026-11-20T10:30:00Z", 3))
        .containsExactly("2026-11-20T10:40:00Z", "2026-11-23T09:00:00Z", "2026-11-23T09:20:00Z");
    assertThat(utc("0 0 29 feb *", "2026-01-01T00:00:00Z", 2))
        .containsExactly("2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z");
    assertThat(utc("0 0 29 2 *", "2096-03-01T00:00:00Z", 1))
        .containsExactly("2104-02-29T00:00:00Z");
    assertThat(utc("5 4 * * 7", "2026-11-23T00:00:00Z", 1)).containsExactly("2026-11-29T04:05:00Z");
    assertThat(utc("5 4 * * 0", "2026-11-23T00:00:00Z", 1)).containsExactly("2026-11-29T04:05:00Z");
    assertThat(utc("0 12 * * fri-sun", "2026-11-23T00:00:00Z", 3))
        .containsExactly("2026-11-27T12:00:00Z", "2026-11-28T12:00:00Z", "2026-11-29T12:00:00Z");
    assertThat(utc("@daily", "2026-12-31T00:00:00Z", 1)).containsExactly("2027-01-01T00:00:00Z");
    assertThat(utc("@Weekly", "2026-11-23T00:00:00Z", 1)).containsExactly("2026-11-29T00:00:00Z");
  }

  @Test
  void a_day_matches_if_its_date_or_its_weekday_does() {
    assertThat(utc("0 9 1 * mon", "2026-11-23T09:00:00Z", 4))
        .containsExactly(
            "2026-11-30T09:00:00Z",
            "2026-12-01T09:00:00Z",
            "2026-12-07T09:00:00Z",
            "2026-12-14T09:00:00Z");
    // A field that begins with a star restricts nothing, so both must match.
    assertThat(utc("0 9 */2 * mon", "2026-11-23T09:00:00Z", 2))
        .containsExactly("2026-12-07T09:00:00Z", "2026-12-21T09:00:00Z");
  }

  @Test
  void a_time_that_the_clock_skips_is_planned_right_after_the_change_and_only_once() {
    assertThat(local("30 2 * * *", BERLIN, "2026-03-28T00:00", "2026-03-31T00:00"))
        .containsExactly(
            "2026-03-28T02:30 +01:00", "2026-03-29T03:00 +02:00", "2026-03-30T02:30 +02:00");
    assertThat(local("*/10 2,3 * * *", BERLIN, "2026-03-29T00:00", "2026-03-29T03:15"))
        .containsExactly("2026-03-29T03:00 +02:00", "2026-03-29T03:10 +02:00");
    // Half an hour in October, in the southern hemisphere.
    assertThat(local("15 2 * * *", LORD_HOWE, "2026-10-03T00:00", "2026-10-06T00:00"))
        .containsExactly(
            "2026-10-03T02:15 +10:30", "2026-10-04T02:30 +11:00", "2026-10-05T02:15 +11:00");
    // At midnight, so that the day has none.
    assertThat(local("@daily", SANTIAGO, "2026-09-05T00:00", "2026-09-08T00:00"))
        .containsExactly(
            "2026-09-05T00:00 -04:00", "2026-09-06T01:00 -03:00", "2026-09-07T00:00 -03:00");
  }

  @Test
  void a_time_that_occurs_twice_is_planned_for_the_first() {
    assertThat(local("30 2 * * *", BERLIN, "2026-10-24T00:00", "2026-10-27T00:00"))
        .containsExactly(
            "2026-10-24T02:30 +02:00", "2026-10-25T02:30 +02:00", "2026-10-26T02:30 +01:00");
    assertThat(local("45 1 * * *", LORD_HOWE, "2026-04-04T00:00", "2026-04-07T00:00"))
        .containsExactly(
            "2026-04-04T01:45 +11:00", "2026-04-05T01:45 +11:00", "2026-04-06T01:45 +10:30");
    assertThat(local("30 23 * * *", SANTIAGO, "2026-04-03T12:00", "2026-04-06T12:00"))
        .containsExactly(
            "2026-04-03T23:30 -03:00", "2026-04-04T23:30 -03:00", "2026-04-05T23:30 -04:00");
  }

  @Test
  void hours_with_a_star_follow_the_clock() {
    assertThat(local("*/30 * * * *", BERLIN, "2026-03-29T01:00", "2026-03-29T04:00"))
        .containsExactly(
            "2026-03-29T01:00 +01:00",
            "2026-03-29T01:30 +01:00",
            "2026-03-29T03:00 +02:00",
            "2026-03-29T03:30 +02:00");
    assertThat(local("30 * * * *", BERLIN, "2026-10-25T01:00", "2026-10-25T04:00"))
        .containsExactly(
            "2026-10-25T01:30 +02:00",
            "2026-10-25T02:30 +02:00",
            "2026-10-25T02:30 +01:00",
            "2026-10-25T03:30 +01:00");
    assertThat(local("*/15 * * * *", LORD_HOWE, "2026-04-05T01:15", "2026-04-05T02:15"))
        .containsExactly(
            "2026-04-05T01:15 +11:00",
            "2026-04-05T01:30 +11:00",
            "2026-04-05T01:45 +11:00",
            "2026-04-05T01:30 +10:30",
            "2026-04-05T01:45 +10:30",
            "2026-04-05T02:00 +10:30");
  }

  /** Each way finds exactly the times that a search minute by minute finds. */
  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "UTC"})
  void forwards_and_backwards_find_the_same_times_around_changes_of_the_clock(String id) {
    ZoneId zone = ZoneId.of(id);
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      String hours = random.nextBoolean() ? "*" : String.valueOf(random.nextInt(24));
      hours = random.nextInt(4) == 0 ? "0-3,23" : hours;
      String cron = "%d,%d %s * * *".formatted(random.nextInt(60), random.nextInt(60), hours);
      Timing timing = Cron.read(cron, zone);
      for (String change :
          List.of("2026-03-29", "2026-04-05", "2026-09-06", "2026-10-04", "2026-10-25")) {
        Instant from = LocalDateTime.parse(change + "T00:00").atZone(zone).toInstant();
        from = from.minus(Duration.ofHours(30));
        Instant until = from.plus(Duration.ofHours(60));
        Set<Instant> expected = expected(cron, zone, from, until);
        List<Instant> forwards = new ArrayList<>();
        for (Instant at = next(timing, from); at.isBefore(until); at = next(timing, at)) {
          forwards.add(at);
        }
        List<Instant> backwards = new ArrayList<>();
        Instant back = timing.previous(until, from);
        while (back != null) {
          backwards.add(back);
          back = timing.previous(back, from);
        }
        Collections.reverse(backwards);
        assertThat(forwards)
            .as(cron + " " + zone + " " + change)
            .containsExactlyElementsOf(expected);
        assertThat(backwards)
            .as("back " + cron + " " + zone + " " + change)
            .containsExactlyElementsOf(expected);
      }
    }
  }

  private static Instant next(Timing timing, Instant time) {
    return Objects.requireNonNull(timing.next(time));
  }

  /** By definition: for each local minute its instants, by the rules for fixed and free hours. */
  private static Set<Instant> expected(String cron, ZoneId zone, Instant after, Instant until) {
    String[] fields = cron.split(" ", -1);
    List<Integer> minutes =
        List.of(fields[0].split(",", -1)).stream().map(Integer::valueOf).distinct().toList();
    boolean free = fields[1].equals("*");
    TreeSet<Instant> found = new TreeSet<>();
    LocalDateTime local = LocalDateTime.ofInstant(after, ZoneOffset.UTC).minusDays(2);
    LocalDateTime end = LocalDateTime.ofInstant(until, ZoneOffset.UTC).plusDays(2);
    for (; local.isBefore(end); local = local.plusMinutes(1)) {
      LocalDateTime minute = local.withSecond(0).withNano(0);
      if (!minutes.contains(minute.getMinute()) || !(free || hours(fields[1], minute.getHour()))) {
        continue;
      }
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(minute);
      if (offsets.isEmpty() && !free) {
        found.add(zone.getRules().getTransition(minute).getInstant());
      } else if (free) {
        offsets.forEach(offset -> found.add(minute.toInstant(offset)));
      } else {
        found.add(minute.toInstant(offsets.get(0)));
      }
    }
    found.removeIf(at -> !at.isAfter(after) || !at.isBefore(until));
    return found;
  }

  private static boolean hours(String field, int hour) {
    return field.equals("0-3,23") ? hour <= 3 || hour == 23 : Integer.parseInt(field) == hour;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 * *|5 fields",
        "0 0 3 * * *|every",
        "60 3 * * *|minute",
        "0 24 * * *|hour",
        "0 0 0 * *|day of month",
        "0 0 * 13 *|month",
        "0 0 * * 8|day of week",
        "0 0 L * *|L, W and #",
        "0 0 15W * *|L, W and #",
        "0 0 * * 5L|L, W and #",
        "0 0 * * mon#1|L, W and #",
        "0 0 ? * *|Write \"*\"",
        "5/15 * * * *|5-59/15",
        "0 22-2 * * *|wrap",
        "*/0 * * * *|step",
        "1,,2 * * * *|minute",
        "0 0 31 2 *|no day",
        "@reboot|any time",
        "@never|@daily",
        "0 0 * foo *|jan"
      })
  void mistakes_are_named_with_a_way_out(String cron, String words) {
    assertThatThrownBy(() -> Cron.read(cron, ZoneOffset.UTC))
        .isInstanceOfSatisfying(
            TemplateException.class,
            wrong ->
                assertThat(wrong.message() + " " + wrong.hint())
                    .containsIgnoringCase(words.replace("jan", "feb")));
  }

  @Test
  void intervals_do_not_depend_on_when_they_are_asked() {
    Interval every = new Interval(Duration.ofMinutes(7), Instant.EPOCH);
    Instant at = Instant.parse("2026-11-23T12:00:00.001Z");
    Instant next = every.next(at);
    assertThat(every.next(at.plusSeconds(1))).isEqualTo(next);
    assertThat(next.getEpochSecond() % 420).isZero();
    assertThat(every.previous(next, Instant.EPOCH)).isEqualTo(next.minusSeconds(420));
    assertThat(every.previous(next.plusNanos(1), Instant.EPOCH)).isEqualTo(next);
    assertThat(every.previous(next, next.minusSeconds(420))).isNull();
  }

  @Test
  void durations_are_read_and_written() {
    assertThat(Durations.text(Durations.read("every", "1h 30m"))).isEqualTo("1h30m");
    assertThat(Durations.text(Duration.ofDays(8))).isEqualTo("1w1d");
    assertThatThrownBy(() -> Durations.read("every", "5"))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("every");
    assertThatThrownBy(() -> Durations.read("within", "999999999w"))
        .isInstanceOf(TemplateException.class);
  }
}
