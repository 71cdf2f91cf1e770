package dev.escarole.engine.files;

import dev.escarole.engine.wasi.host.HostDirectory;
import dev.escarole.recipe.template.FilePattern;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a workspace whose files guests made and may be changing. Every path is resolved name by
 * name against open directories, so that no link leads out of it, also not one that is put in its
 * way meanwhile; only regular files are opened. Confined to one thread.
 */
final class WorkspaceFiles {

  /** Directories in one another that are searched. */
  static final int DEEPEST = 64;

  /** Characters of all paths that a search remembers, because a path can have very many. */
  static final int MOST_CHARACTERS = 16 << 20;

  private final Path root;
  private final int mostEntries;

  /**
   * @param mostEntries maximum number of entries that one call looks at
   */
  WorkspaceFiles(Path root, int mostEntries) {
    this.root = root;
    this.mostEntries = mostEntries;
  }

  /**
   * Result of a search.
   *
   * @param files paths of the regular files that match some pattern, with their sizes, in order of
   *     the paths
   * @param others paths of entries that match but are no regular files, with what they are
   * @param unread directories that were not searched, with the reasons
   */
  record Found(
      TreeMap<String, Long> files,
      TreeMap<String, String> others,
      TreeMap<String, String> unread) {}

  /** Finds what matches any of these patterns. */
  Found find(List<FilePattern> patterns) {
    Search search = new Search(patterns);
    try (HostDirectory directory = HostDirectory.open(root, attributes -> false)) {
      search.in(directory, new ArrayList<>());
    } catch (IOException e) {
      search.unread("", e);
    }
    return search.found;
  }

  private final class Search {
    private final List<FilePattern> patterns;
    private final Found found = new Found(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    private int looked;
    private int characters;

    Search(List<FilePattern> patterns) {
      this.patterns = patterns;
    }

    void in(HostDirectory directory, List<String> path) throws IOException {
      // One more than allowed tells whether there are more.
      List<String> names = directory.list(mostEntries - looked + 1);
      Collections.sort(names);
      for (String name : names) {
        if (looked == mostEntries || characters > MOST_CHARACTERS) {
          found.unread.put(
              String.join("/", path),
              "only the first %,d entries of the workspace were looked at".formatted(looked));
          return;
        }
        looked++;
        path.add(name);
        entry(directory, name, path);
        path.remove(path.size() - 1);
      }
    }

    private void entry(HostDirectory directory, String name, List<String> path) {
      String text = String.join("/", path);
      try {
        BasicFileAttributes attributes = directory.attributes(name);
        if (attributes.isDirectory()) {
          below(directory, name, path);
        } else if (patterns.stream().anyMatch(pattern -> pattern.matches(path))) {
          characters += text.length();
          if (attributes.isRegularFile()) {
            found.files.put(text, attributes.size());
          } else {
            found.others.put(text, kind(attributes));
          }
        }
      } catch (NoSuchFileException e) {
        // Removed meanwhile.
        found.files.remove(text);
      } catch (IOException e) {
        unread(text, e);
      }
    }

    private void below(HostDirectory directory, String name, List<String> path) throws IOException {
      if (patterns.stream().noneMatch(pattern -> pattern.leadsInto(path))) {
        return;
      }
      if (path.size() > DEEPEST) {
        String text = String.join("/", path);
        characters += text.length();
        found.unread.put(text, "only %d levels of directories are searched".formatted(DEEPEST));
        return;
      }
      try (HostDirectory inner = directory.openDirectory(name)) {
        in(inner, path);
      }
    }

    private void unread(String path, IOException why) {
      characters += path.length();
      found.unread.put(path, "it cannot be read: " + why.getMessage());
    }
  }

  private static String kind(BasicFileAttributes attributes) {
    return attributes.isSymbolicLink()
        ? "it is a symbolic link"
        : attributes.isDirectory() ? "it is a directory" : "it is not a regular file";
  }

  /**
   * Lists a directory.
   *
   * @throws IOException if it is missing, not a directory, or behind a link
   */
  FileReading.Listing list(List<String> path) throws IOException {
    try (HostDirectory directory = directory(path)) {
      List<String> names = directory.list(mostEntries + 1);
      boolean more = names.size() > mostEntries;
      Collections.sort(names);
      List<WorkspaceEntry> entries = new ArrayList<>();
      for (String name : names.subList(0, Math.min(names.size(), mostEntries))) {
        BasicFileAttributes attributes = directory.attributesIfPresent(name);
        if (attributes != null) {
          entries.add(WorkspaceEntry.of(name, attributes));
        }
      }
      return new FileReading.Listing(entries, more);
    }
  }

  /**
   * Opens a regular file.
   *
   * @throws IOException if it is missing, not a regular file, or behind a link
   */
  InputStream open(List<String> path) throws IOException {
    HostDirectory directory = directory(path.subList(0, path.size() - 1));
    try {
      String name = path.get(path.size() - 1);
      BasicFileAttributes attributes = directory.attributes(name);
      if (!attributes.isRegularFile()) {
        throw new IOException(kind(attributes));
      }
      return Channels.newInputStream(
          directory.openFile(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
    } finally {
      directory.close();
    }
  }

  /**
   * The size of a regular file.
   *
   * @throws IOException if it is missing, not a regular file, or behind a link
   */
  long size(List<String> path) throws IOException {
    try (HostDirectory directory = directory(path.subList(0, path.size() - 1))) {
      BasicFileAttributes attributes = directory.attributes(path.get(path.size() - 1));
      if (!attributes.isRegularFile()) {
        throw new IOException(kind(attributes));
      }
      return attributes.size();
    }
  }

  private HostDirectory directory(List<String> path) throws IOException {
    HostDirectory directory = HostDirectory.open(root, attributes -> false);
    for (String name : path) {
      HostDirectory outer = directory;
      try {
        directory = outer.openDirectory(name);
      } finally {
        outer.close();
      }
    }
    return directory;
  }
}
