package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Lets another program do the work, in a directory of its own. */
final class PeerRuns implements Contender {

  private final String task;
  private final Peer peer;
  private final Work work;
  private final Path directory;
  private final @Nullable Path program;
  private @Nullable Long peakBytes;

  PeerRuns(String task, Peer peer, Work work, Path directory) {
    this.task = task;
    this.peer = peer;
    this.work = work;
    this.directory = directory.toAbsolutePath();
    this.program = peer.program();
  }

  @Override
  public String task() {
    return task;
  }

  @Override
  public String name() {
    return peer.title();
  }

  @Override
  public int units() {
    return work.leaves();
  }

  @Override
  public @Nullable String absent() {
    if (program == null) {
      return peer.whyAbsent();
    }
    return work.leaves() > peer.most()
        ? "more than " + Work.count(peer.most()) + " commands would take minutes"
        : null;
  }

  /** A program has nothing to learn, but its files come into the machine's memory. */
  @Override
  public void warmUp(int rounds) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Files.write(directory.resolve(Work.INPUT), Work.lines());
    peer.write(directory, work);
    if (work.leaves() <= Peer.NINJA.most()) {
      prepare();
      round();
    }
  }

  @Override
  public void prepare() throws IOException {
    Left.remove(outputs());
    Files.createDirectories(outputs());
  }

  @Override
  public void round() throws IOException, InterruptedException {
    if (program == null) {
      throw new IllegalStateException("BUG: " + name() + " is absent");
    }
    peakBytes = Processes.run(directory, peer.command(program, directory, work));
  }

  @Override
  public @Nullable Long peakBytes() {
    return peakBytes;
  }

  @Override
  public Path outputs() {
    return directory.resolve(Peer.OUTPUTS);
  }
}
