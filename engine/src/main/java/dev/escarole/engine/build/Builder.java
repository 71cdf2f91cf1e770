package dev.escarole.engine.build;

import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Provenance;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes modules of sources. A build that was made before is looked up and not compiled; of several
 * equal builds at once, one compiles and the others wait for it. Thread-safe.
 */
public final class Builder {

  private final Lanes lanes;
  private final BuildStore store;
  private final CommandRegistry registry;
  private final ArtifactStore artifacts;
  private final InstantSource clock;

  /** The builds under way; guarded by itself. */
  private final Map<String, Turn> turns = new HashMap<>();

  /** Threads take turns; the number of them is guarded by the table. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int threads;
  }

  /**
   * A module and how it was made.
   *
   * @param compiled false if it was looked up
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Built(byte[] module, Provenance provenance, boolean compiled) {}

  /** Does something with a module while equal builds wait for it. */
  public interface Registration<T, E extends Exception> {
    T register(Built built) throws E, BuildFailedException;
  }

  /** Creates a builder. */
  public Builder(
      Lanes lanes,
      BuildStore store,
      CommandRegistry registry,
      ArtifactStore artifacts,
      InstantSource clock) {
    this.lanes = lanes;
    this.store = store;
    this.registry = registry;
    this.artifacts = artifacts;
    this.clock = clock;
  }

  /** Returns the lane of these sources, once they are checked. */
  public Lane lane(Sources sources) throws BuildFailedException {
    SourceCheck.check(sources);
    return lanes.find(sources.language());
  }

  /**
   * Builds sources, or looks the build up, and registers the module.
   *
   * @param lane that {@link #lane} has returned
   * @param principal name of the principal that asks
   * @param registration registers the module; what it returns is returned
   */
  public <T, E extends Exception> T build(
      Lane lane,
      Sources sources,
      LaneTools tools,
      String principal,
      Registration<T, E> registration)
      throws BuildFailedException, InterruptedException, E {
    Optional<String> missing = lane.missing(tools);
    if (missing.isPresent()) {
      throw new BuildFailedException(
          Reason.LANE_UNAVAILABLE,
          "'%s' cannot be built now".formatted(sources.language()),
          missing.get());
    }
    SortedMap<String, ArtifactId> compilers = new TreeMap<>();
    for (String each : lane.compilers()) {
      registry.find(each).map(Command::artifact).ifPresent(id -> compilers.put(each, id));
    }
    String key = key(lane, sources, compilers);
    Turn turn = enter(key);
    try {
      turn.lock.lockInterruptibly();
      try {
        Optional<byte[]> before = lookUp(key);
        byte[] module = before.isPresent() ? before.get() : lane.build(sources, tools);
        Provenance provenance =
            new Provenance(
                key,
                sources.language(),
                store.keep(sources.files()),
                compilers,
                sources.options(),
                principal,
                clock.instant());
        return registration.register(new Built(module, provenance, before.isEmpty()));
      } finally {
        turn.lock.unlock();
      }
    } finally {
      leave(key, turn);
    }
  }

  private Turn enter(String key) {
    synchronized (turns) {
      Turn turn = turns.computeIfAbsent(key, absent -> new Turn());
      turn.threads++;
      return turn;
    }
  }

  private void leave(String key, Turn turn) {
    synchronized (turns) {
      turn.threads--;
      if (turn.threads == 0) {
        turns.remove(key);
      }
    }
  }

  /** A damaged artifact is built again. */
  private Optional<byte[]> lookUp(String key) {
    Optional<ArtifactId> artifact = store.artifact(key);
    if (artifact.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(artifacts.verified(artifact.get()));
    } catch (ArtifactIntegrityException e) {
      return Optional.empty();
    }
  }

  private static String key(Lane lane, Sources sources, SortedMap<String, ArtifactId> compilers) {
    TextHash hash =
        new TextHash()
            .add("escarole build 1")
            .add(String.join(" ", lane.languages()))
            .add(Integer.toString(lane.version()))
            .add(sources.language())
            .addAll(sources.options())
            .addAll(compilers.keySet());
    compilers.values().forEach(each -> hash.add(each.sha256()));
    hash.addAll(sources.files().keySet());
    sources.files().values().forEach(each -> hash.add(ArtifactId.of(each).sha256()));
    return hash.hex();
  }
}
