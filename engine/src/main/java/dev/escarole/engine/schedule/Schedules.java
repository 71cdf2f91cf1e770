package dev.escarole.engine.schedule;

import dev.escarole.engine.Engine;
import dev.escarole.engine.ScheduleAccess;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.command.OptionalLibrary;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunEvent.RunEnded;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.schedule.ScheduleState.Activity;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringKind;
import dev.escarole.engine.store.schedule.StoredSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Launches the recipes of a folder at the times that their schedules plan. What is in force follows
 * the folder; pauses and what became of planned times are on record in the engine's database.
 *
 * <p>Thread-safe. Close it before the engine.
 */
public final class Schedules implements AutoCloseable {

  /** The most planned times of one backfill. */
  public static final int MOST_BACKFILLED = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);

  /** For callers that only have the engine. */
  private static final Map<Engine, Schedules> BY_ENGINE = new ConcurrentHashMap<>();

  private static final int LOCKS = 64;

  /** How late a wake-up may be before it is made up for. */
  private static final Duration LATE = Duration.ofSeconds(5);

  private final Engine engine;
  private final ScheduleOptions options;
  private final ScheduleStore store;
  private final ScheduleLauncher launcher;
  private final FolderSchedules folder;
  private final Wakers wakers;
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final ScheduledExecutorService own =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "escarole-schedules");
            thread.setDaemon(true);
            return thread;
          });

  /** Schedules whose runs end here, to launch what waits for that. */
  private final Map<RunId, Long> running = new ConcurrentHashMap<>();

  /** One is held while a schedule is worked on, so that two wake-ups do not overlap. */
  private final Object[] locks = new Object[LOCKS];

  private final Map<Long, Instant> expected = new ConcurrentHashMap<>();
  private volatile boolean closing;

  private Schedules(Engine engine, RecipeFolder recipes, ScheduleOptions options) {
    this.engine = engine;
    this.options = options;
    this.store = ScheduleAccess.store(engine);
    this.launcher = new ScheduleLauncher(engine, options);
    this.folder = new FolderSchedules(recipes, store, options.clock());
    this.wakers = new Wakers(options, store, this::ring);
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  /**
   * Puts the schedules of a folder in force, soon and by other threads. Runs that were due when no
   * engine was running are launched as the schedules say.
   *
   * @throws IllegalStateException if Quartz is not on the class path
   */
  public static Schedules open(Engine engine, RecipeFolder recipes, ScheduleOptions options) {
    OptionalLibrary.QUARTZ.require();
    Schedules schedules = new Schedules(engine, recipes, options);
    schedules.subscriptions.add(recipes.listen(change -> schedules.later(schedules::follow)));
    schedules.subscriptions.add(engine.listen(schedules::heard));
    schedules.later(schedules::follow);
    BY_ENGINE.put(engine, schedules);
    long pace = options.pace().toMillis();
    Future<?> unused =
        schedules.own.scheduleWithFixedDelay(
            () -> schedules.guarded(schedules::check), pace, pace, TimeUnit.MILLISECONDS);
    return schedules;
  }

  /** The schedules that were opened last for an engine and are not closed. */
  public static Optional<Schedules> of(Engine engine) {
    return Optional.ofNullable(BY_ENGINE.get(engine));
  }

  private void later(Runnable work) {
    try {
      own.execute(() -> guarded(work));
    } catch (RejectedExecutionException e) {
      LOG.debug("Closed meanwhile", e);
    }
  }

  /** For tests: waits for the work that was begun before. */
  void settle() throws InterruptedException, ExecutionException {
    own.submit(() -> {}).get();
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (StoreException e) {
      LOG.warn("Schedules wait for the database: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Schedules: unexpected failure; will be retried soon", e);
    }
  }

  /** Takes over the present state of the folder. */
  void follow() {
    FolderSchedules.Changes changes = folder.follow();
    changes.gone().forEach(this::drop);
    changes.changed().forEach(entry -> guarded(() -> wake(entry.number())));
  }

  private void drop(long number) {
    expected.remove(number);
    wakers.forget(number);
  }

  private void heard(RunEvent event) {
    if (event instanceof RunEnded) {
      Long schedule = running.remove(event.run());
      if (schedule != null) {
        later(() -> wake(schedule));
      }
    }
  }

  private void ring(long number) {
    expected.remove(number);
    guarded(() -> wake(number));
  }

  /** Decides what is due, launches it, and arranges the next wake-up. */
  void wake(long number) {
    synchronized (locks[Math.floorMod(number, LOCKS)]) {
      if (closing || engine.housekeeping().refusal().isPresent()) {
        // Another node fires it, or this one when it may again.
        return;
      }
      ScheduleEntry entry = folder.entry(number);
      StoredSchedule stored = entry == null ? null : store.find(number);
      if (entry == null || stored == null || !stored.active() || stored.paused()) {
        drop(number);
        return;
      }
      try {
        launcher.decide(entry, stored);
        launcher.launchDue(entry, () -> closing).forEach(run -> track(run, number));
      } finally {
        if (!closing) {
          arm(entry);
        }
      }
    }
  }

  /** Wakes the schedule up again when the run has ended, for what waits for that. */
  private void track(RunId run, long number) {
    running.put(run, number);
    if (engine.handle(run).isEmpty() && running.remove(run) != null) {
      later(() -> wake(number));
    }
  }

  private void arm(ScheduleEntry entry) {
    StoredSchedule stored = store.find(entry.number());
    Instant next = stored == null ? null : entry.schedule().next(stored.planned());
    if (next == null) {
      drop(entry.number());
      return;
    }
    Instant due = entry.schedule().due(entry.recipe(), next);
    if (!due.equals(expected.put(entry.number(), due))) {
      wakers.wakeAt(entry.number(), due);
    }
  }

  /** Wakes up what the waker forgot, and what could not be done before. */
  void check() {
    wakers.repair();
    Instant late = options.clock().instant().minus(LATE);
    List<Long> overdue = new ArrayList<>();
    expected.forEach(
        (number, time) -> {
          if (time.isBefore(late)) {
            overdue.add(number);
          }
        });
    store.waiting().stream().map(ScheduleStore.Waiting::schedule).forEach(overdue::add);
    overdue.stream().distinct().forEach(number -> guarded(() -> wake(number)));
    folder.entries().stream()
        .map(ScheduleEntry::number)
        .filter(number -> !expected.containsKey(number))
        .forEach(number -> guarded(() -> wake(number)));
  }

  /** All schedules in force, by recipe and in document order. */
  public List<ScheduleState> list() {
    Activity activity = Activity.of(store);
    Map<Long, StoredSchedule> stored = new HashMap<>();
    store.all().forEach(each -> stored.put(each.number(), each));
    List<ScheduleState> states = new ArrayList<>();
    for (ScheduleEntry entry : folder.entries()) {
      StoredSchedule each = stored.get(entry.number());
      if (each != null) {
        states.add(ScheduleState.of(entry, each, activity));
      }
    }
    states.sort(Comparator.comparing(ScheduleState::recipe).thenComparing(ScheduleState::number));
    return states;
  }

  /** The schedule in force with this number. */
  public Optional<ScheduleState> state(long number) {
    ScheduleEntry entry = folder.entry(number);
    StoredSchedule stored = entry == null ? null : store.find(number);
    return entry == null || stored == null
        ? Optional.empty()
        : Optional.of(ScheduleState.of(entry, stored, Activity.of(store)));
  }

  /** What became of the latest planned times of a schedule, newest first. */
  public List<StoredFiring> history(long number, int most) {
    return store.history(number, most);
  }

  /**
   * Pauses a schedule: it launches nothing until it is resumed, and makes up for nothing then.
   *
   * @return whether that changed anything
   */
  public boolean pause(long number) {
    boolean changed = store.pause(number, true, options.clock().instant());
    drop(number);
    return changed;
  }

  /**
   * Resumes a paused schedule.
   *
   * @return whether that changed anything
   */
  public boolean resume(long number) {
    boolean changed = store.pause(number, false, options.clock().instant());
    wake(number);
    return changed;
  }

  /**
   * Launches a run of a schedule at once, also if it is paused or an earlier run has not ended.
   *
   * @return the run, or null if the launch was refused; see {@link #history}
   * @throws IllegalArgumentException if it is not in force
   */
  public @Nullable RunId runNow(long number) {
    ScheduleEntry entry = inForce(number);
    Instant now = options.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    synchronized (locks[Math.floorMod(number, LOCKS)]) {
      StoredFiring firing = StoredFiring.due(number, now, FiringKind.MANUAL);
      while (store.add(List.of(firing)) == 0) {
        now = now.plusMillis(1);
        firing = StoredFiring.due(number, now, FiringKind.MANUAL);
      }
      RunId run = launcher.launch(entry, firing);
      if (run != null) {
        track(run, number);
      }
      return run;
    }
  }

  /**
   * Launches runs for planned times of the past that were not launched, in their order and with the
   * rule about overlaps; times that were skipped or failed are tried again.
   *
   * @param from the first possible time; no time before 1970 is planned
   * @param until times are before it
   * @return how many runs will be launched, and how many times have one already
   * @throws IllegalArgumentException if it is not in force, or there are more than {@link
   *     #MOST_BACKFILLED} times
   */
  public Backfill backfill(long number, Instant from, Instant until) {
    ScheduleEntry entry = inForce(number);
    StoredSchedule stored = store.find(number);
    Instant now = options.clock().instant();
    Instant past = stored == null || now.isBefore(stored.planned()) ? now : stored.planned();
    Instant end = until.isBefore(past) ? until : past.plusMillis(1);
    Instant first = from.isBefore(Instant.EPOCH) ? Instant.EPOCH : from;
    List<Instant> times = entry.schedule().times(first.minusNanos(1), end, MOST_BACKFILLED + 1);
    if (times.size() > MOST_BACKFILLED) {
      throw new IllegalArgumentException(
          "the range has more than %,d planned times".formatted(MOST_BACKFILLED));
    }
    int added =
        store.add(
            times.stream()
                .map(time -> StoredFiring.due(number, time, FiringKind.BACKFILL))
                .toList());
    later(() -> wake(number));
    return new Backfill(added, times.size() - added);
  }

  /**
   * A backfill.
   *
   * @param added runs that will be launched
   * @param present planned times that have a run, or will
   */
  public record Backfill(int added, int present) {}

  private ScheduleEntry inForce(long number) {
    ScheduleEntry entry = folder.entry(number);
    if (entry == null) {
      throw new IllegalArgumentException("there is no schedule with the number " + number);
    }
    return entry;
  }

  /** Waits for work in progress and launches nothing any more. */
  @Override
  public void close() {
    BY_ENGINE.remove(engine, this);
    closing = true;
    subscriptions.forEach(Subscription::close);
    own.shutdown();
    wakers.close();
    try {
      own.awaitTermination(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
