package dev.escarole.engine.inbox;

import dev.escarole.engine.DirectoryRefusedException;
import dev.escarole.engine.Engine;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.inbox.InboxException.Kind;
import dev.escarole.engine.inbox.InboxState.Failed;
import dev.escarole.engine.inbox.InboxState.Result;
import dev.escarole.engine.inbox.InboxState.UnderWay;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory whose files start runs. A file is taken when it has not changed for a while: moved
 * aside, run once, and moved to {@code done} or {@code failed}; its result is in {@code outbox}.
 * What an engine that dies has begun, the next one completes.
 *
 * <p>Thread-safe. {@link #watch} starts a thread, which {@link #close} ends; runs under way go on.
 */
public final class Inbox implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

  private static final Map<Engine, Inbox> OPEN = new ConcurrentHashMap<>();
  private static final int LONGEST_ERROR = 16 << 10;
  private static final Pattern RUN = Pattern.compile("(?m)^run: (\\S+)$");

  private final Engine engine;
  private final Path directory;
  private final InboxOptions options;
  private final Intake intake;
  private final Semaphore wake = new Semaphore(0);
  private final Object looking = new Object();
  private @Nullable Thread thread;
  private volatile boolean closed;

  private Inbox(Engine engine, Path directory, InboxHost host, InboxOptions options) {
    this.engine = engine;
    this.directory = directory;
    this.options = options;
    this.intake = new Intake(engine, directory, host, options, wake::release);
  }

  /** The inbox that is open over an engine. */
  public static Optional<Inbox> of(Engine engine) {
    return Optional.ofNullable(OPEN.get(engine));
  }

  /**
   * Opens an inbox; nothing is taken before {@link #watch} or {@link #look}. To be closed before
   * the engine.
   *
   * @throws InboxException if the directory is missing or cannot be written to, reaches files of
   *     the engine, or the engine has an inbox already
   */
  public static Inbox open(Engine engine, Path directory, InboxHost host, InboxOptions options) {
    Inbox inbox = new Inbox(engine, checked(engine, directory), host, options);
    if (OPEN.putIfAbsent(engine, inbox) != null) {
      throw new InboxException(Kind.DIRECTORY, "this engine has an inbox already");
    }
    return inbox;
  }

  private static Path checked(Engine engine, Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new InboxException(
          Kind.DIRECTORY, "The inbox %s is not a directory. Create it.".formatted(directory));
    }
    if (!Files.isWritable(directory)) {
      throw new InboxException(
          Kind.DIRECTORY, "The inbox %s cannot be written to.".formatted(directory));
    }
    try {
      Path real = directory.toRealPath();
      engine.checkDirectories(
          Principal.localOperator(),
          List.of(new DirectoryGrant(real, "/inbox", DirectoryGrant.Mode.READ_WRITE)));
      return real;
    } catch (DirectoryRefusedException e) {
      throw new InboxException(
          Kind.DIRECTORY, "The inbox must be apart from the files of Escarole: " + e.getMessage());
    } catch (IOException e) {
      throw new InboxException(
          Kind.DIRECTORY, "The inbox %s cannot be used: %s".formatted(directory, e.getMessage()));
    }
  }

  /** The directory, without symbolic links. */
  public Path path() {
    return directory;
  }

  /** On whose behalf its files act. */
  public Principal principal() {
    return options.principal();
  }

  /** Looks into the directory from now on, until this is closed. */
  public synchronized void watch() {
    if (thread == null && !closed) {
      Thread started = new Thread(this::lookForEver, "escarole-inbox");
      started.setDaemon(true);
      thread = started;
      started.start();
    }
  }

  private void lookForEver() {
    while (!closed) {
      try {
        look();
      } catch (RuntimeException | Error e) {
        LOG.error("A look into the inbox {} failed; will be repeated soon", directory, e);
      }
      try {
        if (wake.tryAcquire(options.lookEvery().toMillis(), TimeUnit.MILLISECONDS)) {
          int unused = wake.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Looks once: goes on with the claimed files, and claims more. */
  public void look() {
    synchronized (looking) {
      if (!closed) {
        intake.look();
      }
    }
  }

  /** What it holds now. */
  public InboxState state() {
    WaitingFiles.Seen seen = intake.seen();
    List<UnderWay> underWay =
        intake.claims().stream()
            .map(each -> new UnderWay(each.file(), each.at(), each.run(), each.why()))
            .toList();
    try (Rooms rooms = Rooms.open(directory)) {
      HostDirectory failed = rooms.find(Rooms.FAILED);
      List<String> failedFiles = failed == null ? List.of() : failedFiles(failed);
      return new InboxState(
          directory,
          intake.trouble(),
          seen.waitingCount(),
          seen.waiting(),
          seen.leftCount(),
          seen.left(),
          underWay,
          count(rooms, Rooms.DONE),
          failedFiles.size(),
          results(rooms),
          failed == null ? List.of() : newest(failed, failedFiles));
    } catch (IOException e) {
      return new InboxState(
          directory,
          "the directory cannot be read: " + e.getMessage(),
          seen.waitingCount(),
          seen.waiting(),
          seen.leftCount(),
          seen.left(),
          underWay,
          0,
          0,
          List.of(),
          List.of());
    }
  }

  private static int count(Rooms rooms, String name) throws IOException {
    HostDirectory directory = rooms.find(name);
    return directory == null ? 0 : Rooms.names(directory).size();
  }

  private static List<Result> results(Rooms rooms) throws IOException {
    HostDirectory outbox = rooms.find(Rooms.OUTBOX);
    if (outbox == null) {
      return List.of();
    }
    List<Result> all = new ArrayList<>();
    for (String name : Rooms.names(outbox)) {
      RunId run = FileNames.run(name);
      if (run != null) {
        all.add(new Result(name, FileNames.file(name), run));
      }
    }
    all.sort(Comparator.comparing(Result::run).reversed());
    return all.subList(0, Math.min(all.size(), InboxState.SHOWN));
  }

  private static List<String> failedFiles(HostDirectory failed) throws IOException {
    List<String> names = Rooms.names(failed);
    names.removeIf(name -> name.endsWith(Finishing.ERROR_ENDING));
    return names;
  }

  private static List<Failed> newest(HostDirectory failed, List<String> names) throws IOException {
    record Timed(String name, Instant at) {}
    List<Timed> all = new ArrayList<>();
    for (String name : names) {
      String error = FileNames.with(name, Finishing.ERROR_ENDING);
      var found = failed.attributesIfPresent(error);
      if (found == null) {
        found = failed.attributesIfPresent(name);
      }
      all.add(
          new Timed(name, found == null ? Instant.EPOCH : found.lastModifiedTime().toInstant()));
    }
    all.sort(Comparator.comparing(Timed::at).reversed().thenComparing(Timed::name));
    List<Failed> newest = new ArrayList<>();
    for (Timed each : all.subList(0, Math.min(all.size(), InboxState.SHOWN))) {
      String why = why(failed, each.name());
      newest.add(new Failed(each.name(), each.at(), why, run(why)));
    }
    return newest;
  }

  private static String why(HostDirectory failed, String name) throws IOException {
    String error = FileNames.with(name, Finishing.ERROR_ENDING);
    byte[] bytes =
        Rooms.stamp(failed, error) == null ? null : Rooms.read(failed, error, LONGEST_ERROR);
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8).strip();
  }

  private static @Nullable RunId run(String why) {
    Matcher run = RUN.matcher(why);
    return run.find() && RunId.isOne(run.group(1)) ? new RunId(run.group(1)) : null;
  }

  /**
   * Puts a failed file back into the inbox, where it is taken like a new one.
   *
   * @throws InboxException if there is no such file, or one of its name waits
   */
  public void retry(String file) {
    try (Rooms rooms = Rooms.open(directory)) {
      HostDirectory failed = rooms.find(Rooms.FAILED);
      boolean named = !file.isEmpty() && file.indexOf('/') < 0 && file.indexOf('\0') < 0;
      if (!named
          || failed == null
          || file.endsWith(Finishing.ERROR_ENDING)
          || Rooms.stamp(failed, file) == null) {
        throw new InboxException(Kind.NO_SUCH_FILE, "there is no failed file '%s'".formatted(file));
      }
      failed.createHardLink(file, rooms.root(), file);
      failed.deleteFile(file);
      String error = FileNames.with(file, Finishing.ERROR_ENDING);
      if (failed.attributesIfPresent(error) != null) {
        failed.deleteFile(error);
      }
      wake.release();
    } catch (FileAlreadyExistsException e) {
      throw new InboxException(
          Kind.NAME_TAKEN, "a file '%s' is in the inbox already".formatted(file));
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be put back".formatted(file), e);
    }
  }

  /** Ends the thread and waits for it; claimed files stay claimed for the next engine. */
  @Override
  public void close() {
    Thread watching;
    synchronized (this) {
      closed = true;
      watching = thread;
    }
    wake.release();
    try {
      if (watching != null && watching != Thread.currentThread()) {
        watching.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (looking) {
      intake.close();
    }
    OPEN.remove(engine, this);
  }
}
