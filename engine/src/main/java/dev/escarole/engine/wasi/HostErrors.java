package dev.escarole.engine.wasi;

import java.io.IOException;
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

/** Says what an error of the host's file system means to a guest. */
final class HostErrors {

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

  /** Java keeps the number to itself and passes on only the text of the C library. */
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
