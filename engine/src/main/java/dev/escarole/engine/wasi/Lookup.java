package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A resolved guest path: an open directory and the name of an entry in it, which may not exist. The
 * path is resolved one element at a time from the directory that the guest passed. Links are
 * followed here, never by the host; neither a link nor {@code ..} can lead above the starting
 * directory.
 */
final class Lookup implements AutoCloseable {

  private static final int MOST_LINKS = 40;
  private static final int LONGEST_PATH = 4096;

  /** Maximum depth: each level is open on the host during resolution. */
  private static final int MOST_LEVELS = 128;

  private final Deque<HostDirectory> opened = new ArrayDeque<>();
  private final Deque<String> pending = new ArrayDeque<>();
  private final HostDirectory start;
  private final boolean followLast;
  private int links;
  private boolean directoryExpected;
  private String name = HostDirectory.SELF;
  private @Nullable BasicFileAttributes found;

  private Lookup(HostDirectory start, boolean followLast) {
    this.start = start;
    this.followLast = followLast;
  }

  static Lookup walk(HostDirectory start, String path, boolean followLast)
      throws WasiFailure, IOException {
    if (path.isEmpty()) {
      throw Errno.NOENT.failure();
    }
    Lookup lookup = new Lookup(start, followLast || path.endsWith("/"));
    try {
      lookup.push(path);
      lookup.walk();
      return lookup;
    } catch (WasiFailure | IOException | RuntimeException | Error e) {
      lookup.close();
      throw e;
    }
  }

  /** The open directory that contains the entry; open until this is closed. */
  HostDirectory directory() {
    HostDirectory top = opened.peek();
    return top == null ? start : top;
  }

  String name() {
    return name;
  }

  /** The entry's attributes during resolution; null if it does not exist. */
  @Nullable BasicFileAttributes found() {
    return found;
  }

  BasicFileAttributes existing() throws WasiFailure {
    if (found == null) {
      throw Errno.NOENT.failure();
    }
    return found;
  }

  /** Whether the path ended with a slash and so must be a directory. */
  boolean directoryExpected() {
    return directoryExpected;
  }

  void mustBeEntry() throws WasiFailure {
    if (name.equals(HostDirectory.SELF)) {
      throw Errno.INVAL.failure();
    }
  }

  @Override
  public void close() {
    opened.forEach(HostDirectory::close);
    opened.clear();
  }

  private void push(String path) throws WasiFailure {
    if (path.startsWith("/")) {
      throw Errno.NOTCAPABLE.failure();
    }
    if (path.length() > LONGEST_PATH) {
      throw Errno.NAMETOOLONG.failure();
    }
    boolean last = pending.isEmpty();
    String[] elements = path.split("/", -1);
    for (int i = elements.length - 1; i >= 0; i--) {
      if (!elements[i].isEmpty() && !elements[i].equals(HostDirectory.SELF)) {
        pending.push(elements[i]);
      }
    }
    if (last && (path.endsWith("/") || path.endsWith("/."))) {
      directoryExpected = true;
    }
  }

  private void walk() throws WasiFailure, IOException {
    while (!pending.isEmpty()) {
      GuestStop.ifInterrupted();
      String element = pending.pop();
      if (element.equals("..")) {
        climb();
      } else if (enter(element)) {
        return;
      }
    }
    name = HostDirectory.SELF;
    found = directory().attributes(HostDirectory.SELF);
  }

  private void climb() throws WasiFailure {
    HostDirectory top = opened.poll();
    if (top == null) {
      throw Errno.NOTCAPABLE.failure();
    }
    top.close();
  }

  /** Returns whether this element was the last. */
  private boolean enter(String element) throws WasiFailure, IOException {
    if (HostDirectory.isHidden(element)) {
      throw Errno.NOTCAPABLE.failure();
    }
    boolean last = pending.isEmpty();
    BasicFileAttributes attributes = directory().attributesIfPresent(element);
    if (attributes != null && attributes.isSymbolicLink() && (!last || followLast)) {
      follow(element);
      return false;
    }
    if (last) {
      name = element;
      found = attributes;
      if (directoryExpected && attributes != null && !attributes.isDirectory()) {
        throw Errno.NOTDIR.failure();
      }
      return true;
    }
    if (attributes == null) {
      throw Errno.NOENT.failure();
    }
    if (!attributes.isDirectory()) {
      throw Errno.NOTDIR.failure();
    }
    if (opened.size() == MOST_LEVELS) {
      throw Errno.NAMETOOLONG.failure();
    }
    opened.push(directory().openDirectory(element));
    return false;
  }

  private void follow(String link) throws WasiFailure, IOException {
    links++;
    if (links > MOST_LINKS) {
      throw Errno.LOOP.failure();
    }
    String target = directory().readLink(link);
    if (target.isEmpty()) {
      throw Errno.NOENT.failure();
    }
    push(target);
  }
}
