package dev.escarole.engine.schedule;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.ScheduleAccess;
import dev.escarole.engine.folder.FolderOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import dev.escarole.recipe.RecipeLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A real engine and folder under a clock that the test moves, which also wakes schedules up. */
final class Timetable implements InstantSource, AutoCloseable {

  static final Instant START = Instant.parse("2026-11-23T00:00:00Z");

  private final Path directory;
  private final EngineOptions options;
  private volatile Instant now = START;
  private final Map<Long, Instant> alarms = new HashMap<>();
  private Waker.@Nullable Alarm alarm;
  private @Nullable Engine engine;
  private @Nullable RecipeFolder folder;
  private @Nullable Schedules schedules;

  Timetable(Path directory, UnaryOperator<EngineOptions> options) {
    this.directory = directory;
    this.options = options.apply(EngineOptions.at(directory.resolve("data")));
    try {
      Files.createDirectories(directory.resolve("recipes"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Timetable(Path directory) {
    this(directory, UnaryOperator.identity());
  }

  @Override
  public Instant instant() {
    return now;
  }

  Engine engine() {
    return Objects.requireNonNull(engine);
  }

  Schedules schedules() {
    return Objects.requireNonNull(schedules);
  }

  ScheduleStore store() {
    return ScheduleAccess.store(engine());
  }

  /** Writes a recipe whose template is a quick command, with these fields of its schedule. */
  void recipe(String name, String schedule) {
    recipe(name, schedule, "echo {scheduled_for}");
  }

  void recipe(String name, String schedule, String template) {
    file(
        name,
        "{\"name\": \"%s\", \"schedule\": %s, \"template\": \"%s\"}"
            .formatted(name, schedule, template));
  }

  void file(String name, String text) {
    try {
      Files.writeString(directory.resolve("recipes").resolve(name + ".json"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    look();
  }

  void remove(String name) {
    try {
      Files.delete(directory.resolve("recipes").resolve(name + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    look();
  }

  private void look() {
    if (folder != null) {
      folder.look();
      now = now.plusMillis(2);
      folder.look();
      settle();
    }
  }

  Timetable open() {
    engine = Engine.open(options);
    folder =
        RecipeFolder.open(
            directory.resolve("recipes"),
            new FolderOptions(
                1000,
                1 << 20,
                4,
                new FolderOptions.Pace(Duration.ofDays(1), Duration.ofMillis(1)),
                RecipeLimits.DEFAULTS,
                this));
    ScheduleOptions own =
        ScheduleOptions.at(this).withPace(Duration.ofDays(1)).withWaker(ByTest::new);
    schedules = Schedules.open(engine, folder, own);
    settle();
    return this;
  }

  void settle() {
    try {
      schedules().settle();
    } catch (ExecutionException e) {
      throw new CompletionException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Moves the clock by jumps to each alarm on the way. */
  void pass(Duration time) {
    Instant until = now.plus(time);
    while (true) {
      Map.Entry<Long, Instant> first = first();
      if (first == null || first.getValue().isAfter(until)) {
        break;
      }
      now = first.getValue().isAfter(now) ? first.getValue() : now;
      alarms.remove(first.getKey());
      Objects.requireNonNull(alarm).ring(first.getKey());
      ended();
    }
    now = until;
    settle();
  }

  /** Moves the clock at once, as an operator does. */
  void jump(Duration time) {
    now = now.plus(time);
    pass(Duration.ZERO);
  }

  /** Moves the clock while no engine is open. */
  void move(Duration time) {
    now = now.plus(time);
  }

  private synchronized Map.@Nullable Entry<Long, Instant> first() {
    return alarms.entrySet().stream()
        .min(Map.Entry.<Long, Instant>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .orElse(null);
  }

  /** Waits for the runs that can end. */
  void ended() {
    for (RunHandle run : engine().running()) {
      if (!held(run)) {
        run.result().join();
      }
    }
    engine().flush();
    settle();
  }

  /** Waits until everything that is due has run. */
  void drain() {
    while (!store().waiting().isEmpty()) {
      ended();
    }
    ended();
  }

  private boolean held(RunHandle run) {
    return engine().records().run(run.id()).orElseThrow().recipe().startsWith("held");
  }

  /** The planned times of a schedule with this state, in order. */
  List<String> times(String recipe, FiringState state) {
    return firings(recipe).stream()
        .filter(each -> each.state() == state)
        .map(each -> each.planned().toString())
        .toList();
  }

  List<StoredFiring> firings(String recipe) {
    List<StoredFiring> found = new ArrayList<>();
    store().all().stream()
        .filter(each -> each.recipe().equals(recipe))
        .forEach(each -> found.addAll(store().history(each.number(), 10_000)));
    found.sort(Comparator.comparing(StoredFiring::planned));
    return found;
  }

  long number(String recipe) {
    return schedules().list().stream()
        .filter(each -> each.recipe().equals(recipe))
        .findFirst()
        .orElseThrow()
        .number();
  }

  String output(RunId run) {
    String sha = engine().records().run(run).orElseThrow().stdoutSha256();
    return new String(
        engine().records().content(String.valueOf(sha)).orElseThrow(), StandardCharsets.UTF_8);
  }

  /** Ends the engine without anything that a killed process would not do to schedules. */
  void end() {
    schedules().close();
    Objects.requireNonNull(folder).close();
    engine().suspend();
    schedules = null;
    folder = null;
    engine = null;
    synchronized (this) {
      alarms.clear();
    }
  }

  @Override
  public void close() {
    if (engine != null) {
      schedules().close();
      Objects.requireNonNull(folder).close();
      engine().close();
    }
  }

  private final class ByTest implements Waker {
    ByTest(Alarm bell) {
      alarm = bell;
    }

    @Override
    public void wakeAt(long schedule, Instant time) {
      synchronized (Timetable.this) {
        alarms.put(schedule, time);
      }
    }

    @Override
    public void forget(long schedule) {
      synchronized (Timetable.this) {
        alarms.remove(schedule);
      }
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
