package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Keeps programs ready, the most recently used ones up to a number. An artifact is compiled once
 * even when many threads ask for it together, on a thread of {@link Compilers}; when none of them
 * waits any longer, it is given up. A program that could not be made is forgotten, so the next call
 * tries again.
 *
 * <p>Safe for use by many threads.
 */
final class ProgramCache {

  private final ProgramLoader loader;
  private final int capacity;
  private final Map<ArtifactId, Making> programs = new LinkedHashMap<>(16, 0.75f, true);

  ProgramCache(ProgramLoader loader, int capacity) {
    this.loader = loader;
    this.capacity = capacity;
  }

  /** A program that is ready or being made. The cache's lock guards the number of askers. */
  private static final class Making {
    private final FutureTask<Program> task;
    private int askers;

    Making(FutureTask<Program> task) {
      this.task = task;
    }
  }

  /**
   * Returns a program if that takes no compiling, else null. It is only returned for bytes that are
   * still there and unharmed.
   */
  @Nullable Program ready(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    Making making = find(id);
    if (making == null && loader.isPrebuilt(id)) {
      making = findOrAdd(id);
      making.task.run();
    } else if (making == null || !making.task.isDone()) {
      return null;
    } else {
      loader.check(id);
    }
    try {
      return result(id, making);
    } catch (CancellationException e) {
      // It was given up in this very moment.
      return null;
    }
  }

  /**
   * Returns a program, making it if need be.
   *
   * @throws InterruptedException if the thread is interrupted while it waits; if it was the last
   *     one, the program is given up
   */
  Program get(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    Making making;
    synchronized (programs) {
      making = programs.get(id);
      if (making == null) {
        making = add(id);
        Compilers.start(making.task);
      }
      making.askers++;
    }
    try {
      return result(id, making);
    } finally {
      leave(id, making);
    }
  }

  /** Programs that are ready or being made. */
  int size() {
    synchronized (programs) {
      return programs.size();
    }
  }

  private @Nullable Making find(ArtifactId id) {
    synchronized (programs) {
      return programs.get(id);
    }
  }

  private Making findOrAdd(ArtifactId id) {
    synchronized (programs) {
      Making making = programs.get(id);
      return making == null ? add(id) : making;
    }
  }

  private Making add(ArtifactId id) {
    Making making = new Making(new FutureTask<>(() -> loader.load(id)));
    programs.put(id, making);
    evict();
    return making;
  }

  private void leave(ArtifactId id, Making making) {
    synchronized (programs) {
      making.askers--;
      if (making.askers == 0 && !making.task.isDone()) {
        programs.remove(id, making);
        Compilers.cancel(making.task);
      }
    }
  }

  private Program result(ArtifactId id, Making making)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    try {
      return making.task.get();
    } catch (ExecutionException e) {
      synchronized (programs) {
        programs.remove(id, making);
      }
      throw rethrown(e.getCause());
    }
  }

  private void evict() {
    Iterator<Making> eldest = programs.values().iterator();
    while (programs.size() > capacity && eldest.hasNext()) {
      if (eldest.next().askers == 0) {
        eldest.remove();
      }
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
