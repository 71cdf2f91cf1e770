package dev.escarole.engine.wasi;

import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The error numbers of preview 1 that our functions return. */
@SuppressWarnings("ImmutableEnumChecker") // The exceptions have neither stack traces nor causes.
enum Errno {
  SUCCESS(0),
  ACCES(2),
  BADF(8),
  BUSY(10, "Device or resource busy"),
  DQUOT(19, "Disk quota exceeded"),
  EXIST(20, "File exists"),
  FAULT(21),
  FBIG(22, "File too large"),
  ILSEQ(25),
  INVAL(28, "Invalid argument"),
  IO(29),
  ISDIR(31, "Is a directory"),
  LOOP(32, "Too many levels of symbolic links"),
  MFILE(33, "Too many open files"),
  MLINK(34, "Too many links"),
  NAMETOOLONG(37, "File name too long"),
  NOENT(44),
  NOMEM(48),
  NOSPC(51, "No space left on device"),
  NOTDIR(54, "Not a directory"),
  NOTEMPTY(55, "Directory not empty"),
  NOTSOCK(57),
  NOTSUP(58),
  PERM(63, "Operation not permitted"),
  ROFS(69, "Read-only file system"),
  SPIPE(70),
  XDEV(75, "Invalid cross-device link"),
  /** The path leads out of the granted directory. */
  NOTCAPABLE(76);

  private static final Map<Class<?>, Errno> BY_CLASS =
      Map.of(
          NoSuchFileException.class, NOENT,
          FileAlreadyExistsException.class, EXIST,
          DirectoryNotEmptyException.class, NOTEMPTY,
          NotDirectoryException.class, NOTDIR,
          AccessDeniedException.class, ACCES,
          FileSystemLoopException.class, LOOP,
          NotLinkException.class, INVAL);

  private final int code;
  private final @Nullable String text;
  private final WasiFailure failure;

  Errno(int code) {
    this(code, null);
  }

  /**
   * @param text how the C library's text of the host's error begins
   */
  Errno(int code, @Nullable String text) {
    this.code = code;
    this.text = text;
    this.failure = new WasiFailure(this);
  }

  int code() {
    return code;
  }

  WasiFailure failure() {
    return failure;
  }

  static Errno of(IOException e) {
    if (e instanceof ClosedByInterruptException) {
      throw GuestStop.because(GuestStop.Reason.INTERRUPTED);
    }
    Errno known = BY_CLASS.get(e.getClass());
    if (known != null) {
      return known;
    }
    // Java does not expose the error number, only the C library's text.
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    for (Errno each : values()) {
      if (reason != null && each.text != null && reason.startsWith(each.text)) {
        return each;
      }
    }
    return IO;
  }

  /** One instance per number, without a stack trace. */
  static final class WasiFailure extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    private final Errno errno;

    WasiFailure(Errno errno) {
      super(errno.name(), null, false, false);
      this.errno = errno;
    }

    Errno errno() {
      return errno;
    }
  }
}
