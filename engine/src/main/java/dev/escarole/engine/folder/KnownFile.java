package dev.escarole.engine.folder;

import dev.escarole.engine.folder.FolderEntry.Reading;
import dev.escarole.engine.folder.FolderScan.Found;
import dev.escarole.engine.folder.FolderScan.Stamp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State of a file between scans. Confined to the scanning thread. */
final class KnownFile {

  /** Resolution of file times: changes within it may have the same time. */
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
   * Processes the result of a scan.
   *
   * @param atOnce whether the file is read even if it has just changed
   * @return whether the current version has been read; if not, scan again later
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

  String wantedName() {
    String given = definition == null ? null : definition.givenName();
    Path name = Objects.requireNonNull(found).path().getFileName();
    return given == null ? name.toString() : given;
  }
}
