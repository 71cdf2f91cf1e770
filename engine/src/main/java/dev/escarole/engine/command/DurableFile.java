package dev.escarole.engine.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Reads and atomically replaces whole files; never follows a symbolic link. */
final class DurableFile {

  private static final String ENDING = ".tmp";

  private DurableFile() {}

  static byte[] read(Path file, int mostBytes) throws IOException {
    // Unlike a channel, this stream does not fail when the thread is interrupted.
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new IOException("it has more than " + mostBytes + " bytes");
      }
      return bytes;
    }
  }

  /** Replaces a file atomically, for its owner alone; after a crash it is complete or absent. */
  static void write(Path file, byte[] bytes) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path temporary = Files.createTempFile(directory, ".", ENDING);
    try {
      try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        Channels.newOutputStream(out).write(bytes);
        out.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Removes the temporary files of crashed writers; the caller holds the write lock. */
  static void sweep(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, ".*" + ENDING)) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    }
  }
}
