package dev.escarole.web.page.run;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The head of every page of a run.
 *
 * @param leaves the states of its leaves
 * @param cause the leaf that failed first; null if none did
 * @param failures leaves that failed
 * @param may what can be done with the run now
 * @param tab which page of the run this is
 */
public record RunTitle(
    RunRecord record, Bar leaves, @Nullable Cause cause, int failures, May may, Tab tab) {

  /**
   * A step that failed.
   *
   * @param state its word
   * @param line the first line that says why
   */
  public record Cause(String path, String name, String state, String line) {
    static Cause of(Node node, int longest, Map<String, String> lines) {
      return new Cause(
          node.path(),
          Words.brief(node.name(), longest),
          node.state().word(),
          lines.getOrDefault(node.path(), ""));
    }
  }

  /**
   * What can be done.
   *
   * @param operate whether the reader may change the run
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
    FILES("Files", "/files"),
    LOG("Log", "/log"),
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

  /** With why the first cause failed, by its path; not used on the page of a part. */
  static RunTitle of(Visit visit, Tab tab, Map<String, String> lines) {
    RunRecord record = visit.record();
    RunHead head = record.head();
    StateTally leaves = record.leaves();
    boolean operate =
        Gate.caller(visit.ctx()).may(Role.OPERATOR)
            && visit.escarole().who(NoInput.NONE).mayChangeRunOf(head.principal());
    May may =
        new May(
            operate,
            operate && isCarriedOut(head.status()),
            operate && head.status() == RunStatus.INTERRUPTED,
            record.isOver(),
            commandLine(record));
    Cause cause = record.firstCause().map(node -> Cause.of(node, 80, lines)).orElse(null);
    int failures = leaves.count(StepState.FAILED) + leaves.count(StepState.TIMEOUT);
    return new RunTitle(record, leaves.bar(), cause, failures, may, tab);
  }

  /** Likewise, for pages that need no other lines than that of the first cause. */
  static RunTitle of(Visit visit, Tab tab) {
    List<String> cause = visit.record().firstCause().map(Node::path).stream().toList();
    return of(visit, tab, tab == Tab.PART ? Map.of() : visit.errors(cause));
  }

  /** Its status as a word. */
  public String status() {
    return record.head().status().word();
  }

  /** How long it took, or has taken so far; empty if it is interrupted. */
  public String duration() {
    boolean still = record.head().status() == RunStatus.INTERRUPTED;
    Instant until = record.timeline().until();
    return still ? "" : Words.duration(Words.millis(record.head().startedAt(), until));
  }

  /** How much of another run it runs again, in words. */
  public String rerunScope() {
    String scope = Objects.toString(record.origin().rerunScope(), "");
    int blank = scope.indexOf(' ');
    String path = scope.substring(blank + 1);
    return switch (blank < 0 ? scope : scope.substring(0, blank)) {
      case "failed" -> blank < 0 ? "the failed steps of" : "the failed steps in " + path + " of";
      case "cause" -> "the failures of one cause of";
      case "from" -> "all steps from " + path + " on of";
      case "branch" -> "branch " + path + " of";
      default -> "all steps of";
    };
  }

  /** The recipe is taken from the page that shows its text, so it has the recipe's own name. */
  private static String commandLine(RunRecord record) {
    List<String> words = new ArrayList<>(List.of("escarole", "run"));
    words.add(fileName(record.head().recipe(), ".yaml"));
    RunOrigin origin = record.origin();
    origin
        .values()
        .forEach((name, value) -> words.addAll(List.of("--set", name + "=" + text(value))));
    origin.directories().forEach(directory -> words.addAll(List.of("--dir", directory)));
    record.head().labels().forEach(label -> words.addAll(List.of("--label", label)));
    return Words.shell(words);
  }

  /** A launch value: a text as it is, everything else as JSON. */
  static String text(Object value) {
    return value instanceof String text
        ? text
        : new String(Documents.bytes(value), StandardCharsets.UTF_8);
  }

  /** A name that a file of this recipe may have. */
  static String fileName(String recipe, String ending) {
    return recipe.replaceAll("[^A-Za-z0-9_-]+", "-") + ending;
  }

  public String address() {
    return "/runs/" + record.id();
  }

  public boolean isRunning() {
    return isCarriedOut(record.head().status());
  }

  private static boolean isCarriedOut(RunStatus status) {
    return status == RunStatus.RUNNING || status == RunStatus.WAITING || status == RunStatus.QUEUED;
  }
}
