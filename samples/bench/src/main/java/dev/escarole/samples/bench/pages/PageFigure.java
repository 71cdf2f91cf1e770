package dev.escarole.samples.bench.pages;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What was measured of a page. Filled by one thread. */
final class PageFigure {

  private final String title;
  private final Map<PageMode, Look> looks = new EnumMap<>(PageMode.class);
  private final Map<PageMode, Double> shifts = new EnumMap<>(PageMode.class);

  /**
   * What was measured in one mode.
   *
   * @param pageBytes of the document as it was sent
   * @param allBytes of all that a first visit fetches
   * @param paintMillis from asking for the page until there was something to read, the median
   * @param faults that axe has found, by their rules
   */
  record Look(long pageBytes, long allBytes, double paintMillis, List<String> faults) {
    Look {
      faults = List.copyOf(faults);
    }
  }

  PageFigure(String title) {
    this.title = title;
  }

  void add(PageMode mode, Look look) {
    looks.put(mode, look);
  }

  /** The sum of all layout shifts while the page was watched. */
  void shifted(PageMode mode, double shift) {
    shifts.put(mode, shift);
  }

  /** Whether axe has found nothing, and the page has hardly moved. */
  boolean isGood() {
    return looks.values().stream().allMatch(look -> look.faults().isEmpty())
        && shifts.values().stream().allMatch(shift -> shift < 0.1);
  }

  /** What axe has found, each with the mode; empty if nothing. */
  List<String> faults() {
    return looks.entrySet().stream()
        .flatMap(
            each ->
                each.getValue().faults().stream()
                    .map(fault -> "%s, %s: %s".formatted(title, each.getKey().title(), fault)))
        .toList();
  }

  /** Its row of the table, in Markdown. */
  String row() {
    long page = looks.values().stream().mapToLong(Look::pageBytes).max().orElse(0);
    long all = looks.values().stream().mapToLong(Look::allBytes).max().orElse(0);
    return "| %s | %s | %s | %s | %s | %s |"
        .formatted(
            title,
            kib(page),
            kib(all),
            all(looks, look -> String.format(Locale.ROOT, "%.0f", look.paintMillis())),
            all(shifts, shift -> String.format(Locale.ROOT, "%.3f", shift)),
            all(looks, look -> String.valueOf(look.faults().size())));
  }

  private static String kib(long bytes) {
    return String.format(Locale.ROOT, "%.0f", bytes / 1024.0);
  }

  private static <T> String all(Map<PageMode, T> each, Function<T, String> words) {
    return each.values().stream().map(words).collect(Collectors.joining(" · "));
  }
}
