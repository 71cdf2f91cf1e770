package dev.escarole.engine.files;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.KeepReport;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.RunFiles.FileBytes;
import dev.escarole.engine.store.RunStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Reads the files of runs: those given to them, those kept, and their directories. Thread-safe. */
public final class FileReading {

  /** Maximum number of entries of a directory that are listed. */
  public static final int MOST_LISTED = 1_000;

  private final RunStore store;
  private final RunDirectories directories;

  private static final int BUFFER = 1 << 16;

  /** Reads the files of the runs of a store. */
  public FileReading(RunStore store, RunDirectories directories) {
    this.store = store;
    this.directories = directories;
  }

  /**
   * The files that a run was given and those that it has kept, each in order. Their bytes are read
   * with {@link dev.escarole.engine.store.RunRecords#contentPart}.
   */
  public List<RunFile> of(RunId run) {
    return store.records().files(run);
  }

  /**
   * What each entry of the recipe's {@code artifacts} has kept, in order; empty if the run has not
   * kept its files, or has none to keep.
   */
  public Optional<List<KeepReport>> reports(RunId run) {
    return store.records().keepReports(run);
  }

  /**
   * Entries of a directory.
   *
   * @param entries by name
   * @param more whether there are more
   */
  public record Listing(List<WorkspaceEntry> entries, boolean more) {

    public Listing {
      entries = List.copyOf(entries);
    }
  }

  /** Whether a run has a workspace on this machine. */
  public boolean hasWorkspace(RunId run) {
    return directories.exists(run);
  }

  /**
   * Lists a directory of a run's workspace, by name.
   *
   * @param path parts of its path in the workspace; empty for the workspace itself
   * @throws IOException if it is missing, not a directory, or behind a link
   */
  public Listing list(RunId run, List<String> path) throws IOException {
    return workspace(run).list(path);
  }

  /**
   * Reads a regular file of a run's workspace once to hash it; reading it again fails if a command
   * has changed it meanwhile.
   *
   * @param path parts of its path in the workspace
   * @throws IOException if it is missing, not a regular file, or behind a link
   */
  public FileBytes read(RunId run, List<String> path) throws IOException {
    if (path.isEmpty()) {
      throw new IOException("it is a directory");
    }
    return WorkspaceBytes.of(workspace(run), path);
  }

  /**
   * Size and hash of a file, as they were when it was read first.
   *
   * @param files where it is
   */
  private record WorkspaceBytes(WorkspaceFiles files, List<String> path, long size, String sha256)
      implements FileBytes {

    static WorkspaceBytes of(WorkspaceFiles files, List<String> path) throws IOException {
      // Of a file that grows all the time, the end would never come.
      long size = files.size(path);
      MessageDigest digest = FileCopy.digest();
      long read = 0;
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = files.open(path)) {
        while (read < size) {
          int count = in.read(buffer, 0, (int) Math.min(buffer.length, size - read));
          if (count < 0) {
            throw new IOException("it became shorter while it was read");
          }
          digest.update(buffer, 0, count);
          read += count;
        }
      }
      return new WorkspaceBytes(files, path, size, HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public InputStream open() throws IOException {
      return new SameBytes(files.open(path), size, sha256);
    }
  }

  /** The first bytes of a stream; fails at their end if they are not the expected ones. */
  private static final class SameBytes extends InputStream {
    private final InputStream in;
    private final String sha256;
    private final MessageDigest digest = FileCopy.digest();
    private long left;

    SameBytes(InputStream in, long size, String sha256) {
      this.in = in;
      this.left = size;
      this.sha256 = sha256;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = in.read(target, offset, (int) Math.min(length, left));
      if (count > 0) {
        digest.update(target, offset, count);
        left -= count;
      }
      boolean same = left > 0 || HexFormat.of().formatHex(digest.digest()).equals(sha256);
      if (count < 0 || !same) {
        throw new IOException("the file was changed while it was read");
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private WorkspaceFiles workspace(RunId run) throws IOException {
    if (!directories.exists(run)) {
      throw new FileNotFoundException("the run has no workspace on this machine");
    }
    return new WorkspaceFiles(directories.directory(run), MOST_LISTED);
  }
}
