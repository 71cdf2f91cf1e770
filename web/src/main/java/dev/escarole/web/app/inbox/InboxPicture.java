package dev.escarole.web.app.inbox;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an inbox holds. Lists have at most 100 entries. */
public record InboxPicture(
    @Documented("Where files are dropped.") String directory,
    @Documented("On whose behalf they act.") String principal,
    @Documented("What keeps files from being processed; null if nothing does.")
        @Nullable String trouble,
    InboxCounts counts,
    @Documented("Files that wait, in the order in which they are taken.") List<WaitingFile> waiting,
    @Documented("Claimed files, in order of their claims.") List<ClaimedFile> underWay,
    @Documented("Files that failed, the latest first.") List<FailedFile> failed,
    @Documented("Results in the directory 'outbox', the newest first.") List<FileResult> results,
    @Documented("Files that no recipe takes, by name; they stay where they are.")
        List<String> left) {

  public InboxPicture {
    waiting = List.copyOf(waiting);
    underWay = List.copyOf(underWay);
    failed = List.copyOf(failed);
    results = List.copyOf(results);
    left = List.copyOf(left);
  }

  /** How many files there are of each kind, at most 100,000 each. */
  public record InboxCounts(
      int waiting,
      @Documented("Claimed, most of them with a run under way.") int underWay,
      @Documented("In the directory 'done'.") int done,
      @Documented("In the directory 'failed'.") int failed,
      @Documented("That no recipe takes.") int left) {}

  /** A file that waits until it does not change any more, or for its turn. */
  public record WaitingFile(String file, long bytes, Instant modifiedAt) {}

  /** A claimed file. */
  public record ClaimedFile(
      String file,
      Instant claimedAt,
      @Documented("Its run; null before it is launched.") @Nullable String run,
      @Documented("What it waits for; null if nothing keeps it.") @Nullable String reason) {}

  /** A file that failed. */
  public record FailedFile(
      String file,
      Instant at,
      @Documented("Why, for people; may have several lines.") String reason,
      @Documented("The run that failed; null if none was started.") @Nullable String run) {}

  /** The result of a file. */
  public record FileResult(
      String file, String run, @Documented("Its name in 'outbox'.") String directory) {}
}
