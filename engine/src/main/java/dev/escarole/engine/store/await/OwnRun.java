package dev.escarole.engine.store.await;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;
import org.jdbi.v3.core.Handle;

/** Keeps an engine from beginning waits of runs that another one has claimed. */
final class OwnRun {

  private OwnRun() {}

  /**
   * Blocks claims of a run until the transaction ends.
   *
   * @throws StoreException if the engine does not own it
   */
  static void check(Handle handle, RunId run, long engine) {
    boolean owned =
        handle
            .createQuery(AwaitSql.OWN_RUN)
            .bind("run", run.value())
            .bind("owner", engine)
            .mapTo(Long.class)
            .findOne()
            .isPresent();
    if (!owned) {
      throw new StoreException(
          "Run %s was claimed by another engine or deleted.".formatted(run), null);
    }
  }
}
