package dev.escarole.web.app.local;

import dev.escarole.engine.command.DirectoryGrant;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * Lists the files of granted directories, as commands see them. Links are not followed, so nothing
 * outside is named; hidden files are left out.
 */
final class GrantedFiles {

  private static final int MOST = 500;
  private static final int MOST_LOOKED_AT = 5_000;
  private static final int DEEPEST = 5;

  private final List<String> paths = new ArrayList<>();
  private int lookedAt;

  private GrantedFiles() {}

  /** The first of the files and directories, directory by directory. */
  static List<String> in(List<DirectoryGrant> grants) {
    GrantedFiles files = new GrantedFiles();
    grants.forEach(files::add);
    return List.copyOf(files.paths);
  }

  private void add(DirectoryGrant grant) {
    if (!Files.isDirectory(grant.host(), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.walkFileTree(
          grant.host(), EnumSet.noneOf(FileVisitOption.class), DEEPEST, new Walk(grant));
    } catch (IOException e) {
      // A path that is not listed can still be typed.
      lookedAt++;
    }
  }

  private final class Walk extends SimpleFileVisitor<Path> {
    private final DirectoryGrant grant;

    Walk(DirectoryGrant grant) {
      this.grant = grant;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return isHidden(directory) ? FileVisitResult.SKIP_SUBTREE : name(directory);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return isHidden(file) ? FileVisitResult.CONTINUE : name(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
      return FileVisitResult.CONTINUE;
    }

    private boolean isHidden(Path path) {
      return !path.equals(grant.host()) && path.getFileName().toString().startsWith(".");
    }

    private FileVisitResult name(Path path) {
      lookedAt++;
      String inside = grant.host().relativize(path).toString();
      String base = grant.guest().equals("/") ? "" : grant.guest();
      paths.add(inside.isEmpty() ? grant.guest() : base + "/" + inside);
      return paths.size() < MOST && lookedAt < MOST_LOOKED_AT
          ? FileVisitResult.CONTINUE
          : FileVisitResult.TERMINATE;
    }
  }
}
