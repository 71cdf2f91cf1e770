package dev.escarole.web.app.local.output;

import dev.escarole.engine.Engine;
import dev.escarole.engine.files.FileReading;
import dev.escarole.engine.plan.WantedFiles;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.KeepReport;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.RunFiles.FileBytes;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.ArtifactPicture;
import dev.escarole.web.app.run.RunFileList.ArtifactProblem;
import dev.escarole.web.app.run.RunFileList.FilePicture;
import dev.escarole.web.app.run.WorkspaceList;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads files of runs. Guests chose the names of most of them: in headers stands only what is left
 * of a name without unusual characters. Thread-safe.
 */
public final class RunFileReading {

  private static final int LONGEST_NAME = 100;

  private final Engine engine;
  private final FileReading files;

  public RunFileReading(Engine engine) {
    this.engine = engine;
    this.files = engine.files();
  }

  public RunFileList list(StoredRun run) {
    RunId id = run.id();
    Optional<List<KeepReport>> reports = files.reports(id);
    List<WantedFiles> wanted = engine.records().wantedFiles(id);
    List<RunFile> all = files.of(id);
    return new RunFileList(
        id.value(),
        state(run, wanted, reports.isPresent()),
        files.hasWorkspace(id),
        pictures(all, RunFile.Kind.GIVEN),
        // Until all are kept, nobody has been told how many there will be.
        reports.isPresent() ? pictures(all, RunFile.Kind.KEPT) : List.of(),
        reports
            .map(each -> each.stream().map(RunFileReading::picture).toList())
            .orElseGet(() -> wanted.stream().map(RunFileReading::open).toList()));
  }

  private static String state(StoredRun run, List<WantedFiles> wanted, boolean kept) {
    if (wanted.isEmpty()) {
      return "none";
    }
    if (kept) {
      return "kept";
    }
    return run.status().isOver() ? "not_kept" : "pending";
  }

  private static List<FilePicture> pictures(List<RunFile> files, RunFile.Kind kind) {
    return files.stream()
        .filter(file -> file.kind() == kind)
        .map(
            file ->
                new FilePicture(
                    name(file), file.path(), file.artifact(), file.size(), file.sha256()))
        .toList();
  }

  private static String name(RunFile file) {
    return file.kind().name().toLowerCase(Locale.ROOT) + "-" + file.number();
  }

  private static ArtifactPicture picture(KeepReport report) {
    return new ArtifactPicture(
        report.name(),
        report.pattern(),
        report.matches(),
        report.files(),
        report.bytes(),
        report.problems().stream()
            .map(problem -> new ArtifactProblem(problem.path(), problem.why()))
            .toList(),
        report.more());
  }

  private static ArtifactPicture open(WantedFiles wanted) {
    return new ArtifactPicture(wanted.name(), wanted.pattern(), null, null, null, List.of(), 0);
  }

  public OutputBytes file(StoredRun run, String name) {
    RunFile file =
        files.of(run.id()).stream()
            .filter(each -> name(each).equals(name))
            .filter(
                each -> each.kind() == RunFile.Kind.GIVEN || files.reports(run.id()).isPresent())
            .findFirst()
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusalCode.NO_SUCH_FILE,
                        "run %s has no file '%s'".formatted(run.id(), VerbInput.shortened(name)),
                        "The list of its files has their names, such as kept-0."));
    return StoredBytes.of(engine.records(), file.content(), safeName(file.path()), true);
  }

  public WorkspaceList workspace(StoredRun run, String path) {
    try {
      FileReading.Listing listing = files.list(run.id(), parts(run.id(), path));
      return new WorkspaceList(
          run.id().value(),
          path,
          listing.entries().stream()
              .map(
                  entry ->
                      new WorkspaceList.Entry(
                          entry.name(), entry.kind(), entry.size(), entry.modifiedAt()))
              .toList(),
          listing.more());
    } catch (IOException e) {
      throw refused(run.id(), path, e);
    }
  }

  public OutputBytes workspaceFile(StoredRun run, String path) {
    try {
      return new WorkspaceOutput(files.read(run.id(), parts(run.id(), path)), safeName(path));
    } catch (IOException e) {
      throw refused(run.id(), path, e);
    }
  }

  private List<String> parts(RunId run, String path) {
    if (!files.hasWorkspace(run)) {
      throw new RefusedException(
          RefusalCode.NO_WORKSPACE,
          "run %s has no workspace here".formatted(run),
          "It is made when the run starts, on the machine that runs it, and deleted with the run.");
    }
    String inside = inWorkspace(path);
    return inside.isEmpty() ? List.of() : List.of(inside.split("/", -1));
  }

  /** A path can also be as commands see it, and that of a directory can end with a slash. */
  private static String inWorkspace(String path) {
    return path.replaceFirst("^/workspace(/|$)", "").replaceFirst("(?<=[^/])/$", "");
  }

  /** Says nothing about what is outside. */
  private static RefusedException refused(RunId run, String path, IOException why) {
    boolean missing = why instanceof NoSuchFileException || why instanceof FileNotFoundException;
    String message = why.getMessage();
    boolean known = message != null && message.startsWith("it ");
    return new RefusedException(
        RefusalCode.NO_SUCH_FILE,
        "the workspace of run %s has no '%s' to read%s"
            .formatted(run, VerbInput.shortened(path), !missing && known ? ": " + message : ""),
        "Links are not followed, and only regular files are read; list the directory to see what is"
            + " there.");
  }

  /** The last part of a path, with other characters replaced. */
  public static String safeName(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
    String bare = name.replaceFirst("^[.]+", "");
    return bare.isEmpty() ? "file" : bare.substring(Math.max(0, bare.length() - LONGEST_NAME));
  }

  /** A file of a workspace, which is read again for each part. */
  private record WorkspaceOutput(FileBytes bytes, String fileName) implements OutputBytes {

    @Override
    public long size() {
      return bytes.size();
    }

    @Override
    public String sha256() {
      return bytes.sha256();
    }

    @Override
    public boolean settled() {
      return false;
    }

    @Override
    public InputStream open(long from, long end) {
      try {
        InputStream in = bytes.open();
        in.skipNBytes(from);
        return new FirstBytes(in, end - from);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class FirstBytes extends FilterInputStream {
    private long left;

    FirstBytes(InputStream in, long most) {
      super(in);
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int count = in.read(target, offset, (int) Math.min(length, left));
      left -= Math.max(0, count);
      return count;
    }
  }
}
