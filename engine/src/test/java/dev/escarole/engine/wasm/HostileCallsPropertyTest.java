package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.escarole.engine.wasi.CapturedOutput;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.GuestStop;
import dev.escarole.engine.wasi.Preopen;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.Wasi.FileGuard;
import dev.escarole.engine.wasi.Wasi.GuestWait;
import dev.escarole.engine.wasi.WasiFunction;
import dev.escarole.engine.wasi.host.HostBarrier;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Whatever a guest passes to whichever function, it gets an error number: nothing is thrown but
 * what ends the guest on purpose, little is allocated, no host path is told, nothing outside
 * changes, and no quota is passed.
 */
class HostileCallsPropertyTest {

  private static final int CALLS = 150;
  private static final int MOST_ERRNO = 76;
  private static final int WRITTEN = 1 << 20;
  private static final long ALLOCATED = 4L << 20;
  private static final String HOST_NAME = "kept-from-guests";
  private static final FileQuota QUOTA = new FileQuota(128, 200, 2_000, 30, WRITTEN / 2, WRITTEN);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Set<WasiFunction> SUCCEEDED = EnumSet.noneOf(WasiFunction.class);
  private static final HostBarrier NO_BARRIER = new HostBarrier(entry -> false, key -> {});

  private static long descriptorsBefore;

  private Path host = Path.of("");
  private Path workspace = Path.of("");
  private boolean clockHasRun;

  @BeforeContainer
  static void countDescriptors() {
    descriptorsBefore = openDescriptors();
  }

  @AfterContainer
  static void hostHasLostNoDescriptors_andCallsReachedEveryFunction() {
    assertThat(openDescriptors()).isLessThan(descriptorsBefore + 50);
    Set<WasiFunction> reached = EnumSet.copyOf(SUCCEEDED);
    assertThat(WasiFunction.values())
        .filteredOn(function -> !function.name().startsWith("SOCK_") && !ends(function))
        .allSatisfy(function -> assertThat(reached).contains(function));
  }

  @BeforeTry
  void fill() throws IOException {
    host = Files.createTempDirectory(HOST_NAME);
    workspace = Files.createDirectories(host.resolve("workspace"));
    Path outside = Files.createDirectory(host.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "SECRET");
    Files.createDirectories(workspace.resolve("a/b"));
    Files.writeString(workspace.resolve("a/file"), "inside");
    Files.writeString(workspace.resolve("file"), "inside");
    Files.createSymbolicLink(workspace.resolve("abslink"), outside.resolve("secret"));
    Files.createSymbolicLink(workspace.resolve("dirlink"), Path.of("../outside"));
    Files.createSymbolicLink(workspace.resolve("rellink"), Path.of("../outside/secret"));
    Files.createSymbolicLink(workspace.resolve("inner"), Path.of("a"));
    Files.createSymbolicLink(workspace.resolve("loop"), Path.of("loop"));
  }

  @AfterTry
  void empty() throws IOException {
    try (Stream<Path> all = Files.walk(host)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }

  @Property(tries = 400)
  void call_withAnyArguments_answersWithAnErrorNumber(@ForAll long seed) throws IOException {
    FlatMemory memory = new FlatMemory(null, HostileCalls.pages(), HostileCalls.pages());
    HostileCalls calls = new HostileCalls(seed, memory);
    try (Wasi wasi = new Wasi(memory, setup(), QUOTA, clocks())) {
      for (int i = 0; i < CALLS; i++) {
        WasiFunction function = calls.function();
        call(wasi, function, calls.arguments(function));
      }
    }
    assertThat(tells(memory)).isFalse();
    assertThat(bytesInWorkspace()).isLessThanOrEqualTo(WRITTEN + 64);
    try (Stream<Path> outside = Files.list(host.resolve("outside"))) {
      assertThat(outside).hasSize(1);
    }
    assertThat(Files.readString(host.resolve("outside/secret"))).isEqualTo("SECRET");
    assertThat(Files.exists(host.resolve("data/table"))).isTrue();
  }

  private static void call(Wasi wasi, WasiFunction function, long[] arguments) {
    // A guest may wait as long as it likes; here its first wait is over at once.
    LockSupport.unpark(Thread.currentThread());
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    int errno = 0;
    GuestStop stop = null;
    try {
      errno = function.call(wasi, arguments);
    } catch (GuestStop e) {
      stop = e;
    }
    long allocated = THREADS.getThreadAllocatedBytes(thread) - before;
    assertThat(allocated).as(function.importName()).isLessThan(ALLOCATED);
    assertThat(errno).isBetween(0, MOST_ERRNO);
    if (stop != null) {
      assertThat(ends(function) || stop.reason() == GuestStop.Reason.OUTPUT_TOO_LARGE).isTrue();
    } else if (errno == 0) {
      SUCCEEDED.add(function);
    }
  }

  private Wasi.Setup setup() throws IOException {
    Path data = Files.createDirectory(host.resolve("data"));
    Files.writeString(data.resolve("table"), "rows");
    return new Wasi.Setup(
        List.of("guest", "argument"),
        List.of("NAME=value"),
        new Wasi.Streams(
            List.of(new byte[1_000]),
            null,
            Long.MAX_VALUE,
            new CapturedOutput(100_000),
            new CapturedOutput(100_000)),
        List.of(
            new Preopen(workspace, "/workspace", true, NO_BARRIER),
            new Preopen(data, "/data", false, NO_BARRIER)),
        null,
        FileGuard.OPEN,
        GuestWait.ALONE);
  }

  private Clocks clocks() {
    return new Clocks(
        () -> Instant.ofEpochSecond(1_700_000_000),
        () -> {
          clockHasRun = !clockHasRun;
          return clockHasRun ? 0 : Long.MAX_VALUE;
        });
  }

  private static boolean ends(WasiFunction function) {
    return function == WasiFunction.PROC_EXIT || function == WasiFunction.PROC_RAISE;
  }

  private static boolean tells(FlatMemory memory) {
    byte[] all = new byte[HostileCalls.pages() * FlatMemory.PAGE_SIZE];
    memory.load(0, all, 0, all.length);
    return new String(all, StandardCharsets.ISO_8859_1).contains(HOST_NAME);
  }

  private long bytesInWorkspace() throws IOException {
    try (Stream<Path> all = Files.walk(workspace)) {
      long sum = 0;
      for (Path path : (Iterable<Path>) all::iterator) {
        sum += Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
      }
      return sum;
    }
  }

  private static long openDescriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }
}
