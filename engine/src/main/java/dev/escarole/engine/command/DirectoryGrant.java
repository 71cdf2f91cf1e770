package dev.escarole.engine.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A host directory that a guest may use, and the path under which the guest sees it.
 *
 * @param host the directory on this machine; made absolute and normalised, not required to exist
 * @param guest the path inside the guest: absolute, without {@code .}, {@code ..} or repeated
 *     slashes
 * @param mode whether the guest may change the contents
 * @param workspace whether the host created it for this run or session, as its workspace or the
 *     directory of the files given to it, or keeps it for the program, so that it needs no grant in
 *     the policy
 */
public record DirectoryGrant(Path host, String guest, Mode mode, boolean workspace) {

  /** What the guest may do inside the directory. */
  public enum Mode {
    /** Read only: every change is refused. */
    READ_ONLY,
    /** Read and change. */
    READ_WRITE
  }

  /**
   * Normalises both paths.
   *
   * @throws IllegalArgumentException if the guest path is not absolute or contains {@code ..}
   */
  public DirectoryGrant {
    host = host.toAbsolutePath().normalize();
    guest = normalised(guest);
  }

  /** A requested directory, which a policy must permit. */
  public DirectoryGrant(Path host, String guest, Mode mode) {
    this(host, guest, mode, false);
  }

  /** Grants a run or session its own workspace, as {@code /workspace}. */
  public static DirectoryGrant workspace(Path host) {
    return new DirectoryGrant(host, "/workspace", Mode.READ_WRITE, true);
  }

  /** Grants a run the files given to it, as {@code /inputs}; it cannot change them. */
  public static DirectoryGrant inputs(Path host) {
    return new DirectoryGrant(host, "/inputs", Mode.READ_ONLY, true);
  }

  /** Grants a program a directory that comes with it; it cannot change it. */
  public static DirectoryGrant tree(Path host, String guest) {
    return new DirectoryGrant(host, guest, Mode.READ_ONLY, true);
  }

  /** Returns whether this grant covers a requested one: the same paths, and at least its mode. */
  public boolean covers(DirectoryGrant asked) {
    return host.equals(asked.host)
        && guest.equals(asked.guest)
        && (mode == Mode.READ_WRITE || asked.mode == Mode.READ_ONLY);
  }

  /**
   * Reads {@code host::guest}, {@code host::guest:ro} or {@code host::guest:rw}; without an ending
   * the directory is writable.
   *
   * @throws IllegalArgumentException if the text has another form; the message says what is wrong
   */
  public static DirectoryGrant parse(String text) {
    return parse(text, UnaryOperator.identity());
  }

  /**
   * The same for a process with another working directory.
   *
   * @param locate returns a host path as this process has to open it
   */
  public static DirectoryGrant parse(String text, UnaryOperator<Path> locate) {
    int separator = text.indexOf("::");
    if (separator <= 0) {
      throw malformed(text, "it must have the form HOST::GUEST or HOST::GUEST:ro");
    }
    String guest = text.substring(separator + 2);
    Mode mode = Mode.READ_WRITE;
    if (guest.endsWith(":ro")) {
      mode = Mode.READ_ONLY;
      guest = guest.substring(0, guest.length() - 3);
    } else if (guest.endsWith(":rw")) {
      guest = guest.substring(0, guest.length() - 3);
    }
    if (guest.indexOf(':') >= 0) {
      throw malformed(text, "after the guest path only ':ro' or ':rw' may follow");
    }
    try {
      return new DirectoryGrant(locate.apply(Path.of(text.substring(0, separator))), guest, mode);
    } catch (InvalidPathException e) {
      throw malformed(text, "the host path is not a path on this machine: " + e.getReason());
    }
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return host + "::" + guest + (mode == Mode.READ_ONLY ? ":ro" : "");
  }

  private static IllegalArgumentException malformed(String text, String why) {
    return new IllegalArgumentException("directory grant '" + text + "': " + why);
  }

  private static String normalised(String guest) {
    if (!guest.startsWith("/")) {
      throw new IllegalArgumentException(
          "directory grant: the guest path must be absolute, such as /data, was '" + guest + "'");
    }
    if (guest.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("directory grant: the guest path holds a NUL character");
    }
    List<String> parts = new ArrayList<>();
    for (String part : guest.split("/", -1)) {
      if (part.equals("..")) {
        throw new IllegalArgumentException(
            "directory grant: the guest path must not contain '..', was '" + guest + "'");
      }
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return "/" + String.join("/", parts);
  }
}
