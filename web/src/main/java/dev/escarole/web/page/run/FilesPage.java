package dev.escarole.web.page.run;

import dev.escarole.engine.plan.PlainText;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.FilePicture;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run, and a directory of its workspace. Commands chose most names: they are shown
 * with everything hidden in them made visible. Immutable.
 *
 * @param directory null if the workspace cannot be read
 * @param refusal why the directory that was asked for cannot be listed; empty if it can
 */
public record FilesPage(
    RunTitle head, RunFileList files, @Nullable Directory directory, String refusal) {

  /**
   * A directory of the workspace.
   *
   * @param path as it is
   * @param entries its entries, with addresses
   * @param more whether there are more
   */
  public record Directory(String path, List<Line> entries, boolean more) {}

  /**
   * An entry.
   *
   * @param name made visible
   * @param address of a directory's list or a file; null for anything else
   */
  public record Line(WorkspaceList.Entry entry, String name, @Nullable String address) {}

  static FilesPage of(Visit visit) {
    RunFileList files = visit.escarole().files(new RunName(visit.record().id()));
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.FILES);
    String asked = visit.ctx().queryParam("path");
    if (!files.workspace()) {
      return new FilesPage(head, files, null, "");
    }
    try {
      return new FilesPage(head, files, directory(visit, asked == null ? "" : asked), "");
    } catch (RefusedException e) {
      return new FilesPage(head, files, null, Words.sentence(e.getMessage()));
    }
  }

  private static Directory directory(Visit visit, String path) {
    String run = visit.record().id();
    WorkspaceList list = visit.escarole().workspace(new WorkspaceList.Query(run, path));
    List<Line> lines = new ArrayList<>();
    for (WorkspaceList.Entry entry : list.entries()) {
      String inside = path.isEmpty() ? entry.name() : path + "/" + entry.name();
      String base =
          switch (entry.kind()) {
            case "directory" -> "/runs/" + run + "/files";
            case "file" -> "/runs/" + run + "/workspace";
            default -> null;
          };
      String address = base == null ? null : new Address(base).with("path", inside).toString();
      lines.add(new Line(entry, PlainText.line(entry.name()), address));
    }
    return new Directory(path, lines, list.more());
  }

  /** A path made visible. */
  public static String shown(String path) {
    return PlainText.line(path);
  }

  /** The address of the directory around the one that is shown; null for the workspace itself. */
  public @Nullable String above() {
    if (directory == null || directory.path().isEmpty()) {
      return null;
    }
    int slash = directory.path().lastIndexOf('/');
    return new Address(head.address() + "/files")
        .with("path", slash < 0 ? "" : directory.path().substring(0, slash))
        .toString();
  }

  /** What the run came to in this respect, if it has kept nothing. */
  public String state() {
    return switch (files.state()) {
      case "none" -> "The recipe has no artifacts, so no files are kept.";
      case "pending" -> "Files are kept when the run ends.";
      case "not_kept" -> "No files were kept: the run was cancelled or aborted.";
      default -> files.kept().isEmpty() ? "No file matched." : "";
    };
  }

  /** The address of a file's preview. */
  public String address(FilePicture file) {
    return head.address() + "/files/" + file.file();
  }
}
