package dev.escarole.samples.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * One day of a small shop's web server, invented but plausible: a few clients ask for most of it,
 * the day has its rush hours, some paths are slow, and from 14:00 to 15:00 the checkout breaks. The
 * last column is the time a request took, in milliseconds.
 */
public final class AccessLog {

  /** Lines of the log that is kept beside the recipe. */
  public static final int LINES = 32_000;

  private static final long SEED = 20_261_114L;
  private static final int CLIENTS = 900;
  private static final int BROKEN_HOUR = 14;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss", Locale.ROOT);

  /** Requests of each hour, relative to each other. */
  private static final int[] RUSH = {
    2, 1, 1, 1, 2, 4, 9, 18, 26, 30, 33, 37, 41, 38, 35, 32, 34, 39, 46, 52, 48, 31, 14, 6
  };

  private record Page(String path, int weight, int millis, int bytes) {}

  private static final List<Page> PAGES =
      List.of(
          new Page("/", 30, 12, 5120),
          new Page("/seeds", 22, 25, 9300),
          new Page("/seeds/escarole", 14, 31, 7100),
          new Page("/seeds/endive", 8, 29, 6900),
          new Page("/search", 9, 140, 4400),
          new Page("/cart", 7, 45, 2300),
          new Page("/checkout", 4, 260, 1900),
          new Page("/img/leaf.png", 25, 4, 18200),
          new Page("/feed.xml", 3, 18, 15400),
          new Page("/old-catalogue", 2, 8, 512));

  private final SplittableRandom random = new SplittableRandom(SEED);

  private AccessLog() {}

  /** Writes the log to the file that is the only argument. */
  public static void main(String[] arguments) {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("give one argument: the file to write");
    }
    write(Path.of(arguments[0]));
  }

  /** Writes the log, replacing what is there. */
  public static void write(Path file) {
    AccessLog log = new AccessLog();
    try (Writer out = Files.newBufferedWriter(file)) {
      for (LocalDateTime at : log.times()) {
        out.write(log.line(at));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private List<LocalDateTime> times() {
    LocalDateTime midnight = LocalDateTime.of(2026, 11, 14, 0, 0);
    return random
        .ints(LINES, 0, sum(RUSH))
        .mapToObj(tick -> midnight.plusSeconds(hour(tick) * 3600L + random.nextInt(3600)))
        .sorted()
        .toList();
  }

  private String line(LocalDateTime at) {
    Page page = page();
    int status = status(page, at.getHour());
    int bytes = status == 200 ? page.bytes + random.nextInt(400) : 0;
    return "%s - - [%s +0000] \"GET %s HTTP/1.1\" %d %d %d\n"
        .formatted(client(), TIME.format(at), page.path, status, bytes, millis(page, status));
  }

  /** The cube of an even chance makes some clients far busier than others. */
  private String client() {
    double chance = random.nextDouble();
    int client = (int) (chance * chance * chance * CLIENTS);
    return "10." + client % 7 + "." + client / 100 + "." + (client % 100 + 1);
  }

  private int status(Page page, int hour) {
    int chance = random.nextInt(1000);
    if (page.path.equals("/checkout") && hour == BROKEN_HOUR && chance < 600) {
      return 503;
    }
    if (page.path.equals("/old-catalogue")) {
      return chance < 700 ? 301 : 404;
    }
    return chance < 4 ? 500 : chance < 25 ? 404 : chance < 90 ? 304 : 200;
  }

  private int millis(Page page, int status) {
    int base = status == 503 ? 5000 : status == 200 ? page.millis : 3;
    double tail = 1 / (1 - 0.98 * random.nextDouble());
    return (int) (base * (0.6 + 0.4 * tail));
  }

  private Page page() {
    int weights = PAGES.stream().mapToInt(Page::weight).sum();
    int tick = random.nextInt(weights);
    int at = 0;
    while (tick >= PAGES.get(at).weight) {
      tick -= PAGES.get(at).weight;
      at++;
    }
    return PAGES.get(at);
  }

  private static int hour(int tick) {
    int left = tick;
    int hour = 0;
    while (left >= RUSH[hour]) {
      left -= RUSH[hour];
      hour++;
    }
    return hour;
  }

  private static int sum(int[] numbers) {
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return sum;
  }
}
