package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.draw.Bar;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A join as an object. Immutable.
 *
 * @param chosen states of the branches that are wanted; empty for all
 * @param branches those that are shown, what failed first
 * @param target what received the text
 * @param settings what the author wrote
 */
public record JoinView(
    RunTitle head,
    Title title,
    Verdict verdict,
    Numbers numbers,
    Bar bar,
    Set<StepState> chosen,
    List<Branch> branches,
    Pager pager,
    StepView.Link target,
    List<OverviewView.Setting> settings,
    May may) {

  public JoinView {
    chosen = Set.copyOf(chosen);
    branches = List.copyOf(branches);
    settings = List.copyOf(settings);
  }

  /** What the parallel node is. */
  public record Title(String path, String name, String state, List<StepView.Link> crumbs) {
    public Title {
      crumbs = List.copyOf(crumbs);
    }
  }

  /**
   * What the join came to.
   *
   * @param word how it stands
   * @param sentence why
   * @param quorum how many usable branches were wanted, in words
   * @param decided whether the branches have been joined
   */
  public record Verdict(String word, String sentence, String quorum, boolean decided) {}

  /**
   * How many branches came to what; every branch is in exactly one of done, failed, skipped,
   * running, pending and never started.
   *
   * @param coverage done ones among those that were to run, in per cent
   * @param failed failed, out of time, or stopped after they had begun
   * @param pending not begun yet
   * @param neverStarted not begun, and nothing will begin any more
   */
  public record Numbers(
      int expected,
      int done,
      int failed,
      int skipped,
      int running,
      int pending,
      int neverStarted,
      String coverage) {}

  /**
   * A branch.
   *
   * @param command its command; empty if it is a group
   * @param since when it began; null if it does not go on
   * @param delivered what it handed on, in words; empty if it is a group or has not come to it
   * @param line the first line that says why it failed; empty if it did not
   */
  public record Branch(
      String path,
      String name,
      String command,
      String address,
      String state,
      String exitCode,
      String duration,
      @Nullable String since,
      String delivered,
      String line,
      boolean canRerun) {}

  /** Addresses of other pages of the list of branches; null where there is none. */
  public record Pager(
      String base, int from, int to, int total, @Nullable String earlier, @Nullable String later) {}

  /** What can be done. */
  public record May(boolean rerunFailed, boolean cancel) {}

  /** The states that branches are in. */
  public List<StepState> states() {
    return StateTally.ORDER;
  }
}
