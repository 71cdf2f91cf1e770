package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Memory;
import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.wasi.GrantedFiles.FileRefusedException;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasm.GuestInterpreter.FrameMemory;
import dev.escarole.engine.wasm.MemoryPool.UsedArray;
import dev.escarole.engine.wasm.Watchdog.Watch;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs commands as WebAssembly inside this JVM. Every call gets its own instance, which is
 * discarded at the end; only the compiled program is shared.
 *
 * <p>A guest runs on the calling thread and is stopped by interrupting that thread, which compiled
 * code notices within milliseconds. That interrupt is cleared before {@link #run} returns. An
 * interrupt from elsewhere ends the guest as cancelled and is preserved. An artifact is compiled on
 * first use on separate threads; the wall clock includes that, but not waits for the streams of the
 * invocation.
 *
 * <p>Thread-safe. The maximum call depth of a guest depends on the stack size of the calling
 * thread.
 */
public final class WasmRunner implements CommandRunner {

  private static final int MOST_PROGRAMS = 256;

  private final ProgramCache programs;
  private final RunnerOptions options;
  private final MemoryPool pool;
  private final Watchdog watchdog = new Watchdog();

  /**
   * Creates a runner with the default quota and this machine's clocks.
   *
   * @param store source of artifacts
   */
  public WasmRunner(ArtifactStore store) {
    this(store, RunnerOptions.defaults());
  }

  /**
   * Creates a runner.
   *
   * @param store source of artifacts
   */
  public WasmRunner(ArtifactStore store, RunnerOptions options) {
    this.programs = new ProgramCache(new ProgramLoader(store, options), MOST_PROGRAMS);
    this.options = options;
    this.pool = new MemoryPool(options.memory().bytes());
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation) {
    return run(command, invocation, GuestCalls.NONE);
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation, GuestCalls calls) {
    Outcome refused;
    try (MemoryBudget.Share share = options.memory().share()) {
      mustFit(invocation);
      Program program = programs.ready(command.artifact());
      long compiling = 0;
      if (program == null) {
        long began = System.nanoTime();
        program = compiled(command, invocation);
        compiling = System.nanoTime() - began;
      }
      FlatMemory memory = memory(program, invocation, share, calls.commands() != null);
      try {
        Watch watch = watchdog.watch(invocation, compiling);
        return run(program, memory, invocation, calls, watch, share);
      } finally {
        memory.release(program.isLarge() ? program.beginning() : null);
      }
    } catch (NotStartedException e) {
      refused = e.outcome;
    } catch (ArtifactIntegrityException e) {
      refused = Outcome.of(Kind.ARTIFACT_INTEGRITY, "" + e.getMessage());
    } catch (NotAProgramException e) {
      String detail = "artifact " + command.artifact() + " cannot run: " + e.getMessage();
      refused = Outcome.of(Kind.UNUSABLE_PROGRAM, detail);
    } catch (FileRefusedException e) {
      String place = "cannot run in the directory '" + invocation.workingDirectory() + "': ";
      refused = Outcome.of(Kind.BAD_DIRECTORY, place + e.getMessage());
    } catch (OutOfMemoryError e) {
      refused = Outcome.of(Kind.OUT_OF_MEMORY, "the host has no memory left to start it");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refused = Outcome.of(Kind.CANCELLED, "was cancelled");
    }
    return InvocationResult.notStarted(refused, command.name() + ": " + refused.detail() + "\n");
  }

  @Override
  public boolean mayCallCommands(Command command) {
    try {
      Program program = programs.ready(command.artifact());
      return program == null || program.callsCommands();
    } catch (ArtifactIntegrityException | NotAProgramException e) {
      // Its next call says so.
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Waits for a program that is not loaded, at most for the invocation's wall clock. */
  private Program compiled(Command command, Invocation invocation)
      throws ArtifactIntegrityException,
          NotAProgramException,
          InterruptedException,
          NotStartedException {
    Watch watch = watchdog.watch(invocation, 0);
    watch.begin();
    Program program = null;
    Kind stopped;
    // Another thread compiles, so release the worker slot meanwhile.
    WorkerSlot slot = WorkerSlot.ofThisThread();
    boolean given = slot != null && slot.giveBack();
    try {
      program = programs.get(command.artifact());
    } catch (InterruptedException e) {
      // By the watch, or from elsewhere.
    } finally {
      stopped = watch.end();
      if (slot != null && given) {
        slot.takeAgain();
      }
    }
    if (stopped != null) {
      throw new NotStartedException(Ending.stoppedCompiling(stopped, invocation));
    } else if (program == null) {
      throw new InterruptedException();
    }
    return program;
  }

  private FlatMemory memory(
      Program program, Invocation invocation, MemoryBudget.Share share, boolean mayCallCommands)
      throws NotStartedException, InterruptedException {
    if (program.callsCommands() && !mayCallCommands) {
      throw new NotStartedException(
          Kind.DENIED,
          String.format(
              "the program imports %s.%s to run other commands, which needs the capability exec",
              WasiImports.EXEC_MODULE, WasiImports.EXEC_NAME));
    }
    long most = invocation.limits().memoryBytes();
    int allowedPages = (int) (most / Memory.PAGE_SIZE);
    if (program.initialPages() > allowedPages) {
      throw new NotStartedException(
          Kind.OUT_OF_MEMORY,
          String.format(
              "needs %s pages of 64 KiB to start, at most %s are allowed",
              program.initialPages(), allowedPages));
    }
    takeToStart((long) program.initialPages() * Memory.PAGE_SIZE, invocation, share);
    FlatMemory memory = memory(program, allowedPages, share);
    memory.attach(share, new FrameMemory(share, most), pool);
    return memory;
  }

  /**
   * Takes the memory that a guest starts with. A command that others wait for, because it is nested
   * or part of a pipeline, must not wait: they hold memory themselves.
   */
  private void takeToStart(long bytes, Invocation invocation, MemoryBudget.Share share)
      throws NotStartedException, InterruptedException {
    MemoryBudget budget = options.memory();
    boolean alone = invocation.depth() == 0 && invocation.streams().areNone();
    boolean can = bytes <= budget.bytes();
    boolean taken = (alone && can) ? startsInTurn(bytes, invocation, share) : share.take(bytes);
    if (!taken) {
      throw new NotStartedException(
          Kind.OUT_OF_MEMORY,
          String.format(
              "needs %s bytes to start, and guests have %s of the %s bytes that all of them "
                  + "together may have; run fewer commands at once, or raise ESCAROLE_GUEST_MEMORY",
              bytes, budget.taken(), budget.bytes()));
    }
  }

  private boolean startsInTurn(long bytes, Invocation invocation, MemoryBudget.Share share)
      throws NotStartedException, InterruptedException {
    return share.takeToStart(bytes) || startsAfterWait(bytes, invocation, share);
  }

  /** Waits for memory. The clock of the guest stands, but it can be cancelled. */
  private boolean startsAfterWait(long bytes, Invocation invocation, MemoryBudget.Share share)
      throws NotStartedException, InterruptedException {
    Watch watch = watchdog.watch(invocation, 0);
    watch.beginWait(false);
    watch.begin();
    boolean taken = false;
    Kind stopped;
    // Sleeping guests must be able to end, as they hold memory.
    WorkerSlot slot = WorkerSlot.ofThisThread();
    if (slot != null) {
      slot.lend();
    }
    try {
      taken = share.awaitStart(bytes, invocation.limits().wallClock());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (slot != null) {
        slot.takeAgain();
      }
      stopped = watch.end();
    }
    if (stopped != null) {
      throw new NotStartedException(stopped, "was cancelled while it waited for memory");
    } else if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return taken;
  }

  /** Returns a memory for a new instance, whose first bytes are taken. */
  private FlatMemory memory(Program program, int allowedPages, MemoryBudget.Share share) {
    int length = program.initialPages() * Memory.PAGE_SIZE;
    if (!program.isLarge()) {
      byte[] kept = pool.poll(length);
      if (kept != null && !share.take(kept.length - length)) {
        pool.give(kept, 0);
        kept = null;
      }
      return program.newMemory(kept == null ? new byte[length] : kept, allowedPages);
    }
    UsedArray earlier = pool.pollUsed(program.beginning());
    return earlier != null && share.take(earlier.bytes().length - length)
        ? program.renewedMemory(earlier, allowedPages)
        : program.newLargeMemory(allowedPages);
  }

  private static final class NotStartedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Outcome outcome;

    NotStartedException(Outcome outcome) {
      super(outcome.detail());
      this.outcome = outcome;
    }

    NotStartedException(Kind kind, String detail) {
      this(Outcome.of(kind, detail));
    }
  }

  /** Returns the current load. */
  public RunnerLoad load() {
    MemoryBudget memory = options.memory();
    return new RunnerLoad(programs.size(), memory.taken(), memory.bytes());
  }

  /** Cancels all running and later invocations. */
  @Override
  public void close() {
    watchdog.close();
  }

  private InvocationResult run(
      Program program,
      FlatMemory memory,
      Invocation invocation,
      GuestCalls calls,
      Watch watch,
      MemoryBudget.Share share)
      throws FileRefusedException {
    GuestStreams streams = new GuestStreams(invocation, watch);
    streams.show(invocation.watch());
    long began = System.nanoTime();
    FuelTank fuel = program.newTank(invocation.limits().fuel());
    Wasi.Setup setup =
        new GuestSetup(options)
            .of(
                invocation,
                program.argumentsBefore(invocation.arguments()),
                streams,
                new GuestPause(share, watch));
    Outcome outcome;
    Purity purity;
    try (Wasi wasi = new Wasi(memory, setup, options.quota(), options.clocks())) {
      memory.attach(wasi);
      memory.attach(new GuestExec(memory, invocation, calls, watch, streams));
      outcome = guarded(watch, () -> program.run(memory, fuel), fuel, invocation);
      purity = wasi.isPure() ? Purity.HERMETIC : Purity.IMPURE;
    }
    long wallNanos = System.nanoTime() - began;
    return new InvocationResult(
        outcome,
        streams.collectedStdout(),
        withReason(streams.collectedStderr(), invocation, outcome),
        wallNanos,
        memory.sizeInBytes(),
        fuel.used(),
        purity);
  }

  /** A denied request is explained where a program's own messages are, even if it is silent. */
  private static Output withReason(Output stderr, Invocation invocation, Outcome outcome) {
    if (outcome.kind() != Kind.HTTP_DENIED) {
      return stderr;
    }
    String line = invocation.commandName() + ": " + outcome.detail() + "\n";
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(stderr.bytes());
    all.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    return Output.of(all.toByteArray(), stderr.truncated());
  }

  /**
   * Runs the guest under a watch. After this returns, the watch cannot interrupt the thread any
   * more.
   */
  private static Outcome guarded(
      Watch watch, Runnable guest, FuelTank fuel, Invocation invocation) {
    watch.begin();
    Throwable thrown = null;
    try {
      guest.run();
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    Kind stopped = watch.end();
    return Ending.of(fuel, thrown, stopped, invocation);
  }

  private static void mustFit(Invocation invocation) throws NotStartedException {
    Limits limits = invocation.limits();
    if (invocation.input().size() > limits.stdinBytes()) {
      throw new NotStartedException(
          Kind.STDIN_TOO_LARGE,
          String.format(
              "standard input has %s bytes, at most %s are allowed",
              invocation.input().size(), limits.stdinBytes()));
    }
    long argvBytes = 0;
    for (String argument : invocation.arguments()) {
      argvBytes += argument.getBytes(StandardCharsets.UTF_8).length + 1L;
    }
    if (argvBytes > limits.argvBytes()) {
      throw new NotStartedException(
          Kind.ARGV_TOO_LARGE,
          String.format(
              "the arguments take %s bytes, at most %s are allowed",
              argvBytes, limits.argvBytes()));
    }
  }

  /**
   * Current load of a runner. Immutable.
   *
   * @param programs number of loaded programs
   * @param memoryTaken memory in use by guests of all runners that share the budget, in bytes
   * @param memoryMost the limit of that memory, in bytes
   */
  public record RunnerLoad(int programs, long memoryTaken, long memoryMost) {}
}
