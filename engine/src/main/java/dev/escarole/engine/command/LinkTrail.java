package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resolution of a path: where it ends, and each directory in which one of its names, or a name
 * in the target of a symbolic link, is looked up. Anyone who can write to one of these directories
 * can redirect the path. Missing parts are treated as directories.
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
      // It has been removed meanwhile, so it leads nowhere.
      return null;
    }
  }

  Path end() {
    return end;
  }

  /** The directories that contain a symbolic link on the path. */
  Set<Path> links() {
    return links;
  }

  /** The directories on the path, with links resolved. */
  Set<Path> directories() {
    return directories;
  }
}
