package dev.escarole.engine.shell;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Streams.FileGate;
import dev.escarole.engine.shell.Shell.LineClock;
import dev.escarole.engine.shell.Shell.LineLog;
import dev.escarole.engine.shell.Shell.Session;
import dev.escarole.engine.shell.ShellLine.Pipeline;
import dev.escarole.engine.shell.ShellLine.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes one pipeline. A stage with small output ends before the next one starts, on the line's
 * thread. When a stage fills its pipe, its reader is started concurrently, on its own thread.
 *
 * <p>The result is the same as if the stages ran one after the other: a concurrent stage accesses
 * no file before all stages before it have succeeded, its result is checked in order, and an
 * earlier error discards it.
 *
 * <p>Used once. The monitor guards the mutable fields.
 */
final class PipelineRun {

  /** Maximum number of concurrent stages; each has its own thread and memory. */
  static final int MOST_AT_ONCE = 8;

  /** Guest calls use the host's stack, so recursive guests need more than Java's default. */
  private static final long STACK_BYTES = 8L << 20;

  private final LineClock clock;
  private final LineLog log;
  private final List<StageRun> stages = new ArrayList<>();
  private final List<Pipe> pipes = new ArrayList<>();
  private final @Nullable Thread[] threads;
  private @Nullable Thread clockThread;
  private @Nullable Throwable bug;
  private int settled;
  private boolean over;

  PipelineRun(Session session, LineClock clock, LineLog log, Pipeline pipeline) {
    this.clock = clock;
    this.log = log;
    List<Stage> all = pipeline.stages();
    this.threads = new Thread[all.size()];
    for (int i = 0; i < all.size(); i++) {
      stages.add(new StageRun(session, clock, all.get(i)));
      if (i > 0) {
        pipes.add(pipe(session, all, i));
      }
    }
  }

  private Pipe pipe(Session session, List<Stage> all, int reader) {
    boolean early = all.get(reader).input() == null && reader % MOST_AT_ONCE != 0;
    Pipe pipe =
        new Pipe(session.options().limits().outputBytes(), early, () -> startBeside(reader));
    if (all.get(reader - 1).output() == null) {
      stages.get(reader - 1).pipeTo(pipe);
    }
    return pipe;
  }

  int run(StageInput stdin, Cancellation cancellation) throws LineStopped {
    Runnable stop = this::cancelAll;
    cancellation.attach(stop);
    try {
      int status = 0;
      for (int i = 0; i < stages.size(); i++) {
        end(i, stdin);
        status = stages.get(i).settle(log);
        settle(i + 1);
      }
      log.print(stages.get(stages.size() - 1).printed());
      return status;
    } finally {
      cancellation.detach(stop);
      stopAll();
    }
  }

  /** Waits until a stage and all before it have ended. */
  private void end(int stage, StageInput stdin) {
    Thread thread = threads[stage];
    if (thread == null) {
      StageInput piped =
          stage == 0 ? stdin : new StageInput(pipes.get(stage - 1).collected(), null);
      stages.get(stage).runInTurn(piped);
    } else {
      join(thread);
    }
  }

  /** Called by the thread of the previous stage, whose pipe is full. */
  private void startBeside(int reader) {
    beginToWatchClock();
    Runnable work = () -> stages.get(reader).runBeside(pipes.get(reader - 1), gate(reader));
    threads[reader] = start("escarole-shell-stage-" + (reader + 1), () -> guarded(work));
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        bug = e;
      }
      cancelAll();
    }
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** While its reader waits here, a stage may continue to write; otherwise, both would deadlock. */
  private FileGate gate(int reader) {
    return () -> {
      pipes.get(reader - 1).await();
      synchronized (this) {
        while (settled < reader) {
          wait();
        }
      }
    };
  }

  private synchronized void settle(int stage) {
    settled = stage;
    notifyAll();
  }

  private void cancelAll() {
    stages.forEach(StageRun::cancel);
  }

  /** Waits count for the line's time limit, but not for a stage's. */
  private synchronized void beginToWatchClock() {
    if (clockThread == null) {
      clockThread = start("escarole-shell-clock", this::watchClock);
    }
  }

  private void watchClock() {
    try {
      synchronized (this) {
        while (!over && !clock.isOver()) {
          TimeUnit.NANOSECONDS.timedWait(this, clock.left());
        }
      }
      cancelAll();
    } catch (InterruptedException e) {
      // Not expected; stops the line.
      cancelAll();
    }
  }

  private void stopAll() {
    Thread watching;
    synchronized (this) {
      over = true;
      notifyAll();
      watching = clockThread;
    }
    cancelAll();
    for (Thread thread : threads) {
      join(thread);
    }
    join(watching);
    synchronized (this) {
      if (bug != null) {
        throw new IllegalStateException("BUG: a stage failed", bug);
      }
    }
  }

  /** Waits for the end of a thread; an interrupt cancels everything, so that it comes soon. */
  private void join(@Nullable Thread thread) {
    boolean interrupted = false;
    while (thread != null && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
        cancelAll();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
