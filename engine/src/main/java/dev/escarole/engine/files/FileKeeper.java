package dev.escarole.engine.files;

import dev.escarole.engine.executor.LastWork;
import dev.escarole.engine.files.WorkspaceFiles.Found;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.WantedFiles;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.KeepReport;
import dev.escarole.engine.store.KeepReport.KeepProblem;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.RunStore;
import dev.escarole.recipe.template.FilePattern;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Keeps files of workspaces when runs end. Guests made the files: nothing about them is trusted,
 * and what is not kept is said in the run's report. Thread-safe.
 */
public final class FileKeeper implements LastWork {

  /** Entries of a workspace that are looked at. */
  private static final int MOST_ENTRIES = 200_000;

  /** How often bytes are stored that another run's deletion takes away again. */
  private static final int TRIES = 5;

  private final RunStore store;
  private final RunDirectories directories;
  private final FileLimits limits;

  /** Creates a keeper for the runs of a store. */
  public FileKeeper(RunStore store, RunDirectories directories, FileLimits limits) {
    this.store = store;
    this.directories = directories;
    this.limits = limits;
  }

  @Override
  public void of(RunId run, Plan plan, BooleanSupplier stopped) {
    if (store.records().keepReports(run).isPresent()) {
      return;
    }
    store.files().startAgain(run);
    List<FilePattern> patterns =
        plan.artifacts().stream().map(each -> FilePattern.parse(each.pattern())).toList();
    WorkspaceFiles files = new WorkspaceFiles(directories.directory(run), MOST_ENTRIES);
    Keeping keeping = new Keeping(run, files, files.find(patterns));
    List<KeepReport> reports = new ArrayList<>();
    for (int i = 0; i < patterns.size(); i++) {
      reports.add(keeping.report(plan.artifacts().get(i), patterns.get(i), stopped));
    }
    if (!stopped.getAsBoolean()) {
      store.files().finish(run, reports);
    }
  }

  /** The files of one run. Confined to one thread. */
  private final class Keeping {
    private final RunId run;
    private final WorkspaceFiles files;
    private final Found found;
    private int kept;
    private long bytes;

    Keeping(RunId run, WorkspaceFiles files, Found found) {
      this.run = run;
      this.files = files;
      this.found = found;
    }

    KeepReport report(WantedFiles wanted, FilePattern pattern, BooleanSupplier stopped) {
      Report report = new Report();
      found
          .others()
          .forEach(
              (path, what) -> {
                if (pattern.matches(List.of(path.split("/")))) {
                  report.problem(path, what);
                }
              });
      int matches = 0;
      for (Map.Entry<String, Long> file : found.files().entrySet()) {
        if (stopped.getAsBoolean()) {
          break;
        }
        if (pattern.matches(List.of(file.getKey().split("/")))) {
          matches++;
          keep(wanted.name(), file.getKey(), file.getValue(), report);
        }
      }
      found
          .unread()
          .forEach(
              (path, why) -> {
                if (path.isEmpty() || pattern.leadsInto(List.of(path.split("/")))) {
                  report.problem(path, why);
                }
              });
      return new KeepReport(
          wanted.name(),
          wanted.pattern(),
          matches,
          report.files,
          report.bytes,
          report.problems,
          report.more);
    }

    private void keep(String artifact, String path, long size, Report report) {
      if (kept == limits.files()) {
        report.problem(
            path, "a run keeps at most %,d files (artifact-files)".formatted(limits.files()));
        return;
      }
      if (size > limits.bytes() - bytes) {
        report.problem(path, tooLarge(size));
        return;
      }
      try (InputStream in = files.open(List.of(path.split("/")));
          FileCopy copy = FileCopy.of(in, limits.bytes() - bytes, copyFile())) {
        if (copy.size() != size) {
          report.problem(path, "it changed while it was read");
          return;
        }
        RunFile file =
            new RunFile(RunFile.Kind.KEPT, kept, path, artifact, copy.size(), copy.sha256());
        for (int tries = 0; tries < TRIES; tries++) {
          store.files().store(copy);
          if (store.files().keep(run, file)) {
            kept++;
            bytes += size;
            report.files++;
            report.bytes += size;
            return;
          }
        }
        report.problem(path, "its bytes were deleted while they were stored");
      } catch (IOException e) {
        report.problem(path, "it cannot be read: " + e.getMessage());
      }
    }

    private String tooLarge(long size) {
      return "it has %,d bytes; a run keeps at most %,d bytes (artifact-size), of which %,d are used"
          .formatted(size, limits.bytes(), bytes);
    }

    /** Beside the workspace, where no guest gets. */
    private Path copyFile() {
      return directories.beside(run, "keeping");
    }
  }

  private static final class Report {
    private final List<KeepProblem> problems = new ArrayList<>();
    private int more;
    private int files;
    private long bytes;

    void problem(String path, String why) {
      if (problems.size() < KeepReport.MOST_LISTED) {
        problems.add(new KeepProblem(path, why));
      } else {
        more++;
      }
    }
  }
}
