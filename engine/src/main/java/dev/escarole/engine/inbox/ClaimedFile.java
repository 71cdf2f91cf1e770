package dev.escarole.engine.inbox;

import dev.escarole.engine.inbox.Rooms.Stamp;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that an engine has claimed: moved into a directory whose name is the identity of the
 * claim. Only the thread of the inbox changes it; what others read of it is volatile.
 */
final class ClaimedFile {

  private static final Pattern FORM = Pattern.compile("claim-\\d{8}-\\d{6}-[0-9a-z]{6}");
  private static final String RUN = ".run";
  private static final String RESULT = ".result";
  private static final String ERROR = ".error";
  private static final int LONGEST_RUN = 64;

  private final String id;
  private final String file;
  private final Instant at;
  private final boolean recovered;

  private final Settling settling;
  private final Settling inputSettling = new Settling(null);
  private int failures;
  private boolean refused;
  private @Nullable CompletableFuture<?> end;
  private volatile @Nullable RunId run;
  private volatile @Nullable String why;

  /**
   * @param id the name of its directory
   * @param file the name of the file in it
   * @param at when it was claimed
   * @param stamp what the file was like when it had settled; null if that is not known
   * @param recovered whether it was claimed by an engine that is gone, which may have launched it
   */
  ClaimedFile(String id, String file, Instant at, @Nullable Stamp stamp, boolean recovered) {
    this.id = id;
    this.file = file;
    this.at = at;
    this.settling = new Settling(stamp);
    this.recovered = recovered;
  }

  static boolean isOne(String name) {
    return FORM.matcher(name).matches();
  }

  /** A new identity. */
  static String identity(RunId unique) {
    return Seat.CLAIM + unique.value();
  }

  /**
   * Reads a claim back.
   *
   * @return null if the file is not in it any more, or was not yet
   */
  static @Nullable ClaimedFile restored(HostDirectory seat, String id, Instant now)
      throws IOException {
    try (HostDirectory directory = seat.openDirectory(id)) {
      List<String> names = Rooms.names(directory);
      if (names.isEmpty()) {
        return null;
      }
      ClaimedFile claim = new ClaimedFile(id, names.get(0), now, null, true);
      claim.run = storedRun(seat, id);
      return claim;
    }
  }

  private static @Nullable RunId storedRun(HostDirectory seat, String id) throws IOException {
    if (Rooms.stamp(seat, id + RUN) == null) {
      return null;
    }
    byte[] bytes = Rooms.read(seat, id + RUN, LONGEST_RUN);
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    return RunId.isOne(text) ? new RunId(text) : null;
  }

  String id() {
    return id;
  }

  String file() {
    return file;
  }

  Instant at() {
    return at;
  }

  boolean isRecovered() {
    return recovered;
  }

  long bytes() {
    return settling.bytes();
  }

  @Nullable RunId run() {
    return run;
  }

  /** What it waits for; null if nothing keeps it. */
  @Nullable String why() {
    return why;
  }

  void waitsFor(@Nullable String what) {
    why = what;
  }

  /** Counts another failure for an unknown reason; returns how many there were. */
  int failures() {
    return ++failures;
  }

  /** Whether it was not refused before; true once. */
  boolean isFirstRefusal() {
    boolean first = !refused;
    refused = true;
    return first;
  }

  /** Whether the end of its run will be known at once. */
  boolean isFollowed() {
    return end != null;
  }

  /** Follows its run in this engine. */
  void follow(CompletableFuture<?> result, Runnable atEnd) {
    end = result.whenComplete((done, failure) -> atEnd.run());
  }

  /** Whether its run is followed and has not ended. */
  boolean isUnderWay() {
    return end != null && !end.isDone();
  }

  /** Notes its run, so that the next engine need not look for it. */
  void started(HostDirectory seat, RunId newRun) throws IOException {
    run = newRun;
    // If the note is lost, the run is found by its label.
    Rooms.note(seat, id + RUN, newRun.value().getBytes(StandardCharsets.UTF_8));
  }

  /** Whether its file still changes. */
  Settling settling() {
    return settling;
  }

  /** Whether the standard input that it names still changes. */
  Settling inputSettling() {
    return inputSettling;
  }

  /** The name for its results while they are written. */
  String result() {
    return id + RESULT;
  }

  /** The name for the text about its failure while that is written. */
  String error() {
    return id + ERROR;
  }

  /** Removes what is left of it. */
  void remove(HostDirectory seat) throws IOException {
    remove(seat, id);
  }

  /** Removes what is left of a claim whose file is where it belongs. */
  static void remove(HostDirectory seat, String id) throws IOException {
    for (String each : List.of(id + RUN, id + ERROR)) {
      if (seat.attributesIfPresent(each) != null) {
        seat.deleteFile(each);
      }
    }
    if (seat.attributesIfPresent(id + RESULT) != null) {
      Rooms.remove(seat, id + RESULT);
    }
    seat.deleteDirectory(id);
  }
}
