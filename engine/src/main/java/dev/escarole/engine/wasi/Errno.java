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
import org.jspecify.annotations.Nullable;

/** The error numbers of preview 1 that our functions return. */
@SuppressWarnings("ImmutableEnumChecker") // The exceptions have neither stack traces nor causes.
enum Errno {
  SUCCESS(0),
  ACCES(2),
  BADF(8),
  BUSY(10),
  DQUOT(19),
  EXIST(20),
  FAULT(21),
  FBIG(22),
  ILSEQ(25),
  INVAL(28),
  IO(29),
  ISDIR(31),
  LOOP(32),
  MFILE(33),
  MLINK(34),
  NAMETOOLONG(37),
  NOENT(44),
  NOMEM(48),
  NOSPC(51),
  NOTDIR(54),
  NOTEMPTY(55),
  NOTSOCK(57),
  NOTSUP(58),
  PERM(63),
  ROFS(69),
  SPIPE(70),
  XDEV(75),
  /** The path leads out of the granted directory. */
  NOTCAPABLE(76);

  private final int code;
  private final WasiFailure failure;

  Errno(int code) {
    this.code = code;
    this.failure = new WasiFailure(this);
  }

  int code() {
    return code;
  }

  /** Returns the exception that makes the call return this number. */
  WasiFailure failure() {
    return failure;
  }

  /**
   * Thrown when a WASI call fails with an error number. One instance per number, without a stack
   * trace.
   */
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

  /** Maps errors of the host's file system to error numbers. */
  static final class HostErrors {

    private HostErrors() {}

    static Errno errno(IOException e) {
      if (e instanceof ClosedByInterruptException) {
        throw GuestStop.because(GuestStop.Reason.INTERRUPTED);
      } else if (e instanceof NoSuchFileException) {
        return Errno.NOENT;
      } else if (e instanceof FileAlreadyExistsException) {
        return Errno.EXIST;
      } else if (e instanceof DirectoryNotEmptyException) {
        return Errno.NOTEMPTY;
      } else if (e instanceof NotDirectoryException) {
        return Errno.NOTDIR;
      } else if (e instanceof AccessDeniedException) {
        return Errno.ACCES;
      } else if (e instanceof FileSystemLoopException) {
        return Errno.LOOP;
      } else if (e instanceof NotLinkException) {
        return Errno.INVAL;
      }
      String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
      return fromText(reason);
    }

    /** Java does not expose the error number, only the C library's text. */
    private static Errno fromText(@Nullable String reason) {
      if (reason == null) {
        return Errno.IO;
      }
      return switch (reason) {
        case "Not a directory" -> Errno.NOTDIR;
        case "Is a directory" -> Errno.ISDIR;
        case "Directory not empty" -> Errno.NOTEMPTY;
        case "File exists" -> Errno.EXIST;
        case "No space left on device" -> Errno.NOSPC;
        case "Disk quota exceeded" -> Errno.DQUOT;
        case "Too many open files" -> Errno.MFILE;
        case "File name too long" -> Errno.NAMETOOLONG;
        case "Too many links" -> Errno.MLINK;
        case "Operation not permitted" -> Errno.PERM;
        case "Read-only file system" -> Errno.ROFS;
        case "Invalid argument" -> Errno.INVAL;
        case "File too large" -> Errno.FBIG;
        case "Device or resource busy" -> Errno.BUSY;
        case "Invalid cross-device link" -> Errno.XDEV;
        default -> reason.startsWith("Too many levels of symbolic links") ? Errno.LOOP : Errno.IO;
      };
    }
  }
}
