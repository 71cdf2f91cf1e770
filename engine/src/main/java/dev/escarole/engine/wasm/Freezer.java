package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.GrantedFiles.FileRefusedException;
import dev.escarole.engine.wasi.HostView;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.Wasi.GuestWait;
import dev.escarole.engine.wasm.GuestCode.LoadedCode;
import dev.escarole.engine.wasm.GuestInterpreter.FrameMemory;
import dev.escarole.engine.wasm.Watchdog.Watch;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.snapshot.ExportChanges;
import dev.escarole.engine.wasm.snapshot.InstanceState;
import dev.escarole.engine.wasm.snapshot.ModuleSections;
import dev.escarole.engine.wasm.snapshot.SnapshotWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Freezes programs: runs the initializer of a program once in the sandbox, and writes a program
 * that begins where it ended. Its instances skip the work of the initializer.
 *
 * <p>The initializer sees nothing that differs between machines or times: a clock that starts at
 * {@link #TIME}, random numbers from a seed, files without their own times. So equal programs and
 * requests give equal bytes, if the directories have equal contents. State that is not in the
 * program's memory, globals and tables cannot be frozen, and is refused.
 *
 * <p>A guest runs on the calling thread. Thread-safe.
 */
public final class Freezer {

  /** Exported initializers, of which the first that exists is run: Wizer's two, and ours. */
  public static final List<String> INITIALIZERS =
      List.of("wizer-initialize", "wizer.initialize", "escarole.freeze");

  /** The initializer of a WASI reactor, which is always run, and run first. */
  public static final String REACTOR = "_initialize";

  /** An exported function that every instance of the frozen program runs before its start. */
  public static final String THAW = "escarole.thaw";

  /** The time that initializers see. */
  public static final Instant TIME = Instant.parse("2000-01-01T00:00:00Z");

  /** The name of {@link #THAW} in a frozen program. */
  static final String THAW_EACH = "escarole.frozen.thaw";

  private static final long NANOS_BETWEEN_LOOKS = 1_000;
  private static final int MOST_NAMES = 12;
  private static final int MOST_ERROR_TEXT = 2_000;

  private final RunnerOptions options;

  /** Creates a freezer. The clocks of the options are not used. */
  public Freezer(RunnerOptions options) {
    this.options = options;
  }

  /**
   * Freezes a program.
   *
   * @throws FreezeRefusedException if the program cannot be frozen in this way
   * @throws InterruptedException if the thread is interrupted
   */
  public FrozenProgram freeze(byte[] program, FreezeRequest request)
      throws FreezeRefusedException, InterruptedException {
    try (Watchdog watchdog = new Watchdog();
        MemoryBudget.Share share = options.memory().share()) {
      if (PresetArguments.of(program) != null) {
        throw new FreezeRefusedException(
            "always gets arguments of its own, which the frozen program would lose");
      }
      return new Freezing(program, request, share).run(watchdog);
    } catch (NotAProgramException | GuestTables.TooLarge e) {
      throw new FreezeRefusedException(e.getMessage());
    } catch (FileRefusedException e) {
      throw new FreezeRefusedException(
          "cannot run in the directory '"
              + request.invocation().workingDirectory()
              + "': "
              + e.getMessage());
    } catch (CancellationException e) {
      throw new InterruptedException("interrupted while a program was compiled");
    }
  }

  /** Thrown out of a guest that calls for what cannot be frozen. */
  private static final class OutsideState extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutsideState(String message) {
      super(message, null, false, false);
    }
  }

  /** One program that is being frozen. Confined to a thread. */
  private final class Freezing {

    private final byte[] program;
    private final ArtifactId parent;
    private final FreezeRequest request;
    private final Invocation invocation;
    private final MemoryBudget.Share share;
    private final ModuleSections sections;
    private final WasmModule module;
    private final Function<Instance, Machine> machines;
    private final List<String> initializers;

    Freezing(byte[] program, FreezeRequest request, MemoryBudget.Share share)
        throws NotAProgramException, FreezeRefusedException, InterruptedException {
      this.program = program;
      this.parent = ArtifactId.of(program);
      this.request = request;
      this.invocation = request.invocation();
      this.share = share;
      Function<Instance, Machine> prebuilt = PrebuiltClasses.find(parent);
      if (prebuilt == null) {
        LoadedCode code = loaded();
        this.machines = code.machines();
        this.module = code.module();
      } else {
        this.machines = prebuilt;
        this.module = PrebuiltClasses.parse(program);
      }
      this.sections = new ModuleSections(program);
      this.initializers = initializers(sections.exportedFunctions());
    }

    private LoadedCode loaded() throws NotAProgramException, InterruptedException {
      try {
        return new GuestCode(options).of(parent, program, Freezer::check);
      } catch (CancellationException e) {
        throw e;
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        // Any exception of the parser or compiler is caused by the module.
        throw new NotAProgramException("it is not a WebAssembly program: " + e.getMessage());
      }
    }

    private List<String> initializers(Map<String, Integer> exported) throws FreezeRefusedException {
      List<String> found = new ArrayList<>();
      if (exported.containsKey(REACTOR)) {
        found.add(REACTOR);
      }
      String named = request.initializer();
      if (named == null) {
        INITIALIZERS.stream().filter(exported::containsKey).findFirst().ifPresent(found::add);
      } else if (!exported.containsKey(named)) {
        throw new FreezeRefusedException(
            "exports no function '" + NotAProgramException.shown(named) + "'" + names(exported));
      } else if (!named.equals(REACTOR)) {
        found.add(named);
      }
      if (found.isEmpty()) {
        throw new FreezeRefusedException(
            "has no initializer: it exports none of "
                + String.join(", ", INITIALIZERS)
                + ", "
                + REACTOR
                + "; name the export that initializes it"
                + names(exported));
      }
      return found;
    }

    private String names(Map<String, Integer> exported) {
      List<String> shown =
          exported.keySet().stream().limit(MOST_NAMES).map(NotAProgramException::shown).toList();
      String more =
          exported.size() > MOST_NAMES ? " and " + (exported.size() - MOST_NAMES) + " more" : "";
      return shown.isEmpty()
          ? " (it exports no functions)"
          : " (it exports " + String.join(", ", shown) + more + ")";
    }

    FrozenProgram run(Watchdog watchdog)
        throws NotAProgramException, FreezeRefusedException, FileRefusedException {
      ExportChanges changes = exportChanges();
      ImportValues imports = WasiImports.onlyWasi(module, Freezing::refuse);
      FlatMemory memory = memory();
      int globals = module.globalSection().globalCount();
      FuelTank fuel = new FuelTank(invocation.limits().fuel(), globals);
      memory.attach(fuel);
      Watch watch = watchdog.watch(invocation, 0);
      GuestStreams streams = new GuestStreams(invocation, watch);
      Wasi.Setup setup =
          new GuestSetup(options).of(invocation, invocation.arguments(), streams, new NoWait());
      HostView view = HostView.reproducible(request.seed(), TIME);
      InstanceState state;
      try (Wasi wasi = new Wasi(memory, setup, options.quota(), fixedClocks(), view)) {
        memory.attach(wasi);
        InstanceFactory factory = new InstanceFactory(module, imports, machines);
        state = initialized(factory, memory, fuel, watch, streams);
        String changed = wasi.changedDescriptor().orElse(null);
        if (changed != null) {
          throw new FreezeRefusedException(
              "has state outside its memory: its initializer "
                  + changed
                  + " and leaves it so; close what it opens, and leave open what it is given");
        }
      }
      byte[] bytes = SnapshotWriter.write(sections, state, changes);
      String problem = ProgramCheck.problem(bytes, options).orElse(null);
      if (problem != null) {
        throw new FreezeRefusedException("cannot run when it is frozen: " + problem);
      }
      return new FrozenProgram(
          bytes,
          ArtifactId.of(bytes),
          parent,
          initializers,
          streams.collectedStdout(),
          streams.collectedStderr(),
          fuel.used(),
          (long) state.pages() * Memory.PAGE_SIZE);
    }

    private static void refuse(String function) {
      throw new OutsideState("its initializer calls " + function);
    }

    private ExportChanges exportChanges() throws NotAProgramException, FreezeRefusedException {
      Map<String, Integer> exported = sections.exportedFunctions();
      Map<String, String> renamed = new HashMap<>();
      String start = request.start();
      if (start != null && !exported.containsKey(start)) {
        throw new FreezeRefusedException(
            "exports no function '" + NotAProgramException.shown(start) + "'" + names(exported));
      } else if (start == null && !exported.containsKey(Program.START)) {
        throw new FreezeRefusedException(
            "exports no function _start; name the export that starts it when it is frozen"
                + names(exported));
      }
      if (start != null && !start.equals(Program.START)) {
        renamed.put(start, Program.START);
      }
      if (exported.containsKey(THAW)) {
        renamed.put(THAW, THAW_EACH);
      }
      Set<String> removed = new HashSet<>(initializers);
      if (removed.contains(start == null ? Program.START : start)) {
        throw new FreezeRefusedException(
            "has "
                + NotAProgramException.shown(start == null ? Program.START : start)
                + " as its initializer, so it needs another export to start it when it is frozen"
                + names(exported));
      }
      return new ExportChanges(removed, renamed);
    }

    private FlatMemory memory() throws NotAProgramException, FreezeRefusedException {
      long most = invocation.limits().memoryBytes();
      int allowed = (int) (most / Memory.PAGE_SIZE);
      var limits = Program.onlyMemory(module);
      int pages = limits.initialPages();
      if (pages > allowed || !share.take((long) pages * Memory.PAGE_SIZE)) {
        throw new FreezeRefusedException(
            "needs %s pages of 64 KiB to start, and guests have no room for so many"
                .formatted(pages));
      }
      int declared = Math.min(limits.maximumPages(), Memory.RUNTIME_MAX_PAGES);
      FlatMemory memory = new FlatMemory(null, pages, Math.min(declared, allowed));
      memory.attach(share, new FrameMemory(share, most), null);
      return memory;
    }

    private InstanceState initialized(
        InstanceFactory factory,
        FlatMemory memory,
        FuelTank fuel,
        Watch watch,
        GuestStreams streams)
        throws FreezeRefusedException {
      Initializing guest = new Initializing(factory, memory, fuel);
      watch.begin();
      Throwable thrown = null;
      try {
        guest.run();
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
      Kind stopped = watch.end();
      Outcome outcome = Ending.of(fuel, thrown, stopped, invocation);
      if (thrown instanceof OutsideState outside) {
        throw new FreezeRefusedException(
            "needs state outside its memory: " + outside.getMessage() + said(streams));
      } else if (thrown != null || outcome.kind() != Kind.EXITED) {
        throw new FreezeRefusedException(
            (outcome.kind() == Kind.EXITED
                    ? "exited with status " + outcome.exitCode()
                    : outcome.detail())
                + " in its initializer "
                + guest.running
                + said(streams));
      } else if (guest.answer != 0) {
        throw new FreezeRefusedException(
            "failed in its initializer "
                + guest.running
                + ", which answered "
                + guest.answer
                + said(streams));
      }
      return guest.state();
    }

    private String said(GuestStreams streams) {
      String text = streams.collectedStderr().utf8().strip();
      return text.isEmpty()
          ? ""
          : ": " + text.substring(Math.max(0, text.length() - MOST_ERROR_TEXT));
    }

    /** The run of the initializers in one instance. */
    private final class Initializing {

      private final InstanceFactory factory;
      private final FlatMemory memory;
      private final FuelTank fuel;
      private String running = "start";
      private long answer;
      private @Nullable Instance instance;
      private List<int[]> first = List.of();

      Initializing(InstanceFactory factory, FlatMemory memory, FuelTank fuel) {
        this.factory = factory;
        this.memory = memory;
        this.fuel = fuel;
      }

      void run() {
        Instance created = factory.create(memory, fuel);
        instance = created;
        first = tables(created);
        for (String each : initializers) {
          running = each;
          mustInitialize(created.exportType(each), each);
          long[] answers = created.export(each).apply();
          answer = answers == null || answers.length == 0 ? 0 : answers[0];
          if (answer != 0) {
            return;
          }
        }
      }

      InstanceState state() {
        Instance ended = Objects.requireNonNull(instance, "BUG: no instance without a failure");
        long[] globals = new long[module.globalSection().globalCount() - 2];
        for (int i = 0; i < globals.length; i++) {
          globals[i] = ended.global(i).getValue();
        }
        List<int[]> last = tables(ended);
        boolean changed = module.startSection().isPresent();
        for (int i = 0; i < last.size(); i++) {
          changed |= !Arrays.equals(first.get(i), last.get(i));
        }
        BitSet dropped = new BitSet();
        for (int i = 0; i < ended.elementCount(); i++) {
          dropped.set(i, ended.element(i) == null);
        }
        return new InstanceState(
            memory.pages(),
            memory.beginning(),
            globals,
            last,
            changed,
            memory.droppedSegments(),
            dropped);
      }
    }
  }

  private static void mustInitialize(FunctionType type, String name) {
    boolean answers =
        type.returns().isEmpty()
            || (type.returns().size() == 1 && type.returns().get(0).equals(ValType.I32));
    if (!type.params().isEmpty() || !answers) {
      throw new OutsideState(
          "its initializer "
              + name
              + " must take no parameters, and return nothing or 0 for success");
    }
  }

  private static List<int[]> tables(Instance instance) {
    List<int[]> tables = new ArrayList<>();
    for (int i = 0; i < instance.tableCount(); i++) {
      TableInstance table = instance.table(i);
      int[] entries = new int[table.size()];
      for (int k = 0; k < entries.length; k++) {
        entries[k] = table.ref(k);
      }
      tables.add(entries);
    }
    return tables;
  }

  private static void check(WasmModule module) throws NotAProgramException {
    var unused = Program.onlyMemory(module);
    var unusedImports = WasiImports.of(module);
  }

  /** Time passes only when somebody looks at the clock. */
  private static Clocks fixedClocks() {
    AtomicLong nanos = new AtomicLong();
    return new Clocks(
        () -> TIME.plusNanos(nanos.addAndGet(NANOS_BETWEEN_LOOKS)),
        () -> nanos.addAndGet(NANOS_BETWEEN_LOOKS));
  }

  private static final class NoWait implements GuestWait {
    @Override
    public void begin() {
      throw new OutsideState("its initializer waits for a time");
    }
  }
}
