package dev.escarole.web.page.run;

import dev.escarole.web.page.draw.Bar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands above every page of a run. Immutable.
 *
 * @param facts what is told of the run in a line
 * @param leaves how its leaves have come along
 * @param cause what went wrong first, or null if nothing did
 * @param failures leaves that failed
 * @param may what can be done with the run now
 * @param tab which page of the run this is
 */
public record RunTitle(
    Facts facts, Bar leaves, @Nullable Cause cause, int failures, May may, Tab tab) {

  /**
   * What is told of the run.
   *
   * @param status its word
   * @param startedAt in ISO 8601
   * @param duration until its end or until now; empty if it is interrupted
   * @param rerunOf the run that it runs again, or null
   * @param rerunScope how much of it, in words; empty if it runs no other again
   * @param error why the engine ended it, or null
   */
  public record Facts(
      String id,
      String recipe,
      String status,
      List<String> labels,
      String principal,
      String startedAt,
      String duration,
      @Nullable String rerunOf,
      String rerunScope,
      int resumed,
      @Nullable String error) {
    public Facts {
      labels = List.copyOf(labels);
    }
  }

  /**
   * A step that failed.
   *
   * @param state its word
   * @param line the first line that says why
   */
  public record Cause(String path, String name, String state, String line) {}

  /**
   * What can be done.
   *
   * @param operate whether the reader is one who may change something
   * @param command a command line that starts the same run again
   */
  public record May(
      boolean operate, boolean cancel, boolean resume, boolean over, String command) {}

  /** The pages of a run. */
  public enum Tab {
    OVERVIEW("Overview", ""),
    LANES("Lanes", "/lanes"),
    GRAPH("Graph", "/graph"),
    STEPS("Steps", "/steps"),
    /** A page that belongs to one step or join. */
    PART("", "");

    private final String label;
    private final String ending;

    Tab(String label, String ending) {
      this.label = label;
      this.ending = ending;
    }

    public String label() {
      return label;
    }

    public String ending() {
      return ending;
    }
  }

  public String address() {
    return "/runs/" + facts.id();
  }

  /** Whether something may still happen in the run: it goes on, or may be made to. */
  public boolean isLive() {
    return !may.over();
  }

  public boolean isRunning() {
    return facts.status().equals("running");
  }
}
