package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.inbox.DroppedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Drops the planned files into the inbox, each at its time. Thread-safe. */
final class FileDropper {

  private static final int WRITERS = 16;

  /** That of {@code escarole serve}. */
  private static final Duration SETTLE = Duration.ofSeconds(2);

  private final Path inbox;
  private final SoakPlan plan;
  private final ScheduledExecutorService writers = Executors.newScheduledThreadPool(WRITERS);
  private final Queue<SoakJournal.Drop> dropped = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  FileDropper(Path inbox, SoakPlan plan) {
    this.inbox = inbox;
    this.plan = plan;
  }

  /** Begins; {@link #await} waits for the end. */
  void start() {
    long now = System.currentTimeMillis();
    for (SoakPlan.Drop each : plan.drops()) {
      long delay = Math.max(0, plan.beginMillis() + each.offsetMillis() - now);
      Future<?> unused = writers.schedule(() -> drop(each), delay, TimeUnit.MILLISECONDS);
    }
    // What is scheduled still happens.
    writers.shutdown();
  }

  private void drop(SoakPlan.Drop drop) {
    String text = DroppedFile.text("file", new Random(drop.content()));
    try {
      // The way in which it is written is its own, also if it is a copy.
      Random random = new Random(drop.offsetMillis());
      new DroppedFile(drop.name(), text).write(inbox, random, SETTLE);
      dropped.add(new SoakJournal.Drop(drop.name(), Sha256.of(text), drop.spoilt()));
    } catch (IOException e) {
      failures.add(drop.name() + " could not be dropped: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  int count() {
    return dropped.size();
  }

  /** What was dropped, when all is; {@link #failures} are not among them. */
  List<SoakJournal.Drop> await() throws IOException, InterruptedException {
    if (!writers.awaitTermination(2, TimeUnit.HOURS)) {
      throw new IOException("the files cannot be dropped");
    }
    return new ArrayList<>(dropped);
  }

  List<String> failures() {
    return new ArrayList<>(failures);
  }
}
