package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Memory;
import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.CommandRunner.NestedCalls;
import dev.escarole.engine.broker.GuestRequests;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.GrantedFiles;
import dev.escarole.engine.wasi.GrantedFiles.FileRefusedException;
import dev.escarole.engine.wasi.Preopen;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.host.HostBarrier;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
   * @param quota limits of each invocation on the host's file system
   * @param clocks the clocks of guests; limits always use this machine's own
   */
  public WasmRunner(ArtifactStore store, FileQuota quota, Clocks clocks) {
    this(store, RunnerOptions.defaults().withQuota(quota).withClocks(clocks));
  }

  /**
   * Creates a runner.
   *
   * @param store source of artifacts
   */
  public WasmRunner(ArtifactStore store, RunnerOptions options) {
    this.programs = new ProgramCache(new ProgramLoader(store, options), MOST_PROGRAMS);
    this.options = options;
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation) {
    return start(command, invocation, null);
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation, NestedCalls calls) {
    return start(command, invocation, new GuestRequests(invocation, calls));
  }

  private InvocationResult start(
      Command command, Invocation invocation, @Nullable GuestRequests requests) {
    Outcome refused = tooLarge(invocation);
    if (refused != null) {
      return notStarted(command, refused);
    }
    try (MemoryBudget.Share share = options.memory().share()) {
      Program program = programs.ready(command.artifact());
      long compiling = 0;
      if (program == null) {
        long began = System.nanoTime();
        program = compiled(command, invocation);
        compiling = System.nanoTime() - began;
      }
      if (program.callsCommands() && requests == null) {
        return notStarted(command, notGranted());
      }
      int allowedPages = (int) (invocation.limits().memoryBytes() / Memory.PAGE_SIZE);
      if (program.initialPages() > allowedPages) {
        return notStarted(command, needsMemory(program, allowedPages));
      }
      if (!share.take((long) program.initialPages() * Memory.PAGE_SIZE)) {
        return notStarted(command, noMemoryLeft());
      }
      FlatMemory memory = program.newMemory(program.maximumPages(allowedPages));
      memory.attach(share);
      memory.attach(new FrameMemory(share, invocation.limits().memoryBytes()));
      GuestPause pause = new GuestPause(share, watchdog);
      return run(program, memory, invocation, requests, pause, compiling);
    } catch (ArtifactIntegrityException e) {
      return notStarted(command, Outcome.of(Kind.ARTIFACT_INTEGRITY, "" + e.getMessage()));
    } catch (NotAProgramException e) {
      String detail = "artifact " + command.artifact() + " cannot run: " + e.getMessage();
      return notStarted(command, Outcome.of(Kind.UNUSABLE_PROGRAM, detail));
    } catch (StoppedException e) {
      return notStarted(command, e.outcome);
    } catch (FileRefusedException e) {
      return notStarted(command, badDirectory(invocation, e));
    } catch (OutOfMemoryError e) {
      return notStarted(
          command, Outcome.of(Kind.OUT_OF_MEMORY, "the host has no memory left to start it"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return notStarted(command, Outcome.of(Kind.CANCELLED, "was cancelled"));
    }
  }

  /** Waits for a program that is not loaded, at most for the invocation's wall clock. */
  private Program compiled(Command command, Invocation invocation)
      throws ArtifactIntegrityException,
          NotAProgramException,
          InterruptedException,
          StoppedException {
    Watch watch = watchdog.begin(invocation.limits().wallClock().toNanos());
    Runnable cancel = watch::cancel;
    invocation.cancellation().attach(cancel);
    Program program = null;
    boolean interrupted = false;
    Kind stopped;
    // Another thread compiles, so release the worker slot meanwhile.
    WorkerSlot slot = WorkerSlot.ofThisThread();
    boolean given = slot != null && slot.giveBack();
    try {
      program = programs.get(command.artifact());
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      stopped = watch.end();
      watchdog.forget(watch);
      invocation.cancellation().detach(cancel);
      if (slot != null && given) {
        slot.takeAgain();
      }
    }
    if (stopped != null) {
      throw new StoppedException(Ending.stoppedCompiling(stopped, invocation));
    } else if (interrupted || program == null) {
      throw new InterruptedException();
    }
    return program;
  }

  /** Thrown when the invocation was stopped before its program was loaded. */
  private static final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Outcome outcome;

    StoppedException(Outcome outcome) {
      super(outcome.detail());
      this.outcome = outcome;
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
      @Nullable GuestRequests requests,
      GuestPause pause,
      long compiling)
      throws FileRefusedException {
    GuestStreams streams = new GuestStreams(invocation, watchdog);
    streams.show(invocation.watch());
    long began = System.nanoTime();
    FuelTank fuel = program.newTank(invocation.limits().fuel());
    Outcome outcome;
    Purity purity;
    try (Wasi wasi =
        new Wasi(
            memory,
            setup(invocation, streams).waitingThrough(pause),
            options.quota(),
            options.clocks())) {
      memory.attach(wasi);
      outcome =
          guarded(
              watch -> {
                streams.begin(watch);
                pause.under(watch);
                if (requests != null) {
                  memory.attach(new GuestExec(memory, requests, watchdog, watch, streams));
                }
                program.run(memory, fuel);
              },
              fuel,
              invocation,
              compiling);
      purity = wasi.isPure() ? Purity.HERMETIC : Purity.IMPURE;
    }
    long wallNanos = System.nanoTime() - began;
    return new InvocationResult(
        outcome,
        GuestStreams.collected(streams.stdout()),
        GuestStreams.collected(streams.stderr()),
        wallNanos,
        memory.sizeInBytes(),
        fuel.used(),
        purity);
  }

  /**
   * Runs the guest under a watch. After this returns, the watch cannot interrupt the thread any
   * more.
   */
  private Outcome guarded(
      Consumer<Watch> guest, FuelTank fuel, Invocation invocation, long compiling) {
    Watch watch = watchdog.begin(invocation.limits().wallClock().toNanos() - compiling);
    Runnable cancel = watch::cancel;
    invocation.cancellation().attach(cancel);
    Throwable thrown = null;
    try {
      guest.accept(watch);
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    Kind stopped = watch.end();
    watchdog.forget(watch);
    invocation.cancellation().detach(cancel);
    if (Ending.isWantOfFuel(fuel, thrown)) {
      return Ending.outOfFuel(invocation);
    }
    return thrown == null ? Outcome.exited(0) : Ending.of(thrown, stopped, invocation);
  }

  private Wasi.Setup setup(Invocation invocation, GuestStreams streams)
      throws FileRefusedException {
    List<String> arguments = new ArrayList<>(1 + invocation.arguments().size());
    arguments.add(invocation.commandName());
    arguments.addAll(invocation.arguments());
    List<String> environment = new ArrayList<>(invocation.environment().size());
    invocation.environment().forEach((name, value) -> environment.add(name + "=" + value));
    List<Preopen> preopens = new ArrayList<>(invocation.directories().size());
    for (DirectoryGrant grant : invocation.directories()) {
      boolean writable = grant.mode() == DirectoryGrant.Mode.READ_WRITE;
      preopens.add(
          new Preopen(
              grant.host(), grant.guest(), writable, barrier(grant, invocation.directories())));
    }
    Wasi.Setup setup =
        new Wasi.Setup(
            arguments,
            environment,
            invocation.input().arrays(),
            streams.stdout(),
            streams.stderr(),
            preopens);
    streams.connect(setup);
    String start = invocation.workingDirectory();
    if (start != null) {
      setup.startingIn(new GrantedFiles(preopens, options.quota()).directory(start));
    }
    return setup;
  }

  /** The broker has checked the grants, but a path may have been redirected since. */
  private HostBarrier barrier(DirectoryGrant grant, List<DirectoryGrant> all) {
    ReservedPlaces reserved = options.reserved();
    return new HostBarrier(
        entry -> reserved.hides(grant.mode(), entry), opened -> reserved.check(grant, all, opened));
  }

  private static @Nullable Outcome tooLarge(Invocation invocation) {
    Limits limits = invocation.limits();
    if (invocation.input().size() > limits.stdinBytes()) {
      return Outcome.of(
          Kind.STDIN_TOO_LARGE,
          "standard input has "
              + invocation.input().size()
              + " bytes, at most "
              + limits.stdinBytes()
              + " are allowed");
    }
    long argvBytes = 0;
    for (String argument : invocation.arguments()) {
      argvBytes += argument.getBytes(StandardCharsets.UTF_8).length + 1L;
    }
    if (argvBytes > limits.argvBytes()) {
      return Outcome.of(
          Kind.ARGV_TOO_LARGE,
          "the arguments take "
              + argvBytes
              + " bytes, at most "
              + limits.argvBytes()
              + " are allowed");
    }
    return null;
  }

  private static Outcome badDirectory(Invocation invocation, FileRefusedException refusal) {
    return Outcome.of(
        Kind.BAD_DIRECTORY,
        "cannot run in the directory '"
            + invocation.workingDirectory()
            + "': "
            + refusal.getMessage());
  }

  private static Outcome notGranted() {
    return Outcome.of(
        Kind.DENIED,
        "the program imports "
            + ExecImport.MODULE
            + "."
            + ExecImport.NAME
            + " to run other commands, which needs the capability exec");
  }

  private static Outcome needsMemory(Program program, int allowedPages) {
    return Outcome.of(
        Kind.OUT_OF_MEMORY,
        "needs "
            + program.initialPages()
            + " pages of 64 KiB to start, at most "
            + allowedPages
            + " are allowed");
  }

  private Outcome noMemoryLeft() {
    MemoryBudget budget = options.memory();
    return Outcome.of(
        Kind.OUT_OF_MEMORY,
        "guests have "
            + budget.taken()
            + " of the "
            + budget.bytes()
            + " bytes that all of them together may have; try again when others have ended");
  }

  private static InvocationResult notStarted(Command command, Outcome outcome) {
    return InvocationResult.notStarted(outcome, command.name() + ": " + outcome.detail() + "\n");
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
