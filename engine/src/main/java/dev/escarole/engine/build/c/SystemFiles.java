package dev.escarole.engine.build.c;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.catalog.ArchiveMembers;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.command.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Headers and libraries of C, unpacked once from the archive that comes with the compiler.
 * Thread-safe, also between processes.
 */
final class SystemFiles {

  /** The archive, as the catalogue's row names it. */
  static final String ARCHIVE = "gen/llvm-resources.tar";

  /** Those of C++ and of other processors, which nothing here includes. */
  private static final Pattern UNUSED =
      Pattern.compile(
          "include/(c\\+\\+|cuda_wrappers|hlsl|llvm_offload_wrappers|openmp_wrappers|ppc_wrappers"
              + "|zos_wrappers|fuzzer)/.*|share/.*|.*\\.so|lib/.*/libc\\+\\+.*");

  private static final int SHOWN = 16;

  private SystemFiles() {}

  /**
   * Unpacks the archive unless that is done.
   *
   * @param hash of the archive
   * @param archive reads it, verified
   * @return the name of its directory
   */
  static String unpacked(Path directory, ArtifactId hash, Archive archive)
      throws BuildFailedException, IOException {
    String name = "system-" + hash.sha256().substring(0, SHOWN);
    Path target = directory.resolve(name);
    if (Files.isDirectory(target)) {
      return name;
    }
    Path unfinished = Files.createTempDirectory(directory, name + ".");
    try {
      write(unfinished, archive.read());
      Path unused = Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // Another build was quicker.
      if (!Files.isDirectory(target)) {
        throw e;
      }
    } finally {
      DirectoryRemoval.remove(unfinished);
    }
    return name;
  }

  /** Reads the archive. */
  interface Archive {
    byte[] read() throws BuildFailedException;
  }

  private static void write(Path root, byte[] archive) throws IOException {
    Map<String, byte[]> files =
        ArchiveMembers.readAll(
            new ByteArrayInputStream(archive), path -> UNUSED.matcher(path).matches() ? "" : path);
    for (Map.Entry<String, byte[]> each : files.entrySet()) {
      Path file = root.resolve(each.getKey()).normalize();
      Path parent = file.getParent();
      if (!file.startsWith(root) || file.equals(root) || parent == null) {
        throw new IOException("it has a file with the path '" + each.getKey() + "'");
      }
      Path unused = PrivateFiles.createDirectories(parent);
      try {
        Files.write(file, each.getValue(), StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException e) {
        throw new IOException("it has two files with the path '" + each.getKey() + "'", e);
      }
    }
  }
}
