package dev.escarole.engine.wasm;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * LRU cache of loaded programs. An artifact requested by many threads at the same time is compiled
 * once, on a thread of {@link Compilers}; when no thread waits any longer, the compilation is
 * cancelled. Failures are not cached. Thread-safe.
 */
final class ProgramCache {

  private final ProgramLoader loader;
  private final int capacity;
  private final Map<Wanted, Making> programs = new LinkedHashMap<>(16, 0.75f, true);

  ProgramCache(ProgramLoader loader, int capacity) {
    this.loader = loader;
    this.capacity = capacity;
  }

  /** A program, and how it is to run: the operator can change that at any time. */
  record Wanted(ArtifactId id, ProgramCode code) {

    /** Written out, because Java generates those of records at run time, which each start pays. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Wanted wanted && code == wanted.code && id.equals(wanted.id);
    }

    @Override
    public int hashCode() {
      return id.hashCode() + (code == ProgramCode.COMPILED ? 0 : 1);
    }
  }

  /** A program that is loaded or being loaded. The cache's lock guards the number of waiters. */
  private static final class Making {
    private final FutureTask<Program> task;
    private int askers;

    Making(FutureTask<Program> task) {
      this.task = task;
    }
  }

  /** Returns a loaded program, else null. The artifact's bytes are checked to be still intact. */
  @Nullable Program ready(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    Wanted wanted = loader.wanted(id);
    Making making;
    synchronized (programs) {
      making = programs.get(wanted);
    }
    if (making == null && loader.isPrebuilt(id)) {
      making = findOrAdd(wanted);
      making.task.run();
    } else if (making == null || !making.task.isDone()) {
      return null;
    } else {
      loader.check(id);
    }
    try {
      return result(wanted, making);
    } catch (CancellationException e) {
      // It has just been cancelled.
      return null;
    }
  }

  /**
   * Returns a program, loading it if necessary.
   *
   * @throws InterruptedException if the thread is interrupted while waiting; the last waiter
   *     cancels the compilation
   */
  Program get(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    Wanted wanted = loader.wanted(id);
    Making making;
    synchronized (programs) {
      making = programs.get(wanted);
      if (making == null) {
        making = add(wanted);
        Compilers.start(making.task);
      }
      making.askers++;
    }
    try {
      return result(wanted, making);
    } finally {
      leave(wanted, making);
    }
  }

  int size() {
    synchronized (programs) {
      return programs.size();
    }
  }

  private Making findOrAdd(Wanted wanted) {
    synchronized (programs) {
      Making making = programs.get(wanted);
      return making == null ? add(wanted) : making;
    }
  }

  private Making add(Wanted wanted) {
    Making making = new Making(new FutureTask<>(() -> loader.load(wanted)));
    programs.put(wanted, making);
    evict();
    return making;
  }

  private void leave(Wanted wanted, Making making) {
    synchronized (programs) {
      making.askers--;
      if (making.askers == 0 && !making.task.isDone()) {
        programs.remove(wanted, making);
        Compilers.cancel(making.task);
      }
    }
  }

  private Program result(Wanted wanted, Making making)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    try {
      return making.task.get();
    } catch (ExecutionException e) {
      synchronized (programs) {
        programs.remove(wanted, making);
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

  /**
   * Compiler threads of this JVM. They are separate from workers, so that an abandoned compilation
   * occupies no worker, and there are more of them than processors, so that a slow compilation does
   * not delay others.
   */
  static final class Compilers {

    private static final int FEWEST = 4;
    private static final long IDLE_SECONDS = 10;
    private static final ThreadPoolExecutor THREADS = threads();

    private Compilers() {}

    static void start(FutureTask<?> task) {
      THREADS.execute(task);
    }

    static void cancel(FutureTask<?> task) {
      task.cancel(true);
      THREADS.remove(task);
    }

    private static ThreadPoolExecutor threads() {
      int count = Math.max(FEWEST, 2 * Runtime.getRuntime().availableProcessors());
      ThreadPoolExecutor threads =
          new ThreadPoolExecutor(
              count,
              count,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              Compilers::thread);
      threads.allowCoreThreadTimeOut(true);
      return threads;
    }

    @SuppressWarnings(
        "ThreadPriorityCheck") // Nothing relies on it; guests have priority over compiling.
    private static Thread thread(Runnable work) {
      Thread thread = new Thread(work, "escarole-compiler");
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      return thread;
    }
  }
}
