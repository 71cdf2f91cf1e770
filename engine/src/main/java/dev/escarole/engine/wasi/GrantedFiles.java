package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileQuota.QuotaMeter;
import dev.escarole.engine.wasi.GrantedFiles.FileRefusedException.Reason;
import dev.escarole.engine.wasi.Wasi.FileGuard;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access to whole files in granted directories on behalf of a guest. Guest paths are resolved
 * exactly as for a guest: element by element from the granted directory, including links, and never
 * out of it. Only regular files are opened, as anything else could block.
 *
 * <p>Keeps nothing open between calls; confined to one thread at a time.
 */
public final class GrantedFiles {

  private final List<Preopen> preopens;
  private final FileQuota quota;

  /**
   * Creates access to these directories; relative paths start at the first one.
   *
   * @param quota limits the size of a written file
   */
  public GrantedFiles(List<Preopen> preopens, FileQuota quota) {
    this.preopens = List.copyOf(preopens);
    this.quota = quota;
  }

  private interface Use<T> {
    T of(Lookup place) throws WasiFailure, IOException;
  }

  private record Target(Preopen preopen, String below) {}

  /**
   * Reads a file.
   *
   * @param most the maximum number of bytes to read
   * @throws FileRefusedException if it cannot be read
   */
  public byte[] read(String path, int most) throws FileRefusedException {
    return use(
        target(path),
        place -> {
          if (place.found() == null) {
            throw Errno.NOENT.failure();
          }
          mustBeFile(place);
          try (FileChannel file = open(place, StandardOpenOption.READ)) {
            return Channels.newInputStream(file).readNBytes(most);
          }
        });
  }

  /**
   * Opens a directory for a guest to start in.
   *
   * @throws FileRefusedException if it is not a directory or cannot be opened
   */
  public WorkingDirectory directory(String path) throws FileRefusedException {
    Target target = target(path);
    return use(
        target,
        place -> {
          BasicFileAttributes found = place.found();
          if (found == null) {
            throw Errno.NOENT.failure();
          }
          if (!found.isDirectory()) {
            throw Errno.NOTDIR.failure();
          }
          Grant grant = new Grant(target.preopen(), preopens, FileGuard.OPEN);
          HostDirectory start = place.directory().openDirectory(place.name());
          try {
            HostDirectory named = place.directory().openDirectory(place.name());
            return new WorkingDirectory(grant, guestName(target), start, named);
          } catch (IOException e) {
            start.close();
            throw e;
          }
        });
  }

  /**
   * Checks that a file can be written, as far as possible without a change.
   *
   * @throws FileRefusedException if it cannot
   */
  public void checkWritable(String path) throws FileRefusedException {
    use(
        writable(path),
        place -> {
          mustBeFile(place);
          return place;
        });
  }

  /**
   * Writes a file, which is created if missing.
   *
   * @param append whether to append the bytes instead of replacing the contents
   * @throws FileRefusedException if it cannot be written
   */
  public void write(String path, byte[] bytes, boolean append) throws FileRefusedException {
    use(
        writable(path),
        place -> {
          mustBeFile(place);
          try (FileChannel file = openToWrite(place)) {
            write(file, bytes, append);
          }
          return place;
        });
  }

  private void write(FileChannel file, byte[] bytes, boolean append)
      throws WasiFailure, IOException {
    long start = append ? file.size() : 0;
    new QuotaMeter(quota).chargeWrite(start, bytes.length, start);
    file.truncate(start).position(start);
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      file.write(rest);
    }
  }

  private static FileChannel openToWrite(Lookup place) throws IOException {
    return place.found() == null
        ? open(place, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)
        : open(place, StandardOpenOption.WRITE);
  }

  private static FileChannel open(Lookup place, OpenOption... how) throws IOException {
    List<OpenOption> options = new ArrayList<>(List.of(how));
    options.add(LinkOption.NOFOLLOW_LINKS);
    return place.directory().openFile(place.name(), Set.copyOf(options));
  }

  private static void mustBeFile(Lookup place) throws WasiFailure {
    BasicFileAttributes found = place.found();
    if (found == null ? place.directoryExpected() : found.isDirectory()) {
      throw Errno.ISDIR.failure();
    }
    if (found != null && !found.isRegularFile()) {
      throw Errno.NOTSUP.failure();
    }
  }

  private <T> T use(Target target, Use<T> use) throws FileRefusedException {
    try (HostDirectory root = new Grant(target.preopen(), preopens, FileGuard.OPEN).open();
        Lookup place = Lookup.walk(root, target.below(), true)) {
      return use.of(place);
    } catch (WasiFailure e) {
      throw refused(e.errno());
    } catch (ClosedByInterruptException | GuestStop e) {
      throw new FileRefusedException(Reason.FAILED, "was interrupted");
    } catch (IOException e) {
      throw refused(Errno.of(e));
    }
  }

  private static FileRefusedException refused(Errno errno) {
    Reason reason = errno == Errno.NOTCAPABLE ? Reason.OUTSIDE : Reason.FAILED;
    return new FileRefusedException(reason, text(errno));
  }

  private static String text(Errno errno) {
    return switch (errno) {
      case NOTCAPABLE -> "leads out of the granted directory";
      case NOENT -> "no such file or directory";
      case ISDIR -> "is a directory";
      case NOTDIR -> "not a directory";
      case NOTSUP -> "is not a regular file";
      case ACCES, PERM -> "permission denied";
      case LOOP -> "too many links";
      case NOSPC -> "no space left";
      case FBIG, DQUOT -> "would become too large";
      case NAMETOOLONG -> "the name is too long";
      default -> "error " + errno.name().toLowerCase(Locale.ROOT);
    };
  }

  private Target writable(String path) throws FileRefusedException {
    Target target = target(path);
    if (!target.preopen().writable()) {
      throw new FileRefusedException(
          Reason.READ_ONLY, "the directory " + target.preopen().guest() + " is granted read-only");
    }
    return target;
  }

  /** Finds the granted directory that contains a path; of several the one with the longest path. */
  private Target target(String path) throws FileRefusedException {
    if (path.isEmpty()) {
      throw refused(Errno.NOENT);
    }
    String absolute = absolute(path);
    Preopen best = null;
    for (Preopen preopen : preopens) {
      if (holds(preopen, absolute)
          && (best == null || name(preopen).length() >= name(best).length())) {
        best = preopen;
      }
    }
    return below(best, absolute);
  }

  private static Target below(@Nullable Preopen preopen, String absolute)
      throws FileRefusedException {
    if (preopen == null) {
      throw new FileRefusedException(Reason.OUTSIDE, "is not in a granted directory");
    }
    String below = absolute.substring(name(preopen).length());
    String relative = below.startsWith("/") ? below.substring(1) : below;
    return new Target(preopen, relative.isEmpty() ? HostDirectory.SELF : relative);
  }

  private static String guestName(Target target) {
    boolean itself = target.below().equals(HostDirectory.SELF);
    String name = name(target.preopen()) + (itself ? "" : "/" + target.below());
    String bare = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    return bare.isEmpty() ? "/" : bare;
  }

  private static boolean holds(Preopen preopen, String path) {
    return path.equals(name(preopen)) || path.startsWith(name(preopen) + "/");
  }

  /** The guest path without a trailing slash, so that the root is empty. */
  private static String name(Preopen preopen) {
    return preopen.guest().equals("/") ? "" : preopen.guest();
  }

  /** Normalizes {@code .}, {@code ..} and repeated slashes lexically, as guests do. */
  private String absolute(String path) {
    String start = preopens.isEmpty() ? "" : name(preopens.get(0));
    List<String> elements = new ArrayList<>();
    for (String element : (path.startsWith("/") ? path : start + "/" + path).split("/", -1)) {
      if (element.equals("..")) {
        if (!elements.isEmpty()) {
          elements.remove(elements.size() - 1);
        }
      } else if (!element.isEmpty() && !element.equals(HostDirectory.SELF)) {
        elements.add(element);
      }
    }
    String end = path.endsWith("/") && !elements.isEmpty() ? "/" : "";
    return "/" + String.join("/", elements) + end;
  }

  /** Thrown when a file in the granted directories cannot be read or written. */
  public static final class FileRefusedException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** The reason of the refusal. */
    public enum Reason {
      /** The path leads to no granted directory, or out of one. */
      OUTSIDE,
      /** The directory was granted read-only. */
      READ_ONLY,
      /** The file system reported an error, such as for a missing file. */
      FAILED
    }

    FileRefusedException(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    /** Returns why the file was refused. */
    public Reason reason() {
      return reason;
    }
  }

  /**
   * An open directory inside a granted one, in which a guest starts: its {@code .}. The guest
   * cannot leave it by relative paths; other grants are reached by absolute ones.
   *
   * <p>The guest gets it twice: as {@code .}, where C libraries resolve relative paths, and under
   * its absolute path, which the built-in commands use to find their working directory.
   *
   * <p>Created by {@link GrantedFiles#directory} and owned by one guest, which closes both handles.
   */
  public record WorkingDirectory(
      Grant grant, String guestName, HostDirectory handle, HostDirectory named) {

    List<DirectoryDescriptor> descriptors(QuotaMeter meter) {
      return List.of(
          new DirectoryDescriptor(grant, meter, HostDirectory.SELF, handle),
          new DirectoryDescriptor(grant, meter, guestName, named));
    }
  }
}
