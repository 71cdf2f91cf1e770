package dev.escarole.web.page.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step as an object. Immutable.
 *
 * @param step what it is
 * @param now how far it has come
 * @param settings what its recipe, its run and the operator set for it
 * @param source where its input came from; null if that is not known
 * @param target where its output went
 * @param tail what the attempt that runs has written so far; null if none runs
 * @param attempts those that have ended
 * @param streams of the chosen attempt; empty if it has none
 * @param may what can be done
 */
public record StepView(
    RunTitle head,
    Step step,
    Now now,
    List<OverviewView.Setting> settings,
    Link source,
    Link target,
    @Nullable TailText tail,
    List<Attempt> attempts,
    List<TextView> streams,
    May may) {

  public StepView {
    settings = List.copyOf(settings);
    attempts = List.copyOf(attempts);
    streams = List.copyOf(streams);
  }

  /**
   * What a step is.
   *
   * @param crumbs the groups around it, from the root on
   * @param children the steps in it
   */
  public record Step(
      String path,
      String kind,
      String name,
      List<String> argv,
      List<Link> crumbs,
      List<StepsView.Line> children) {
    public Step {
      argv = List.copyOf(argv);
      crumbs = List.copyOf(crumbs);
      children = List.copyOf(children);
    }
  }

  /**
   * How far a step has come.
   *
   * @param outcome in words; empty while it has not ended
   * @param since when it began; null if it does not go on
   * @param cached what the recipe says about keeping its result; empty for a group
   */
  public record Now(
      String state,
      String outcome,
      String startedAt,
      String duration,
      @Nullable String since,
      String cached) {}

  /**
   * Something with a page.
   *
   * @param address null if it has none
   */
  public record Link(String words, @Nullable String address) {}

  /**
   * An attempt that has ended.
   *
   * @param tone the state whose colour it has
   * @param fuel what the command executed; empty if nothing ran
   * @param memory the largest size of its memory; empty if that is not known
   * @param chosen whether its streams are shown
   */
  public record Attempt(
      int number,
      String tone,
      String outcome,
      String detail,
      String startedAt,
      String duration,
      String fuel,
      String memory,
      String origin,
      String address,
      boolean chosen) {}

  /**
   * What can be done with a step.
   *
   * @param rerunFrom whether the run can be run again from here on
   * @param rerunBranch whether this branch alone can be run again
   * @param command a command line that runs its command; empty for a group
   */
  public record May(boolean cancel, boolean rerunFrom, boolean rerunBranch, String command) {}
}
