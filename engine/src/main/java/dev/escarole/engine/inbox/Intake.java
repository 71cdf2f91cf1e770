package dev.escarole.engine.inbox;

import dev.escarole.engine.DirectoryRefusedException;
import dev.escarole.engine.Engine;
import dev.escarole.engine.Launched;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.files.FileRefusedException;
import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.inbox.FileMeaning.Order;
import dev.escarole.engine.inbox.FileMeaning.UnusableFileException;
import dev.escarole.engine.inbox.Finishing.Verdict;
import dev.escarole.engine.inbox.Rooms.Stamp;
import dev.escarole.engine.inbox.WaitingFiles.Found;
import dev.escarole.engine.launch.LaunchKeyException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.engine.wasi.host.HostDirectory;
import dev.escarole.recipe.RecipeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes files in: claims them, launches their runs, and finishes them when those have ended. Each
 * step leaves on disk what the next engine needs to go on. Confined to one thread at a time; the
 * claims, what was seen and the trouble are for everybody.
 */
final class Intake implements AutoCloseable {

  /** Label of all runs of files. */
  static final String LABEL = "inbox";

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private static final Duration BETWEEN_TAKEOVERS = Duration.ofSeconds(5);
  private static final String PROBE = "room";

  /** Written before files are claimed, so that a full disk leaves them where they are. */
  private static final int PROBE_BYTES = 64 << 10;

  /** How often something is tried that fails for an unknown reason. */
  private static final int MOST_ATTEMPTS = 3;

  private final Engine engine;
  private final Path directory;
  private final InboxHost host;
  private final InboxOptions options;
  private final String name;
  private final String installation;
  private final FileMeaning reading;
  private final Finishing finishing;
  private final WaitingFiles waiting;
  private final Runnable wake;
  private final RandomGenerator random = new SecureRandom();
  private final Map<String, ClaimedFile> claims = new ConcurrentSkipListMap<>();

  private Instant lastScan = Instant.MIN;
  private Instant lastTakeOver = Instant.MIN;

  /** Files of dead engines of other installations. */
  private int strange;

  private volatile @Nullable String trouble;

  /** Null as long as the disk has no room for it. */
  private @Nullable Seat seat;

  /**
   * @param directory without symbolic links
   * @param wake is called when a run has ended
   */
  Intake(Engine engine, Path directory, InboxHost host, InboxOptions options, Runnable wake) {
    this.engine = engine;
    this.directory = directory;
    this.host = host;
    this.options = options;
    this.wake = wake;
    this.reading = new FileMeaning(host, engine.limits().stdinBytes());
    this.finishing = new Finishing(engine, host);
    this.waiting = new WaitingFiles(options.settle(), reading::takes);
    this.name = unique();
    this.installation = installation(engine, options);
  }

  private String unique() {
    return RunId.create(options.clock().instant(), random).value();
  }

  private static String installation(Engine engine, InboxOptions options) {
    // Any run will do: its workspace is in the data directory.
    return options.installation().isEmpty()
        ? engine.workspace(new RunId("00000000-000000-000000")).toString()
        : options.installation();
  }

  Collection<ClaimedFile> claims() {
    return claims.values();
  }

  WaitingFiles.Seen seen() {
    return waiting.seen();
  }

  @Nullable String trouble() {
    return trouble;
  }

  /** One look: goes on with what is claimed, and claims more. */
  void look() {
    Instant now = options.clock().instant();
    Look look = new Look(now);
    try (Rooms rooms = Rooms.open(directory)) {
      HostDirectory own = seated(rooms);
      look.take(rooms, Objects.requireNonNull(seat), own);
    } catch (IOException e) {
      look.complain(words(e));
    }
    if (look.problem != null && !look.problem.equals(trouble)) {
      LOG.warn("The inbox {}: {}", directory, look.problem);
    }
    trouble = look.problem;
  }

  /** The directory of the seat, which is taken first, and again if somebody has removed it. */
  private HostDirectory seated(Rooms rooms) throws IOException {
    Seat known = seat;
    if (known != null) {
      try {
        return known.open(rooms);
      } catch (NoSuchFileException e) {
        seat = null;
        known.close();
      }
    }
    Seat taken = Seat.take(directory, name, installation);
    seat = taken;
    return taken.open(rooms);
  }

  private static String words(IOException failure) {
    return failure instanceof NoSuchFileException
        ? "the directory is missing: " + failure.getMessage()
        : String.valueOf(failure.getMessage());
  }

  @Override
  public void close() {
    if (seat != null) {
      seat.close();
    }
  }

  /** The state of one look. */
  private final class Look {
    private final Instant now;
    private final List<Verdict> verdicts = new ArrayList<>();
    private @Nullable String problem;

    /** Whether runs can be launched, as far as is known. */
    private boolean launches = true;

    Look(Instant now) {
      this.now = now;
    }

    private void complain(String what) {
      if (problem == null) {
        problem = what;
      }
    }

    void take(Rooms rooms, Seat mine, HostDirectory own) throws IOException {
      if (isDue(lastTakeOver, BETWEEN_TAKEOVERS)) {
        takeOver(rooms, mine, own);
        lastTakeOver = now;
      }
      if (strange > 0) {
        complain(
            (strange == 1 ? "1 file was" : strange + " files were")
                + " claimed by an engine of another installation that is gone; start it again to"
                + " go on with them");
      }
      for (ClaimedFile claim : List.copyOf(claims.values())) {
        goOn(rooms, own, claim);
      }
      finish(rooms, own);
      if (launches) {
        claimMore(rooms, own);
        finish(rooms, own);
      }
    }

    private boolean isDue(Instant last, Duration pause) {
      return last.equals(Instant.MIN)
          || now.isBefore(last)
          || Duration.between(last, now).compareTo(pause) >= 0;
    }

    private void takeOver(Rooms rooms, Seat mine, HostDirectory own) throws IOException {
      strange = mine.takeOver(rooms);
      for (String id : Seat.claims(own)) {
        if (!claims.containsKey(id)) {
          ClaimedFile claim = ClaimedFile.restored(own, id, now);
          if (claim == null) {
            ClaimedFile.remove(own, id);
          } else {
            claims.put(id, claim);
          }
        }
      }
    }

    private void claimMore(Rooms rooms, HostDirectory own) throws IOException {
      if (claims.size() >= options.mostAtOnce()) {
        return;
      }
      if (!waiting.hasReady() && isDue(lastScan, options.lookEvery())) {
        waiting.look(rooms.root(), now);
        lastScan = now;
      }
      if (waiting.hasReady() && hasRoom(own)) {
        List<ClaimedFile> fresh = claimed(rooms, own);
        Rooms.sync(own);
        Rooms.sync(rooms.root());
        for (ClaimedFile claim : fresh) {
          claims.put(claim.id(), claim);
        }
        for (ClaimedFile claim : fresh) {
          goOn(rooms, own, claim);
        }
      }
    }

    /** Whether database and disk can take what a run needs. */
    private boolean hasRoom(HostDirectory own) throws IOException {
      JournalHealth journal = engine.load().journal();
      if (journal.state() == JournalHealth.State.PAUSED) {
        complain("the database cannot store runs at present: " + journal.reason());
        return false;
      }
      Rooms.probe(own, PROBE, PROBE_BYTES);
      return true;
    }

    private List<ClaimedFile> claimed(Rooms rooms, HostDirectory own) throws IOException {
      Set<String> written = OpenWriters.in(directory);
      List<ClaimedFile> fresh = new ArrayList<>();
      long bytes = claims.values().stream().mapToLong(ClaimedFile::bytes).sum();
      int free = options.mostAtOnce() - claims.size();
      for (Found next = waiting.peek(); next != null && fresh.size() < free; ) {
        bytes += next.stamp().bytes();
        if (bytes > options.mostBytes() && claims.size() + fresh.size() > 0) {
          break;
        }
        Found file = waiting.next();
        if (file != null && written.contains(file.name())) {
          waiting.unsettle(file, now);
        } else if (file != null) {
          ClaimedFile claim = claim(rooms, own, file);
          if (claim != null) {
            fresh.add(claim);
          }
        }
        next = waiting.peek();
      }
      return fresh;
    }

    /** Null if another engine was faster, or the file has changed. */
    private @Nullable ClaimedFile claim(Rooms rooms, HostDirectory own, Found file)
        throws IOException {
      if (!file.stamp().equals(Rooms.stamp(rooms.root(), file.name()))) {
        return null;
      }
      String id = ClaimedFile.identity(new RunId(unique()));
      own.createDirectory(id);
      try (HostDirectory claim = own.openDirectory(id)) {
        rooms.root().move(file.name(), claim, file.name());
        return new ClaimedFile(id, file.name(), now, file.stamp(), false);
      } catch (NoSuchFileException e) {
        own.deleteDirectory(id);
        return null;
      }
    }

    /** Does the next step for a claim; whatever fails there does not concern the others. */
    private void goOn(Rooms rooms, HostDirectory own, ClaimedFile claim) {
      try {
        step(rooms, own, claim);
      } catch (IOException e) {
        cannot(claim, words(e));
      } catch (StoreException e) {
        launches = false;
        failedOnce(claim, e, e.isTransient() || isPaused());
      } catch (RuntimeException | Error e) {
        LOG.warn("'{}' in the inbox {} cannot be processed", claim.file(), directory, e);
        failedOnce(claim, e, false);
      }
    }

    private boolean isPaused() {
      return engine.load().journal().state() == JournalHealth.State.PAUSED;
    }

    private void cannot(ClaimedFile claim, String why) {
      claim.waitsFor(why);
      complain("'%s' cannot be processed now: %s".formatted(claim.file(), why));
    }

    private void failedOnce(ClaimedFile claim, Throwable why, boolean later) {
      String words = String.valueOf(why.getMessage());
      cannot(claim, words);
      if (!later && claim.failures() >= MOST_ATTEMPTS) {
        refuse(claim, "Escarole could not process this file: " + words);
      }
    }

    private void step(Rooms rooms, HostDirectory own, ClaimedFile claim) throws IOException {
      if (own.attributesIfPresent(claim.id()) == null) {
        claims.remove(claim.id());
        return;
      }
      if (claim.run() == null) {
        begin(rooms, own, claim);
      }
      RunId run = claim.run();
      if (run == null || isUnderWay(claim, run)) {
        return;
      }
      Optional<StoredRun> stored = engine.records().run(run);
      if (stored.isEmpty()) {
        refuse(claim, "Its run " + run + " is not on record any more.");
      } else if (stored.get().status().isOver()) {
        verdicts.add(finishing.ended(rooms, own, claim, stored.get()));
      }
    }

    /** Whether this engine executes the run. */
    private boolean isUnderWay(ClaimedFile claim, RunId run) {
      if (!claim.isFollowed()) {
        engine.handle(run).ifPresent(handle -> claim.follow(handle.result(), wake));
      }
      return claim.isUnderWay();
    }

    private void begin(Rooms rooms, HostDirectory own, ClaimedFile claim) throws IOException {
      try (HostDirectory at = own.openDirectory(claim.id())) {
        Stamp stamp = Rooms.stamp(at, claim.file());
        if (stamp == null && at.attributesIfPresent(claim.file()) == null) {
          claim.remove(own);
          claims.remove(claim.id());
          return;
        }
        if (stamp == null) {
          refuse(claim, "This is not a regular file.");
          return;
        }
        Optional<RunId> before = claim.isRecovered() ? launchedBefore(claim) : Optional.empty();
        if (before.isPresent()) {
          claim.started(own, before.get());
        } else if (claim.settling().isOver(stamp, now, options.settle())) {
          launch(rooms, own, claim, at);
        } else {
          claim.waitsFor("it still changes");
        }
      }
    }

    private void launch(Rooms rooms, HostDirectory own, ClaimedFile claim, HostDirectory at)
        throws IOException {
      try {
        FileMeaning.Source source =
            new FileMeaning.Source(
                at,
                rooms.root(),
                input -> claim.inputSettling().isOver(input, now, options.settle()));
        Order order = reading.read(source, claim.file());
        if (order == null) {
          claim.waitsFor("it, or what it names, still changes");
          return;
        }
        started(own, claim, engine.launch(request(claim, order), key(claim, order)));
      } catch (UnusableFileException | DirectoryRefusedException | LaunchKeyException e) {
        refuse(claim, String.valueOf(e.getMessage()));
      } catch (FileRefusedException e) {
        refuse(claim, e.getMessage() + "\n" + e.hint());
      } catch (RecipeException e) {
        refuse(claim, FileMeaning.words(e));
      } catch (QueueFullException e) {
        // The file waits for a place in the queue of its recipe.
        claim.waitsFor(e.getMessage());
      }
    }

    private void started(HostDirectory own, ClaimedFile claim, Launched launched)
        throws IOException {
      if (launched instanceof Launched.Now) {
        host.launched(claim.file(), launched.id());
      }
      claim.waitsFor(null);
      claim.started(own, launched.id());
    }

    private void refuse(ClaimedFile claim, String why) {
      verdicts.add(new Verdict(claim, why));
      // The file may have to wait for room in its directory.
      if (claim.isFirstRefusal()) {
        host.refused(claim.file(), why);
      }
    }

    /** Results are safe before the files are moved that say so. */
    private void finish(Rooms rooms, HostDirectory own) throws IOException {
      if (verdicts.isEmpty()) {
        return;
      }
      rooms.sync(Rooms.OUTBOX);
      for (Verdict verdict : verdicts) {
        ClaimedFile claim = verdict.claim();
        try {
          finishing.move(rooms, own, verdict);
          claims.remove(claim.id());
        } catch (IOException e) {
          cannot(claim, words(e));
        }
      }
      rooms.sync(Rooms.DONE, Rooms.FAILED);
      verdicts.clear();
    }
  }

  private RunRequest request(ClaimedFile claim, Order order) {
    RunRequest.Builder request =
        RunRequest.of(order.recipe())
            .values(order.values())
            .stdin(order.stdin())
            .principal(options.principal())
            .label(LABEL)
            .label(label(claim))
            .anywhere();
    GivenFile data = order.data();
    return (data == null ? request : request.file(data)).build();
  }

  private static String label(ClaimedFile claim) {
    return LABEL + ":" + claim.id().substring(Seat.CLAIM.length());
  }

  private static LaunchKey key(ClaimedFile claim, Order order) {
    return new LaunchKey(LABEL, claim.id(), asked(claim, order));
  }

  /** Name and content; a file that is dropped again has another claim and so another key. */
  private static String asked(ClaimedFile claim, Order order) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(claim.file().getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
    bytes.writeBytes(order.sha256().getBytes(StandardCharsets.UTF_8));
    return Content.of(bytes.toByteArray()).sha256();
  }

  /**
   * The run that an engine which is gone has launched for a claim: by the label, because keys are
   * forgotten after a day.
   */
  private Optional<RunId> launchedBefore(ClaimedFile claim) {
    return engine
        .records()
        .runs(RunQuery.latest(1_000).withFilter(RunFilter.ALL.withLabel(label(claim))))
        .stream()
        .filter(run -> run.rerunOf() == null)
        .min(Comparator.comparing(StoredRun::number))
        .map(StoredRun::id);
  }
}
