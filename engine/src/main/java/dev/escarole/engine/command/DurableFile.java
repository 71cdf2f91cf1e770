package dev.escarole.engine.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Reads and replaces whole files; whoever reads one never sees half of it, nor follows a link. */
final class DurableFile {

  private static final String ENDING = ".tmp";

  private DurableFile() {}

  /** Reads a file of at most this size. */
  static byte[] read(Path file, int mostBytes) throws IOException {
    // Unlike a channel, this stream does not fail when somebody interrupts the thread.
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new IOException("it has more than " + mostBytes + " bytes");
      }
      return bytes;
    }
  }

  /** Puts a file in place of whatever has its name; after a crash it is there whole or not. */
  static void write(Path file, byte[] bytes) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path temporary = Files.createTempFile(directory, ".", ENDING);
    try {
      try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          out.write(rest);
        }
        out.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Removes what writers that did not live to the end have left; no other may write meanwhile. */
  static void sweep(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, ".*" + ENDING)) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    }
  }
}
