package dev.escarole.samples.bench.schedules;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.ScheduleAccess;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.schedule.ScheduleOptions;
import dev.escarole.engine.schedule.Schedules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * A process with schedules whose clock is set by lines on its input, each the difference to the
 * clock of the machine in seconds; {@code end} ends it.
 */
final class ScheduleVictim {

  private static volatile Duration offset = Duration.ZERO;

  private ScheduleVictim() {}

  /** Arguments: the directory with {@code recipes}, a database address, and the first offset. */
  @SuppressWarnings("try") // They are only there to be closed.
  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Path.of(args[0]);
    offset = Duration.ofSeconds(Long.parseLong(args[2]));
    InstantSource clock = () -> Instant.now().plus(offset);
    try (Engine engine = Engine.open(options(directory, args[1]));
        RecipeFolder folder = RecipeFolder.open(directory.resolve("recipes"));
        Schedules schedules =
            Schedules.open(
                engine,
                folder,
                new ScheduleOptions(
                    Principal.localOperator(), clock, Duration.ofMillis(500), null))) {
      System.out.println("open");
      obey();
      // What waits for earlier runs is launched before the end.
      while (!ScheduleAccess.store(engine).waiting().isEmpty() || !engine.running().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  static EngineOptions options(Path directory, String database) {
    EngineOptions options = EngineOptions.at(directory.resolve("data"));
    return database.isEmpty() ? options : options.withDatabase(database);
  }

  private static void obey() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("end")) {
        return;
      }
      offset = Duration.ofSeconds(Long.parseLong(line));
    }
  }
}
