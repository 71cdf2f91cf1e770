package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What running a run again would do. */
public record RerunPreview(
    String planHash,
    @Documented("Whether the plan is the same as that of the earlier run.") boolean samePlan,
    @Documented("How many finished steps would run again.") int lost,
    @Documented("How many results would be reused.") int reused,
    @Documented("How many steps would run a command, recoveries aside.") int fresh,
    @Documented("The first 100 of these, in plan order.") List<FreshStep> freshSteps,
    @Documented("What differs beside the steps, such as: added http https://example.org.")
        List<String> planChanges,
    @Documented("Further directories that the policy does not grant; commands are denied there.")
        List<String> deniedDirectories,
    @Documented("Steps that differ, in plan order, and finished ones whose results no longer hold.")
        List<Change> changes) {

  public RerunPreview {
    freshSteps = List.copyOf(freshSteps);
    planChanges = List.copyOf(planChanges);
    deniedDirectories = List.copyOf(deniedDirectories);
    changes = List.copyOf(changes);
  }

  /** Most steps that a preview names. */
  public static final int MOST_NAMED = 100;

  /** A step that would run a command. */
  public record FreshStep(@Made.Path String path, @Nullable String label, List<String> argv) {
    public FreshStep {
      argv = List.copyOf(argv);
    }
  }

  /** One of them. */
  public record Change(
      @Documented(words = {"same", "changed", "added", "removed"}) String kind,
      String path,
      @Nullable String label,
      List<String> argv,
      @Documented("What is different, such as retry: 1 -> 3.") List<String> differences,
      @Documented("Whether its result no longer holds.") boolean loses) {
    public Change {
      argv = List.copyOf(argv);
      differences = List.copyOf(differences);
    }
  }
}
