package dev.escarole.engine.files;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.RunFiles.FileBytes;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files given to runs: in the store, and in a directory of each run that commands see as {@code
 * /inputs} and cannot change. Thread-safe.
 */
public final class RunInputs {

  private static final Logger LOG = LoggerFactory.getLogger(RunInputs.class);

  private static final int BUFFER = 1 << 16;
  private static final int PIECE = 1 << 20;

  private final RunStore store;
  private final RunDirectories directories;
  private final FileLimits limits;

  /** Handles the files given to the runs of a store. */
  public RunInputs(RunStore store, RunDirectories directories, FileLimits limits) {
    this.store = store;
    this.directories = directories;
    this.limits = limits;
  }

  /**
   * Copies the files of a launch into the run's directory and stores them.
   *
   * @throws FileRefusedException if there are too many, they are too large, or one cannot be read
   */
  public List<RunFile> take(RunId run, List<GivenFile> files) {
    if (files.size() > limits.files()) {
      throw new FileRefusedException(
          "%,d files are given to the run, more than %,d (artifact-files)"
              .formatted(files.size(), limits.files()),
          "Give fewer files, or one archive.");
    }
    List<RunFile> taken = new ArrayList<>();
    long left = limits.bytes();
    for (GivenFile file : files) {
      RunFile copy = copied(run, file, taken.size(), left);
      left -= copy.size();
      taken.add(copy);
    }
    try {
      taken.forEach(file -> put(run, file));
    } catch (RuntimeException e) {
      forget(taken);
      throw e;
    }
    return taken;
  }

  private RunFile copied(RunId run, GivenFile file, int number, long most) {
    Written written;
    try (InputStream in = file.source().open()) {
      written = write(place(run, file.name()), in, most);
    } catch (IOException e) {
      throw new FileRefusedException(
          "the file '%s' cannot be read: %s".formatted(file.name(), message(e)),
          "Check that it exists and is a file that you may read.");
    }
    if (written.size() > most) {
      throw new FileRefusedException(
          "the files given to the run have more than %,d bytes (artifact-size)"
              .formatted(limits.bytes()),
          "Give smaller files, grant their directory instead (--dir), or ask an operator to raise"
              + " artifact-size.");
    }
    return RunFile.given(number, file.name(), written.size(), written.sha256());
  }

  private static String message(IOException e) {
    String why = e.getMessage();
    return why == null || e instanceof FileSystemException
        ? e.getClass()
            .getSimpleName()
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
            .replace(" Exception", "")
        : why;
  }

  /** Stores a file of a run's directory. */
  public void put(RunId run, RunFile file) {
    try {
      store.files().store(new Kept(directory(run).resolve(file.path()), file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the file " + file.path() + " of run " + run, e);
    }
  }

  /** Deletes the bytes of files of a run that was not stored. Failures are logged. */
  public void forget(List<RunFile> files) {
    try {
      store.files().removeUnused(files.stream().map(RunFile::sha256).toList());
    } catch (StoreException e) {
      LOG.warn("Bytes of a launch that failed are left in the database: {}", e.getMessage());
    }
  }

  private record Kept(Path path, RunFile file) implements FileBytes {
    @Override
    public long size() {
      return file.size();
    }

    @Override
    public String sha256() {
      return file.sha256();
    }

    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private record Written(long size, String sha256) {}

  private Path directory(RunId run) {
    return directories.beside(run, "inputs");
  }

  private Path place(RunId run, String name) throws IOException {
    return PrivateFiles.createDirectories(directory(run)).resolve(name);
  }

  /** Writes a file that is complete or absent after a crash. */
  private static Written write(Path file, InputStream in, long most) throws IOException {
    Path directory = file.getParent();
    if (directory == null) {
      throw new IOException("it has no directory");
    }
    Path temporary = directory.resolve(".escarole-new");
    Files.deleteIfExists(temporary);
    MessageDigest digest = FileCopy.digest();
    long size = 0;
    try (FileChannel channel =
            PrivateFiles.open(
                temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        OutputStream out = Channels.newOutputStream(channel)) {
      byte[] buffer = new byte[BUFFER];
      int read = in.read(buffer);
      while (read >= 0 && size <= most) {
        out.write(buffer, 0, read);
        digest.update(buffer, 0, read);
        size += read;
        read = in.read(buffer);
      }
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new Written(size, HexFormat.of().formatHex(digest.digest()));
  }

  /**
   * Makes the directory of a run as the store says, if the run was given files.
   *
   * @return its grant; empty if it was given none
   */
  public List<DirectoryGrant> restored(RunId run, List<RunFile> files) {
    if (files.isEmpty()) {
      return List.of();
    }
    try {
      for (RunFile file : files) {
        Path place = place(run, file.path());
        if (!isThere(place, file)) {
          try (InputStream in = new StoredFile(file)) {
            check(file, write(place, in, file.size()));
          }
        }
      }
      return List.of(DirectoryGrant.inputs(directory(run)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the files given to run " + run, e);
    }
  }

  /** Adds the directory of a run's files, if any, to its other directories. */
  public List<DirectoryGrant> withInputs(
      List<DirectoryGrant> others, RunId run, List<RunFile> files) {
    List<DirectoryGrant> all = new ArrayList<>(others);
    all.addAll(restored(run, files));
    return all;
  }

  private static void check(RunFile file, Written written) throws IOException {
    if (!written.sha256().equals(file.sha256())) {
      throw new IOException("the stored file '" + file.path() + "' is damaged");
    }
  }

  private static boolean isThere(Path place, RunFile file) throws IOException {
    if (!Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
        || Files.size(place) != file.size()) {
      return false;
    }
    MessageDigest digest = FileCopy.digest();
    try (InputStream in = Files.newInputStream(place, LinkOption.NOFOLLOW_LINKS)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest()).equals(file.sha256());
  }

  /** Bytes of the store, a piece at a time. */
  private final class StoredFile extends InputStream {
    private final RunFile file;
    private byte[] piece = new byte[0];
    private int inPiece;
    private long at;

    StoredFile(RunFile file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (inPiece == piece.length) {
        if (at == file.size()) {
          return -1;
        }
        piece =
            store
                .records()
                .contentPart(file.content(), at, PIECE)
                .orElseThrow(() -> new IOException("'" + file.path() + "' is not in the database"));
        if (piece.length == 0) {
          throw new IOException("'" + file.path() + "' is incomplete in the database");
        }
        at += piece.length;
        inPiece = 0;
      }
      int count = Math.min(length, piece.length - inPiece);
      System.arraycopy(piece, inPiece, target, offset, count);
      inPiece += count;
      return count;
    }
  }

  /** The files that a launch gave to a run. */
  public List<RunFile> of(RunId run) {
    return store.records().files(run).stream()
        .filter(file -> file.kind() == RunFile.Kind.GIVEN)
        .toList();
  }
}
