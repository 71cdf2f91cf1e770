package dev.escarole.engine.catalog;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A row of the catalogue that is being added in the background, or that was added.
 *
 * <p>Thread-safe.
 */
public final class RowFetch {

  private final String row;
  private final Instant began;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile State state;

  /** How far it is. */
  public enum Phase {
    /** Its files are being fetched and verified. */
    FETCHING,
    /** It is being built from its sources. */
    BUILDING,
    /** Its commands are registered. */
    ADDED,
    /** It was not added; nothing was changed. */
    FAILED;

    /** Returns whether it will not change any more. */
    public boolean isOver() {
      return this == ADDED || this == FAILED;
    }
  }

  /**
   * What is known at one moment. Immutable.
   *
   * @param what names the file that arrives, or the step of the build; may be empty
   * @param bytes of that file so far
   * @param of its size; -1 if that is unknown
   * @param commands names of the added commands; empty before its end
   * @param ended null before its end
   * @param problem why it was not added; null unless it failed
   */
  public record State(
      Phase phase,
      String what,
      long bytes,
      long of,
      List<String> commands,
      @Nullable Instant ended,
      @Nullable CatalogException problem) {

    public State {
      commands = List.copyOf(commands);
    }
  }

  RowFetch(String row, Instant began) {
    this.row = row;
    this.began = began;
    this.state = new State(Phase.FETCHING, "", 0, -1, List.of(), null, null);
  }

  /** Returns the name of the row. */
  public String row() {
    return row;
  }

  /** Returns when it began. */
  public Instant began() {
    return began;
  }

  /** Returns what is known now. */
  public State state() {
    return state;
  }

  /** Waits for its end and returns what is known then. */
  public State await() throws InterruptedException {
    over.await();
    return state;
  }

  void fetched(String what, long bytes, long of) {
    state = new State(Phase.FETCHING, what, bytes, of, List.of(), null, null);
  }

  void building(String step) {
    state = new State(Phase.BUILDING, step, 0, -1, List.of(), null, null);
  }

  void added(List<String> commands, Instant at) {
    state = new State(Phase.ADDED, "", 0, -1, commands, at, null);
    over.countDown();
  }

  void failed(CatalogException why, Instant at) {
    state = new State(Phase.FAILED, "", 0, -1, List.of(), at, why);
    over.countDown();
  }
}
