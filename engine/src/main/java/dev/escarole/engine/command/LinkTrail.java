package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way by which a path is found: where it ends, and each directory in which a name on it, or in
 * the target of a link on it, is looked up. Who can write to one of these can lead the path
 * elsewhere. What is missing is taken for a directory.
 */
final class LinkTrail {

  private static final int MOST_LINKS = 40;

  private final Set<Path> directories = new LinkedHashSet<>();
  private final Set<Path> links = new LinkedHashSet<>();
  private Path end;
  private int followed;

  private LinkTrail(Path root) {
    this.end = root;
  }

  /** Follows an absolute path, as it leads now. */
  static LinkTrail of(Path path) {
    Path root = path.getRoot();
    LinkTrail trail = new LinkTrail(root == null ? path : root);
    trail.follow(path);
    return trail;
  }

  private void follow(Path path) {
    Path root = path.getRoot();
    if (root != null) {
      end = end.resolve(root);
    }
    path.forEach(this::step);
  }

  private void step(Path name) {
    if (name.toString().equals("..")) {
      Path above = end.getParent();
      end = above == null ? end : above;
      return;
    }
    if (name.toString().isEmpty() || name.toString().equals(".")) {
      return;
    }
    directories.add(end);
    Path next = end.resolve(name);
    Path target = followed < MOST_LINKS ? target(next) : null;
    if (target == null) {
      end = next;
    } else {
      followed++;
      links.add(end);
      follow(target);
    }
  }

  private static @Nullable Path target(Path path) {
    try {
      return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null;
    } catch (IOException e) {
      // It went away meanwhile, so it leads nowhere.
      return null;
    }
  }

  /** Where the path ends, without links. */
  Path end() {
    return end;
  }

  /** The directories in which a link on the way lies. */
  Set<Path> links() {
    return links;
  }

  /** The directories on the way, without links. */
  Set<Path> directories() {
    return directories;
  }
}
