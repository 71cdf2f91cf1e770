package dev.escarole.engine.executor;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import java.util.function.BooleanSupplier;

/**
 * Work between the last step of a run and the record of its end, such as keeping its files. If the
 * run is interrupted before its end is recorded, the work is done again when the run is resumed.
 */
@FunctionalInterface
public interface LastWork {

  /** Does nothing. */
  LastWork NONE = (run, plan, stopped) -> {};

  /**
   * Does the work, on a thread of its own.
   *
   * @param stopped whether the run was suspended, so that the work is of no more use
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer; the
   *     work is done again a second later
   */
  void of(RunId run, Plan plan, BooleanSupplier stopped);
}
