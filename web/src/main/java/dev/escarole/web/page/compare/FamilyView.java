package dev.escarole.web.page.compare;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.words.Address;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs around a run, with what can be compared. */
public record FamilyView(RunFamily family) {

  private static final int MOST_RERUNS = 5;

  /** The runs around a run. */
  public static FamilyView of(Escarole escarole, String run) {
    return new FamilyView(escarole.family(new RunName(run)));
  }

  /** Two runs to compare. */
  public record Comparison(String words, String address) {}

  /** The latest reruns, oldest first. */
  public List<RunHead> reruns() {
    List<RunHead> all = family.reruns();
    return all.subList(Math.max(0, all.size() - MOST_RERUNS), all.size());
  }

  /** How many more reruns there are. */
  public int more() {
    return family.reruns().size() - reruns().size();
  }

  /** The run that it reruns was deleted. */
  public boolean isOrphan() {
    return family.rerunOf() != null && family.rerunOf().head() == null;
  }

  /** What the run can be compared with by one click. */
  public List<Comparison> comparisons() {
    List<Comparison> all = new ArrayList<>();
    RunHead previous = family.previous();
    RunHead good = family.lastGood();
    RunHead earlier = family.rerunOf() == null ? null : family.rerunOf().head();
    add(all, "the previous", previous);
    if (good != null && (previous == null || !good.run().equals(previous.run()))) {
      add(all, "the last good", good);
    }
    boolean known = earlier != null && previous != null && earlier.run().equals(previous.run());
    add(all, "the one it reruns", known ? null : earlier);
    return all;
  }

  private void add(List<Comparison> all, String words, @Nullable RunHead run) {
    if (run != null) {
      all.add(
          new Comparison(
              words,
              new Address("/compare").with("run", run.run()).with("run", family.run()).toString()));
    }
  }
}
