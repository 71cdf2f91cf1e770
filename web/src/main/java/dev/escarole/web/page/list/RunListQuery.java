package dev.escarole.web.page.list;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.page.DisplayZone;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the list of runs, as in the page's address. Immutable.
 *
 * @param statuses empty for all
 * @param recipe exactly this name; empty for all
 * @param label exactly this label; empty for all
 * @param text part of a recipe name, an id or a label; empty for all
 * @param age only runs that began within this time
 * @param from only runs that began at this time or later, as an input field has it; empty for all
 * @param to only runs that began before
 * @param zone of these times: the reader's, whatever zone the address names
 * @param before where the page begins, as the previous page told; empty for the first page
 */
public record RunListQuery(
    Set<RunStatus> statuses,
    String recipe,
    String label,
    String text,
    Age age,
    String from,
    String to,
    ZoneId zone,
    String before) {

  /** How long ago a run began at most. */
  public enum Age {
    ANY("any time", Duration.ZERO),
    HOUR("the last hour", Duration.ofHours(1)),
    DAY("the last 24 hours", Duration.ofDays(1)),
    WEEK("the last 7 days", Duration.ofDays(7)),
    MONTH("the last 30 days", Duration.ofDays(30));

    private final String words;
    private final Duration longest;

    Age(String words, Duration longest) {
      this.words = words;
      this.longest = longest;
    }

    public String words() {
      return words;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static RunListQuery of(Context ctx) {
    ZoneId zone = DisplayZone.of(ctx).zone();
    String age = Pages.query(ctx, "age");
    return new RunListQuery(
        statuses(ctx),
        Pages.query(ctx, "recipe"),
        Pages.query(ctx, "label"),
        Pages.query(ctx, "text"),
        age.isEmpty() ? Age.ANY : one(Age.values(), Age::word, "age", age),
        local(ctx, "from", zone),
        local(ctx, "to", zone),
        zone,
        Pages.query(ctx, "before"));
  }

  private static Set<RunStatus> statuses(Context ctx) {
    Set<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);
    ctx.queryParams("status").stream()
        .filter(word -> !word.isEmpty())
        .map(word -> one(RunStatus.values(), RunStatus::word, "status", word))
        .forEach(statuses::add);
    return statuses;
  }

  private static <T> T one(T[] all, Function<T, String> word, String name, String wanted) {
    return Arrays.stream(all)
        .filter(each -> word.apply(each).equals(wanted.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                unknown(
                    "'%s' is one of %s"
                        .formatted(
                            name, Arrays.stream(all).map(word).collect(Collectors.joining(", ")))));
  }

  private static RefusedException unknown(String why) {
    return new RefusedException(
        RefusalCode.BAD_FILTER,
        "unknown filter: " + why,
        "Go to the list of runs and choose the filters there.");
  }

  RunsQuery toQuery(int limit, Instant now) {
    Instant since = time(from);
    Instant youngest = age == Age.ANY ? null : now.minus(age.longest);
    if (since == null || (youngest != null && youngest.isAfter(since))) {
      since = youngest;
    }
    return new RunsQuery(
        List.copyOf(statuses),
        Pages.orNull(recipe),
        Pages.orNull(label),
        null,
        Pages.orNull(text),
        since,
        time(to),
        limit,
        Pages.orNull(before));
  }

  /** A time of the address in the reader's zone: a link has the zone of its sender, or UTC. */
  private static String local(Context ctx, String field, ZoneId zone) {
    String text = Pages.query(ctx, field);
    if (text.isEmpty()) {
      return "";
    }
    String name = Pages.query(ctx, "zone");
    ZoneId named = DisplayZone.named(name.isEmpty() ? "UTC" : name);
    if (named == null) {
      throw unknown("'zone' is not a time zone");
    }
    try {
      return moved(text, named, zone);
    } catch (DateTimeException e) {
      throw unknown("'%s' is a time such as 2026-11-28T09:30".formatted(field));
    }
  }

  private static String moved(String text, ZoneId from, ZoneId to) {
    return LocalDateTime.parse(text)
        .atZone(from)
        .withZoneSameInstant(to)
        .toLocalDateTime()
        .toString();
  }

  /** So that an address is the same for readers in other zones. */
  private String inUtc(String field) {
    return field.isEmpty() ? "" : moved(field, zone, ZoneOffset.UTC);
  }

  private @Nullable Instant time(String field) {
    return field.isEmpty() ? null : LocalDateTime.parse(field).atZone(zone).toInstant();
  }

  /** Whether runs are left out. */
  public boolean isNarrowed() {
    return !statuses.isEmpty() || !(recipe + label + text + from + to).isEmpty() || age != Age.ANY;
  }

  /** Whether the conditions are set that are not always in view. */
  public boolean hasDetails() {
    return !(label + from + to).isEmpty();
  }

  /**
   * The address of the same list that begins elsewhere.
   *
   * @param place empty for the first page
   */
  public String address(String place) {
    Address address = new Address("/runs");
    statuses.stream().sorted().forEach(status -> address.with("status", status.word()));
    return address
        .with("recipe", recipe)
        .with("label", label)
        .with("text", text)
        .with("age", age == Age.ANY ? "" : age.word())
        .with("from", inUtc(from))
        .with("to", inUtc(to))
        .with("zone", (from + to).isEmpty() ? "" : "UTC")
        .with("before", place)
        .toString();
  }
}
