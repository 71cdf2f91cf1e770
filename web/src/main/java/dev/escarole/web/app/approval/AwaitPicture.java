package dev.escarole.web.app.approval;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step that waits, or waited, for people or a program. */
public record AwaitPicture(
    @Documented("Id of the run.") String run,
    String recipe,
    @Documented("On whose behalf the run acts.") String principal,
    @Documented("The step's place in the plan.") String path,
    @Documented("Number of the step's attempt.") int attempt,
    @Documented(words = {"approval", "callback"}) String kind,
    @Nullable String label,
    @Documented("What the recipe shows to those who decide; may be empty.") String show,
    @Documented("How many people have to approve.") int needed,
    @Documented("How many have approved.") int approved,
    Instant since,
    @Documented("When it fails if nobody has answered; null if it waits for any time.")
        @Nullable Instant until,
    @Documented(words = {"open", "approved", "rejected", "answered", "expired", "cancelled"})
        String state,
    @Documented("Null while it is open.") @Nullable Instant endedAt,
    List<DecisionPicture> decisions,
    @Documented("Size of the step's input, which an approval passes on.") long inputBytes,
    @Documented("The beginning of the input, at most 64 KiB; only if one run was asked for.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String input) {

  public AwaitPicture {
    decisions = List.copyOf(decisions);
  }

  /** Whether nobody has answered yet, or not enough people. */
  @JsonIgnore
  public boolean isOpen() {
    return state.equals("open");
  }

  /** Whether people decide about it. */
  @JsonIgnore
  public boolean isApproval() {
    return kind.equals("approval");
  }

  /** The label, or else the path. */
  public String name() {
    return label == null || label.isEmpty() ? path : label;
  }

  /** What one person decided. */
  public record DecisionPicture(
      String principal,
      @Documented(words = {"approved", "rejected"}) String decision,
      @Documented("May be empty.") String comment,
      Instant at) {}
}
