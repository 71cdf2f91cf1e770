package dev.escarole.engine.schedule;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredSchedule;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.schedule.Schedule;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schedules that are in force, as the folder has them. {@link #follow} is called by one thread
 * at a time; what it found can be read by any.
 */
final class FolderSchedules {

  private final RecipeFolder folder;
  private final ScheduleStore store;
  private final InstantSource clock;
  private volatile Map<Long, ScheduleEntry> inForce = Map.of();

  FolderSchedules(RecipeFolder folder, ScheduleStore store, InstantSource clock) {
    this.folder = folder;
    this.store = store;
    this.clock = clock;
  }

  /**
   * What is different.
   *
   * @param gone numbers of schedules that are no longer in force
   */
  record Changes(List<ScheduleEntry> changed, Set<Long> gone) {}

  private record Wanted(String recipe, Recipe definition, Schedule schedule) {
    String id() {
      return recipe + '\n' + schedule.name();
    }
  }

  /** The schedule in force with this number, or null. */
  @Nullable ScheduleEntry entry(long number) {
    return inForce.get(number);
  }

  /** All that are in force. */
  Collection<ScheduleEntry> entries() {
    return inForce.values();
  }

  /** Takes over the present state of the folder. */
  Changes follow() {
    Map<String, Wanted> wanted = new LinkedHashMap<>();
    Set<String> unreadable = new HashSet<>();
    for (FolderEntry entry : folder.state().entries()) {
      if (entry.runnable().isEmpty()) {
        unreadable.add(entry.name());
      }
      entry
          .recipe()
          .filter(recipe -> !recipe.isDisabled())
          .ifPresent(recipe -> add(entry.name(), recipe, wanted));
    }
    if (wanted.isEmpty() && inForce.isEmpty() && store.all().isEmpty()) {
      return new Changes(List.of(), Set.of());
    }
    record(wanted, unreadable);
    return take(wanted);
  }

  private static void add(String name, Recipe recipe, Map<String, Wanted> wanted) {
    for (Schedule schedule : recipe.schedules()) {
      Wanted one = new Wanted(name, recipe, schedule);
      wanted.put(one.id(), one);
    }
  }

  /** Stores what is new, and what is not in force any more. */
  private void record(Map<String, Wanted> wanted, Set<String> unreadable) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Map<String, StoredSchedule> stored = stored();
    Set<String> pausedRecipes = pausedRecipes(stored.values());
    for (Wanted each : wanted.values()) {
      StoredSchedule before = stored.get(each.id());
      String timing = each.schedule().timing().text();
      if (before == null) {
        boolean paused = pausedRecipes.contains(each.recipe());
        store.add(each.recipe(), each.schedule().name(), timing, paused, now);
      } else if (!before.active() || !before.timing().equals(timing)) {
        store.activate(before.number(), timing, now);
      }
    }
    stored.forEach(
        (id, before) -> {
          // An invalid file may have the schedule again once it is corrected.
          if (before.active() && !wanted.containsKey(id) && !unreadable.contains(before.recipe())) {
            store.deactivate(before.number());
          }
        });
  }

  private Map<String, StoredSchedule> stored() {
    Map<String, StoredSchedule> stored = new LinkedHashMap<>();
    store.all().forEach(each -> stored.put(each.recipe() + '\n' + each.name(), each));
    return stored;
  }

  /** Recipes of which every schedule is paused: a new one must not start by itself. */
  private static Set<String> pausedRecipes(Collection<StoredSchedule> stored) {
    Set<String> paused = new HashSet<>();
    Set<String> running = new HashSet<>();
    for (StoredSchedule each : stored) {
      if (each.active()) {
        (each.paused() ? paused : running).add(each.recipe());
      }
    }
    paused.removeAll(running);
    return paused;
  }

  private Changes take(Map<String, Wanted> wanted) {
    Map<Long, ScheduleEntry> now = new HashMap<>();
    List<ScheduleEntry> changed = new ArrayList<>();
    for (StoredSchedule each : store.all()) {
      Wanted one = wanted.get(each.recipe() + '\n' + each.name());
      if (one != null) {
        ScheduleEntry entry =
            new ScheduleEntry(each.number(), each.recipe(), one.definition(), one.schedule());
        now.put(each.number(), entry);
        ScheduleEntry before = inForce.get(each.number());
        if (before == null || before.definition() != one.definition()) {
          changed.add(entry);
        }
      }
    }
    Set<Long> gone = new HashSet<>(inForce.keySet());
    gone.removeAll(now.keySet());
    inForce = Map.copyOf(now);
    return new Changes(changed, gone);
  }
}
