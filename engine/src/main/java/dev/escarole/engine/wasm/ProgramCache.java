package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Keeps programs ready, the most recently used ones up to a number. An artifact is compiled once
 * even when many threads ask for it together: the first one compiles, the others wait. A program
 * that could not be made is forgotten, so the next call tries again.
 *
 * <p>Safe for use by many threads.
 */
final class ProgramCache {

  private final ProgramLoader loader;
  private final int capacity;
  private final Map<ArtifactId, FutureTask<Program>> programs =
      new LinkedHashMap<>(16, 0.75f, true);

  ProgramCache(ProgramLoader loader, int capacity) {
    this.loader = loader;
    this.capacity = capacity;
  }

  /**
   * Returns a program, making it if need be.
   *
   * @throws InterruptedException if the thread is interrupted while another one makes it
   */
  Program get(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    FutureTask<Program> task;
    synchronized (programs) {
      task = programs.computeIfAbsent(id, missing -> new FutureTask<>(() -> loader.load(missing)));
      evict();
    }
    try {
      if (task.isDone()) {
        // A program is only run for bytes that are still there and unharmed.
        loader.check(id);
      } else {
        task.run();
      }
      return task.get();
    } catch (ExecutionException e) {
      synchronized (programs) {
        programs.remove(id, task);
      }
      throw rethrown(e.getCause());
    }
  }

  /** Programs that are ready or being made. */
  int size() {
    synchronized (programs) {
      return programs.size();
    }
  }

  private void evict() {
    Iterator<FutureTask<Program>> eldest = programs.values().iterator();
    while (programs.size() > capacity && eldest.hasNext()) {
      eldest.next();
      eldest.remove();
    }
  }

  private static RuntimeException rethrown(@Nullable Throwable cause)
      throws ArtifactIntegrityException, NotAProgramException {
    if (cause instanceof ArtifactIntegrityException e) {
      throw e;
    } else if (cause instanceof NotAProgramException e) {
      throw e;
    } else if (cause instanceof Error e) {
      throw e;
    }
    return new IllegalStateException("BUG: loading a program failed", cause);
  }
}
