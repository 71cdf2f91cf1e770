package dev.escarole.web.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Notices when files change, by looking at them again and again: editors replace files, and not
 * every file system tells. A change counts once it is complete, which is when two looks agree. Not
 * thread-safe.
 */
final class FileWatch {

  private final Pause pause;
  private Map<Path, Look> last = new LinkedHashMap<>();

  /** What passes between two looks. */
  interface Pause {
    void take() throws InterruptedException;
  }

  /** What is seen of a file; of one that is not there, nothing. */
  private record Look(Object key, long modified, long size) {
    private static final Look NOTHING = new Look("", 0, -1);
  }

  FileWatch(Pause pause) {
    this.pause = pause;
  }

  /** Watches these files as well; what they are like now is no change. */
  void add(List<Path> files) {
    files.forEach(file -> last.computeIfAbsent(file, FileWatch::look));
  }

  /** The files, in the order in which they were added. */
  List<Path> files() {
    return List.copyOf(last.keySet());
  }

  /** Waits for the next change since the last one, or since the beginning; returns what changed. */
  List<Path> await() throws InterruptedException {
    Map<Path, Look> now = look();
    while (now.equals(last)) {
      pause.take();
      now = look();
    }
    Map<Path, Look> before = last;
    do {
      last = now;
      pause.take();
      now = look();
    } while (!now.equals(last));
    return last.keySet().stream()
        .filter(file -> !Objects.equals(last.get(file), before.get(file)))
        .toList();
  }

  private Map<Path, Look> look() {
    Map<Path, Look> now = new LinkedHashMap<>();
    last.keySet().forEach(file -> now.put(file, look(file)));
    return now;
  }

  private static Look look(Path file) {
    try {
      BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
      Object key = seen.fileKey();
      return new Look(
          key == null ? "" : key, seen.lastModifiedTime().to(TimeUnit.NANOSECONDS), seen.size());
    } catch (IOException e) {
      return Look.NOTHING;
    }
  }
}
