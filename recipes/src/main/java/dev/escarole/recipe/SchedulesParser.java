package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.schedule.Cron;
import dev.escarole.recipe.schedule.Durations;
import dev.escarole.recipe.schedule.Interval;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.recipe.schedule.Schedule.CatchUp;
import dev.escarole.recipe.schedule.Schedule.MissedRule;
import dev.escarole.recipe.schedule.Schedule.Overlap;
import dev.escarole.recipe.schedule.Schedule.Period;
import dev.escarole.recipe.schedule.Timing;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.JsonType;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.TemplateException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code schedule} of a recipe. */
final class SchedulesParser {
  static final int MOST = 100;
  static final String NAME_PATTERN = "[A-Za-z0-9_.-]{1,100}";

  static final String NAME = "name";
  static final String CRON = "cron";
  static final String EVERY = "every";
  static final String ZONE = "zone";
  static final String VALUES = "values";
  static final String OVERLAP = "overlap";
  static final String CATCH_UP = "catch_up";
  static final String WITHIN = "within";
  static final String JITTER = "jitter";
  static final String START = "start";
  static final String END = "end";

  private static final List<String> FIELDS =
      List.of(NAME, CRON, EVERY, ZONE, VALUES, OVERLAP, CATCH_UP, WITHIN, JITTER, START, END);

  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final Pattern NAMES = Pattern.compile(NAME_PATTERN);
  private static final Duration LONGEST_JITTER = Duration.ofDays(1);
  private static final Instant LATEST = Instant.parse("9999-12-30T00:00:00Z");

  private final Problems problems;

  SchedulesParser(Problems problems) {
    this.problems = problems;
  }

  /** A schedule and its place. */
  record Located(Schedule schedule, SourceObject source, String pointer) {}

  /** Returns the valid schedules and reports the problems of the others. */
  List<Located> read(SourceValue document) {
    SourceValue value = document.child(Setting.SCHEDULE.key());
    if (HandleNodes.isHandle(document) || value == null) {
      return List.of();
    }
    String pointer = Pointers.child("", Setting.SCHEDULE.key());
    List<Located> schedules = new ArrayList<>();
    if (value instanceof SourceObject one) {
      add(one, pointer, schedules);
    } else if (value instanceof SourceArray list) {
      if (list.items().size() > MOST) {
        problems.error(
            Codes.OUT_OF_RANGE,
            "'schedule' has more than " + MOST + " entries",
            null,
            Place.of(pointer, list));
        return List.of();
      }
      for (int i = 0; i < list.items().size(); i++) {
        SourceValue item = list.items().get(i);
        String own = Pointers.child(pointer, String.valueOf(i));
        if (item instanceof SourceObject object) {
          add(object, own, schedules);
        } else {
          problems.error(
              Codes.WRONG_TYPE,
              "an entry of 'schedule' must be an object, not " + item.typeName(),
              "Write {\"cron\": \"0 3 * * *\"} or {\"every\": \"10m\"}.",
              Place.of(own, item));
        }
      }
    }
    refuseDuplicates(schedules);
    return schedules;
  }

  private void add(SourceObject source, String pointer, List<Located> schedules) {
    Schedule schedule = new One(source, pointer).read();
    if (schedule != null) {
      schedules.add(new Located(schedule, source, pointer));
    }
  }

  private void refuseDuplicates(List<Located> schedules) {
    Map<String, Located> byName = new HashMap<>();
    for (Located each : schedules) {
      Located before = byName.putIfAbsent(each.schedule().name(), each);
      if (before != null) {
        problems.error(
            Codes.BAD_SCHEDULE,
            "'%s' is already a schedule of this recipe, on line %d"
                .formatted(each.schedule().name(), before.source().mark().line()),
            "Give each a \"name\" of its own.",
            Place.of(each.pointer(), each.source()));
      }
    }
  }

  /**
   * Checks the values of schedules against the inputs of their recipe.
   *
   * @throws RecipeException if some are invalid
   */
  static void checkValues(Recipe recipe, List<Located> schedules, Problems problems) {
    for (Located each : schedules) {
      String pointer = Pointers.child(each.pointer(), VALUES);
      SourceValue values = each.source().get(VALUES);
      Map<String, Object> given = each.schedule().values();
      given.forEach(
          (name, value) -> {
            try {
              Map<String, Object> unused = recipe.bind(Map.of(name, value));
            } catch (RecipeException wrong) {
              SourceValue place = values == null ? null : values.child(name);
              wrong
                  .problems()
                  .forEach(
                      problem ->
                          problems.error(
                              problem.code(),
                              problem.message(),
                              problem.hint(),
                              Place.of(
                                  Pointers.child(pointer, name),
                                  place == null ? each.source() : place)));
            }
          });
      requireValues(recipe, each, problems);
    }
    if (problems.hasErrors()) {
      throw new RecipeException(problems.errors());
    }
  }

  private static void requireValues(Recipe recipe, Located each, Problems problems) {
    for (Parameter parameter : recipe.allParameters()) {
      String name = parameter.name();
      boolean isComputed = recipe.computed().stream().anyMatch(entry -> entry.name().equals(name));
      if (parameter.required() && !isComputed && !each.schedule().values().containsKey(name)) {
        problems.error(
            Codes.BAD_SCHEDULE,
            "the schedule gives no value to the required input '" + name + "'",
            "Add \"values\": {\"" + name + "\": ...} to it, or give the input a default.",
            Place.of(each.pointer(), each.source()));
      }
    }
  }

  /** Reads one schedule. */
  private final class One {
    private final SourceObject source;
    private final String pointer;
    private boolean valid = true;

    One(SourceObject source, String pointer) {
      this.source = source;
      this.pointer = pointer;
    }

    @Nullable Schedule read() {
      checkFields();
      ZoneId zone = orElse(text(ZONE, SchedulesParser::zone), UTC);
      Instant start = text(START, written -> time(START, written, zone));
      Instant end = text(END, written -> time(END, written, zone));
      if (start != null && end != null && !start.isBefore(end)) {
        error(END, "'end' must be after 'start'", null);
      }
      Timing timing = timing(zone, start);
      String name = text(NAME, SchedulesParser::name);
      Overlap overlap = orElse(word(OVERLAP, Overlap.values(), Overlap::word), Overlap.SKIP);
      MissedRule missed = missed();
      Duration jitter = jitter(timing);
      Map<String, Object> values = values();
      if (timing == null || !valid) {
        return null;
      }
      return new Schedule(
          name == null ? timing.text() : name,
          timing,
          zone,
          values,
          overlap,
          missed,
          jitter,
          start == null && end == null ? Period.ALWAYS : new Period(start, end));
    }

    private void checkFields() {
      source
          .members()
          .forEach(
              (key, member) -> {
                if (!FIELDS.contains(key)) {
                  String nearest = NearestName.of(key, FIELDS);
                  valid = false;
                  problems.error(
                      Codes.UNKNOWN_FIELD,
                      "'" + key + "' is not a field of a schedule",
                      nearest == null
                          ? "Its fields are " + String.join(", ", FIELDS) + "."
                          : "Did you mean '" + nearest + "'?",
                      new Place(Pointers.child(pointer, key), member.keyMark()));
                }
              });
    }

    private @Nullable Timing timing(ZoneId zone, @Nullable Instant start) {
      boolean hasCron = has(CRON);
      if (hasCron == has(EVERY)) {
        error(
            hasCron ? EVERY : "",
            hasCron ? "a schedule has either 'cron' or 'every'" : "the schedule has no times",
            "Write {\"cron\": \"0 3 * * *\", \"zone\": \"Europe/Berlin\"} or {\"every\": \"10m\"}.");
        return null;
      }
      if (hasCron) {
        return text(CRON, written -> Cron.read(written, zone));
      }
      Duration every = text(EVERY, written -> Durations.read(EVERY, written));
      if (every == null) {
        return null;
      }
      if (every.compareTo(Interval.SHORTEST) < 0) {
        error(EVERY, "'every' must be at least 1s", null);
        return null;
      }
      return new Interval(every, start == null ? Instant.EPOCH : start);
    }

    private MissedRule missed() {
      CatchUp catchUp = orElse(word(CATCH_UP, CatchUp.values(), CatchUp::word), CatchUp.LAST);
      Duration within = text(WITHIN, written -> Durations.read(WITHIN, written));
      if (within != null && catchUp == CatchUp.NONE) {
        error(WITHIN, "'within' has no effect with \"catch_up\": \"none\"", "Remove one of them.");
      }
      return new MissedRule(catchUp, within);
    }

    private Duration jitter(@Nullable Timing timing) {
      Duration jitter =
          orElse(text(JITTER, written -> Durations.read(JITTER, written)), Duration.ZERO);
      boolean tooLong = timing instanceof Interval each && jitter.compareTo(each.every()) >= 0;
      if (tooLong || jitter.compareTo(LONGEST_JITTER) > 0) {
        error(
            JITTER,
            tooLong ? "'jitter' must be shorter than 'every'" : "'jitter' is longer than a day",
            null);
      }
      return jitter;
    }

    private Map<String, Object> values() {
      SourceValue value = source.get(VALUES);
      if (value == null || value.type() == JsonType.NULL) {
        return Map.of();
      }
      Place place = Place.of(Pointers.child(pointer, VALUES), value);
      Map<String, Object> given = new LinkedHashMap<>();
      ImportsParser.plain(value, place, problems)
          .forEach(
              (name, plain) -> {
                if (plain != null) {
                  given.put(name, plain);
                }
              });
      return given;
    }

    private boolean has(String field) {
      SourceValue value = source.get(field);
      return value != null && value.type() != JsonType.NULL;
    }

    private <T> @Nullable T text(String field, Function<String, T> reading) {
      SourceValue value = source.get(field);
      if (value == null || value.type() == JsonType.NULL) {
        return null;
      }
      if (!(value.plain() instanceof String written)) {
        valid = false;
        problems.error(
            Codes.WRONG_TYPE,
            "'" + field + "' must be a string, not " + value.typeName(),
            null,
            Place.of(Pointers.child(pointer, field), value));
        return null;
      }
      try {
        return reading.apply(written);
      } catch (TemplateException wrong) {
        valid = false;
        problems.errors(wrong, Place.of(Pointers.child(pointer, field), value));
        return null;
      }
    }

    private <T> @Nullable T word(String field, T[] all, Function<T, String> word) {
      return text(
          field,
          written -> {
            for (T each : all) {
              if (word.apply(each).equals(written)) {
                return each;
              }
            }
            List<String> words = Arrays.stream(all).map(word).toList();
            String nearest = NearestName.of(written, words);
            throw new TemplateException(
                Codes.BAD_SCHEDULE,
                "'%s' must be one of %s".formatted(field, String.join(", ", words)),
                nearest == null ? null : "Did you mean '" + nearest + "'?");
          });
    }

    private void error(String field, String message, @Nullable String hint) {
      valid = false;
      SourceValue value = field.isEmpty() ? null : source.get(field);
      problems.error(
          Codes.BAD_SCHEDULE,
          message,
          hint,
          value == null
              ? Place.of(pointer, source)
              : Place.of(Pointers.child(pointer, field), value));
    }
  }

  private static <T> T orElse(@Nullable T value, T other) {
    return value == null ? other : value;
  }

  private static String name(String written) {
    if (!NAMES.matcher(written).matches()) {
      throw new TemplateException(
          Codes.BAD_NAME,
          "'" + written + "' is not a valid name of a schedule",
          "Use up to 100 letters, digits, _, . and -.");
    }
    return written;
  }

  private static ZoneId zone(String written) {
    try {
      return ZoneId.of(written.strip());
    } catch (DateTimeException unknown) {
      List<String> known = List.copyOf(ZoneId.getAvailableZoneIds());
      String nearest =
          known.stream()
              .filter(id -> id.equalsIgnoreCase(written.strip().replace(' ', '_')))
              .findFirst()
              .orElseGet(() -> NearestName.of(written, known));
      throw new TemplateException(
          Codes.BAD_SCHEDULE,
          "'" + written + "' is not a time zone",
          nearest == null
              ? "Write a name such as Europe/Berlin, or UTC."
              : "Did you mean '" + nearest + "'?");
    }
  }

  private static Instant time(String field, String written, ZoneId zone) {
    String text = written.strip().replace(' ', 'T').toUpperCase(Locale.ROOT);
    try {
      Instant time = time(text, zone);
      if (time.isBefore(Instant.EPOCH) || !time.isBefore(LATEST)) {
        // Planned times are computed in milliseconds, years ahead.
        throw new TemplateException(
            Codes.BAD_SCHEDULE, "'" + field + "' must be in the years 1970 to 9999", null);
      }
      return time;
    } catch (DateTimeParseException wrong) {
      throw new TemplateException(
          Codes.BAD_SCHEDULE,
          "'" + field + "' must be a date or a time, not '" + written + "'",
          "Write 2026-12-01, 2026-12-01T08:00 (in the zone of the schedule) or"
              + " 2026-12-01T08:00:00Z.");
    }
  }

  private static Instant time(String text, ZoneId zone) {
    if (text.indexOf('T') < 0) {
      return LocalDate.parse(text).atStartOfDay(zone).toInstant();
    }
    boolean hasOffset = text.matches(".*(Z|[+-][0-9]{2}:?[0-9]{2})");
    return hasOffset
        ? OffsetDateTime.parse(text).toInstant()
        : LocalDateTime.parse(text).atZone(zone).toInstant();
  }
}
