package dev.escarole.engine.folder;

import dev.escarole.engine.folder.FolderEntry.Reading;
import dev.escarole.engine.folder.FolderScan.Found;
import dev.escarole.engine.folder.FolderScan.Stamp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is known of one file from look to look. Confined to the look, which one thread does. */
final class KnownFile {

  /** File systems tell time in ticks: a change within such a one of another may look the same. */
  private static final Duration TICK = Duration.ofSeconds(2);

  private final DefinitionReader reader;
  private final Duration quiet;

  private @Nullable Found found;
  private @Nullable Stamp lastStamp;
  private Instant sameSince = Instant.EPOCH;
  private @Nullable Stamp readStamp;
  private boolean settled;
  private @Nullable Reading reading;
  private @Nullable Definition definition;
  private @Nullable Instant invalidSince;

  KnownFile(DefinitionReader reader, Duration quiet) {
    this.reader = reader;
    this.quiet = quiet;
  }

  /**
   * Takes in what a look found.
   *
   * @param atOnce whether the file is read even if it changed just now
   * @return whether the file has been read as it is now; if not, look again when it was quiet
   */
  boolean look(Found now, Instant at, boolean atOnce) {
    if (!now.stamp().equals(lastStamp)) {
      lastStamp = now.stamp();
      sameSince = at;
    }
    if (settled && now.stamp().equals(readStamp)) {
      return true;
    }
    boolean wasQuiet = Duration.between(sameSince, at).compareTo(quiet) >= 0;
    if (!atOnce && !wasQuiet) {
      return false;
    }
    found = now;
    readStamp = now.stamp();
    settled = now.stamp().modified().plus(TICK).isBefore(at);
    take(reader.read(now, at), at);
    return true;
  }

  private void take(DefinitionReader.Result result, Instant at) {
    Reading before = reading;
    if (before != null
        && before.source().equals(result.reading().source())
        && before.problems().equals(result.reading().problems())) {
      return;
    }
    reading = result.reading();
    if (result.definition() != null) {
      definition = result.definition();
      invalidSince = null;
    } else if (invalidSince == null) {
      invalidSince = at;
    }
  }

  /** Whether there is anything to show: a new file is not shown before it was read. */
  boolean wasRead() {
    return reading != null;
  }

  @Nullable Definition definition() {
    return definition;
  }

  Reading reading() {
    return Objects.requireNonNull(reading);
  }

  @Nullable Instant invalidSince() {
    return invalidSince;
  }

  FolderEntry.FolderFile file() {
    Found last = Objects.requireNonNull(found);
    return new FolderEntry.FolderFile(
        FolderScan.slashed(last.path()), last.stamp().size(), last.stamp().modified());
  }

  /** The name that the file asks for. */
  String wantedName() {
    String given = definition == null ? null : definition.givenName();
    Path name = Objects.requireNonNull(found).path().getFileName();
    return given == null ? name.toString() : given;
  }
}
