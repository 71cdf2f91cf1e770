package dev.escarole.engine.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the workspaces of all runs use. Immutable.
 *
 * @param bytes size of their files
 * @param complete false if there was no time to look at all of them, so that there is more
 */
public record WorkspaceUse(long bytes, boolean complete) {

  /** Measures a file, or all files in a directory; links are not followed. */
  public static WorkspaceUse measure(Path runs, Duration most) {
    if (!Files.exists(runs, LinkOption.NOFOLLOW_LINKS)) {
      return new WorkspaceUse(0, true);
    }
    Measuring measuring = new Measuring(System.nanoTime() + most.toNanos());
    try {
      Files.walkFileTree(runs, measuring);
    } catch (IOException e) {
      // Something was deleted meanwhile, or cannot be read.
      return new WorkspaceUse(measuring.bytes, false);
    }
    return new WorkspaceUse(measuring.bytes, measuring.complete);
  }

  WorkspaceUse plus(WorkspaceUse other) {
    return new WorkspaceUse(bytes + other.bytes, complete && other.complete);
  }

  private static final class Measuring extends SimpleFileVisitor<Path> {
    private final long end;
    private long bytes;
    private boolean complete = true;

    Measuring(long end) {
      this.end = end;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      bytes += attributes.isRegularFile() ? attributes.size() : 0;
      return next();
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return next();
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
      return next();
    }

    private FileVisitResult next() {
      complete = System.nanoTime() < end;
      return complete ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }
  }
}
