package dev.escarole.web.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Notices when files change, by looking at them again and again: editors replace files, and not
 * every file system tells. A change counts once it is complete, which is when two looks agree. Not
 * thread-safe.
 */
final class FileWatch {

  private final List<Path> files;
  private final Pause pause;
  private List<Look> last;

  /** What passes between two looks. */
  interface Pause {
    void take() throws InterruptedException;
  }

  /** What is seen of a file; of one that is not there, nothing. */
  private record Look(Object key, long modified, long size) {
    private static final Look NOTHING = new Look("", 0, -1);
  }

  FileWatch(List<Path> files, Pause pause) {
    this.files = List.copyOf(files);
    this.pause = pause;
    this.last = look();
  }

  /** Waits for the next change since the last one, or since the beginning; returns what changed. */
  List<Path> await() throws InterruptedException {
    List<Look> now = look();
    while (now.equals(last)) {
      pause.take();
      now = look();
    }
    List<Look> before = last;
    do {
      last = now;
      pause.take();
      now = look();
    } while (!now.equals(last));
    List<Path> changed = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (!last.get(i).equals(before.get(i))) {
        changed.add(files.get(i));
      }
    }
    return changed;
  }

  private List<Look> look() {
    return files.stream().map(FileWatch::look).toList();
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
