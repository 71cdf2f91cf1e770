package dev.escarole.engine.run;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Issues the ids of an engine's runs, no two of them equal: at a thousand launches a second, chance
 * alone would repeat one about every half hour. Thread-safe.
 */
public final class RunIds {

  private final RandomGenerator random;

  /** Those of the last second. Guarded by this, as is the next. */
  private final Set<RunId> issued = new HashSet<>();

  private long second = Long.MIN_VALUE;

  /**
   * @param random must be thread-safe if others use it too
   */
  public RunIds(RandomGenerator random) {
    this.random = random;
  }

  /** Returns an id that this object has not issued before, unless the clock was set back. */
  public synchronized RunId next(Instant now) {
    if (now.getEpochSecond() != second) {
      second = now.getEpochSecond();
      issued.clear();
    }
    RunId id = RunId.create(now, random);
    while (!issued.add(id)) {
      id = RunId.create(now, random);
    }
    return id;
  }

  /**
   * Returns an id that can be given away before its run is stored: that of a stored run could not
   * be exchanged any more if another engine had the same one.
   */
  public synchronized RunId inAdvance(Instant now) {
    return RunId.createLong(now, random);
  }
}
