package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.system.PrincipalRights;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineStorage;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.SystemPicture;

/** What can be read of the installation itself. Thread-safe. */
final class SystemReading {

  private static final List<String> ANY = List.of("*");

  private final Engine engine;
  private final String version;

  SystemReading(Engine engine, String version) {
    this.engine = engine;
    this.version = version;
  }

  /**
   * The database answers.
   *
   * @throws dev.escarole.engine.store.StoreException if it does not
   */
  Health health() {
    engine.store().unfinished();
    return Health.OK;
  }

  SystemPicture system() {
    EngineLoad load = engine.load();
    EngineStorage storage = engine.storage();
    return new SystemPicture(
        version,
        Runtime.version().toString(),
        new SystemPicture.Work(
            load.work().runs(),
            load.work().workers(),
            load.work().busy(),
            load.work().queued(),
            load.guests().programs(),
            load.guests().memoryTaken(),
            load.guests().memoryMost()),
        new SystemPicture.JournalPicture(
            load.journal().state().word(),
            load.journal().since(),
            load.journal().reason(),
            load.journal().pendingEvents()),
        new SystemPicture.Database(
            storage.database().product(),
            storage.database().version(),
            storage.database().schema(),
            storage.database().bytes()),
        new CacheStats(storage.cache().results(), storage.cache().bytes()));
  }

  /**
   * What a principal may do.
   *
   * @param name the actor's own rights if null
   * @throws RefusedException if the actor asks for those of another one and does not administer
   */
  PrincipalRights rights(Actor actor, @Nullable String name) {
    Principal own = actor.principal();
    boolean other = name != null && !name.equals(own.name());
    if (other && !actor.administers()) {
      throw new RefusedException(
          RefusalCode.ANOTHER_PRINCIPAL,
          "only administrators may ask for the policy of another principal",
          "Leave 'principal' out for your own.");
    }
    Policy policy = engine.policy(name == null || !other ? own : new Principal(name, false));
    return new PrincipalRights(
        other ? String.valueOf(name) : own.name(),
        policy.standing().name().toLowerCase(Locale.ROOT),
        policy.commands().map(names -> List.copyOf(new TreeSet<>(names.patterns()))).orElse(ANY),
        policy.exec(),
        policy.capabilities().commands(),
        policy.runs().map(runs -> runs.name().toLowerCase(Locale.ROOT)).orElse(null),
        number(policy.quota().callsPerSecond()),
        number(policy.quota().concurrentCalls()));
  }

  private static @Nullable Integer number(OptionalInt number) {
    return number.isEmpty() ? null : (Integer) number.getAsInt();
  }
}
