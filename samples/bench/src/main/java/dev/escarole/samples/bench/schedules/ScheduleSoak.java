package dev.escarole.samples.bench.schedules;

import dev.escarole.engine.Engine;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.samples.bench.Arguments;
import dev.escarole.samples.bench.Left;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills engines with schedules while their clock jumps by an hour back and forth, and then accounts
 * for every planned time.
 */
public final class ScheduleSoak {

  private static final String USAGE =
      "usage: schedule-soak [--schedules N] [--kills N] [--seed N] [--database URL]";

  private static final int HOUR = 3_600;

  private final Path directory;
  private final String database;
  private final int count;
  private final Random random;
  private final Map<String, Schedule> schedules = new HashMap<>();
  private long offset;

  ScheduleSoak(Path directory, String database, int count, long seed) {
    this.directory = directory;
    this.database = database;
    this.count = count;
    this.random = new Random(seed);
  }

  /** Exits with 0 if every time is accounted for, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int schedules = 200;
    int kills = 50;
    long seed = System.nanoTime() % 1_000_000;
    String database = "";
    Arguments arguments = new Arguments(List.of(args));
    try {
      while (!arguments.isEmpty()) {
        switch (arguments.option()) {
          case "--schedules" -> schedules = arguments.number(10_000);
          case "--kills" -> kills = arguments.number(10_000);
          case "--seed" -> seed = arguments.number(Integer.MAX_VALUE);
          case "--database" -> database = arguments.value();
          default -> throw arguments.unknown();
        }
      }
    } catch (IllegalArgumentException e) {
      System.err.println(USAGE);
      System.exit(2);
    }
    System.err.println("seed " + seed);
    Path directory = Files.createTempDirectory("escarole-schedules-");
    List<String> mistakes = new ScheduleSoak(directory, database, schedules, seed).run(kills);
    mistakes.forEach(System.out::println);
    if (mistakes.isEmpty()) {
      Left.remove(directory);
    } else {
      System.out.println(mistakes.size() + " mistakes; data in " + directory);
    }
    System.exit(mistakes.isEmpty() ? 0 : 1);
  }

  /** Kills so many processes, lets the last one end by itself, and returns what is wrong then. */
  List<String> run(int kills) throws IOException, InterruptedException {
    writeRecipes();
    for (int i = 0; i < kills; i++) {
      Process victim = start();
      if (random.nextBoolean()) {
        pause(200, 900);
        jump();
        tell(victim, String.valueOf(offset));
      }
      pause(100, 1_500);
      victim.destroyForcibly().waitFor();
      jump();
    }
    return last();
  }

  private void pause(int least, int most) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(least + random.nextInt(most - least));
  }

  /** More often forward than back, so that there are always new times. */
  private void jump() {
    offset += random.nextInt(3) == 0 ? -HOUR : HOUR;
  }

  private void writeRecipes() throws IOException {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    String[] times = {
      "\"every\": \"2s\"",
      "\"every\": \"5m\"",
      "\"cron\": \"*/10 * * * *\"",
      "\"cron\": \"7,37 * * * *\", \"zone\": \"Australia/Lord_Howe\"",
      "\"every\": \"1m\", \"jitter\": \"20s\""
    };
    String[] rules = {"none", "last", "all"};
    String[] overlaps = {"skip", "parallel", "queue"};
    for (int i = 0; i < count; i++) {
      String time = times[i % times.length];
      // 1,800 times an hour are more than are made up for at once.
      String rule = i % times.length == 0 ? rules[i % 2] : rules[i % rules.length];
      String text =
          "{\"name\": \"s%d\", \"schedule\": {\"name\": \"x\", %s, \"catch_up\": \"%s\", \"overlap\": \"%s\"}, \"template\": \"echo {scheduled_for}\"}"
              .formatted(i, time, rule, overlaps[i / 2 % overlaps.length]);
      Files.writeString(recipes.resolve("s" + i + ".json"), text);
      schedules.put("s" + i, new RecipeReader().read(text, "s.json").schedules().get(0));
    }
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    String classes = System.getProperty("java.class.path");
    command.addAll(List.of("-cp", System.getProperty("surefire.test.class.path", classes)));
    command.add(ScheduleVictim.class.getName());
    command.addAll(List.of(directory.toString(), database, String.valueOf(offset)));
    Process victim =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8));
    for (String line = said.readLine(); !"open".equals(line); line = said.readLine()) {
      if (line == null) {
        throw new IOException("the process ended before it was open");
      }
    }
    // What it logs must not stop it.
    Thread reader = new Thread(() -> said.lines().forEach(line -> {}), "schedule-soak-reader");
    reader.setDaemon(true);
    reader.start();
    return victim;
  }

  private static void tell(Process victim, String line) throws IOException {
    victim.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    victim.getOutputStream().flush();
  }

  /** Lets everything that is due end, and looks. */
  private List<String> last() throws IOException, InterruptedException {
    Process victim = start();
    TimeUnit.SECONDS.sleep(5);
    tell(victim, "end");
    if (!victim.waitFor(30, TimeUnit.MINUTES)) {
      victim.destroyForcibly();
      return List.of("some times are still due after half an hour");
    }
    try (Engine engine = Engine.open(ScheduleVictim.options(directory, database))) {
      ScheduleCheck check = new ScheduleCheck(engine);
      List<String> mistakes = check.check(schedules);
      System.out.println(count + " schedules: " + check.figures());
      return mistakes;
    }
  }
}
