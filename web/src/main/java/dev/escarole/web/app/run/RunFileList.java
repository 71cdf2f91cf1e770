package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a run. */
public record RunFileList(
    @Made.Id String run,
    @Documented(
            "Whether the run keeps files: none if its recipe has no artifacts, pending until it ends, kept, or not_kept if it was cancelled or its engine failed.")
        @Made.Word
        String state,
    @Documented("Whether its workspace can be read, which commands may be changing.")
        boolean workspace,
    @Documented("The files that the launch gave to it; commands read them in /inputs.")
        List<FilePicture> given,
    @Documented("The files of its workspace that were kept when it ended.") List<FilePicture> kept,
    @Documented("What each entry of the recipe's artifacts has kept, in order.")
        List<ArtifactPicture> artifacts) {

  public RunFileList {
    given = List.copyOf(given);
    kept = List.copyOf(kept);
    artifacts = List.copyOf(artifacts);
  }

  /** A file of a run. */
  public record FilePicture(
      @Documented("Names the file among those of the run, such as kept-0.") @Made.Id String file,
      @Documented(
              "Its path: of a given file in /inputs, of a kept one in the workspace. A command chose it: it can hold any characters.")
          String path,
      @Documented("The entry of the recipe's artifacts; null for a given file.")
          @Nullable String artifact,
      @Documented("Its size.") long bytes,
      @Documented("SHA-256 of its bytes, in lower-case hex.") @Made.Id String sha256) {}

  /** What an entry of the recipe's artifacts has kept. */
  public record ArtifactPicture(
      @Documented("Name of the entry.") String name,
      @Documented("Its pattern with the values of the run.") String pattern,
      @Documented("Files that match; null until the run has kept its files.")
          @Nullable Integer matches,
      @Documented("How many of them were kept; null likewise.") @Nullable Integer files,
      @Documented("Bytes of those together; null likewise.") @Nullable Long bytes,
      @Documented("What was not kept, and why: the first 20.") List<ArtifactProblem> problems,
      @Documented("Problems that are not listed.") int more) {

    public ArtifactPicture {
      problems = List.copyOf(problems);
    }
  }

  /** Why a file was not kept. */
  public record ArtifactProblem(
      @Documented("A file or directory of the workspace; empty for the whole.") String path,
      @Documented("The reason.") String why) {}

  /** Names a file of a run. */
  public record FileQuery(
      @Param(
              value = "A run's id, the beginning of it, or 'last' for the newest run.",
              in = Param.Where.PATH,
              required = true)
          String run,
      @Param(
              value = "A file of its list, such as kept-0 or given-0.",
              in = Param.Where.PATH,
              required = true)
          String file) {}
}
