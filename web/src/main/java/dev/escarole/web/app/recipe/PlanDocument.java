package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Versioned;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan and the directories that its commands may use. Holds all that a face shows of a plan, so
 * that one that is far from the engine can show it, too. Immutable.
 *
 * @param tree one line for each step, as people read it
 */
@Documented("As 'escarole plan --format json' prints it, and the tree that people read.")
public record PlanDocument(
    String recipe,
    @Documented("SHA-256 of everything that determines what runs.") String planHash,
    @Documented("How many commands it runs, recoveries included.") int leaves,
    @Documented("Directories that its commands may use, as texts for people.")
        List<String> directories,
    @Documented("HTTP requests that the recipe asks for; absent if there are none.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<HttpAccess> http,
    Output output,
    @Documented("The recipe's file, and those of all imported recipes.") List<Source> sources,
    @Documented("In depth-first order; the first is the root.") List<PlannedStep> steps,
    List<PlannedEdge> edges,
    @Documented("What 'escarole plan' prints.") String tree,
    @Documented("Warnings, and what the policy would deny; absent if there are none.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<Finding> warnings,
    @Documented(
            "Those of the directories that the policy does not grant; absent if there are none.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> deniedDirectories,
    @Documented(
            "What differs from the plan of the version in 'since'; absent if that is not known any more, or was not asked for.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Changes changes)
    implements Versioned {

  public PlanDocument {
    directories = List.copyOf(directories);
    http = List.copyOf(http);
    sources = List.copyOf(sources);
    steps = List.copyOf(steps);
    edges = List.copyOf(edges);
    warnings = List.copyOf(warnings);
    deniedDirectories = List.copyOf(deniedDirectories);
  }

  /** The same plan with the findings of a check. */
  public PlanDocument checked(
      List<Finding> doubts, List<String> denied, @Nullable Changes differences) {
    return new PlanDocument(
        recipe,
        planHash,
        leaves,
        directories,
        http,
        output,
        sources,
        steps,
        edges,
        tree,
        doubts,
        denied,
        differences);
  }

  @Override
  public String version() {
    return planHash;
  }

  /**
   * HTTP requests that the commands of a recipe may make, as far as the policy permits them.
   *
   * @param origin scheme, host and port
   * @param paths the paths, each with everything below it
   */
  public record HttpAccess(String origin, List<String> paths, List<String> methods) {
    public HttpAccess {
      paths = List.copyOf(paths);
      methods = List.copyOf(methods);
    }

    /** Methods, origin and paths in one line. */
    public String text() {
      return String.join(",", methods) + " " + origin + " " + String.join(" ", paths);
    }
  }

  /** The selected result. */
  public record Output(
      String selector,
      @Documented("The text itself; null if it is the result's.") @Nullable String value) {}

  /** A recipe file. */
  public record Source(
      @Documented("Its path in the recipe folder, or as given.") String path,
      @Documented("SHA-256 of its text.") String sha256) {}

  /** One node of the plan. */
  public record PlannedStep(
      @Documented("Its place, such as 0.2.1.") String path,
      @Documented(words = {"leaf", "sequence", "parallel"}) String kind,
      @Nullable String label,
      @Documented(
              "Where the recipe has it, as a JSON pointer; in an imported file, after its path and #.")
          String pointer,
      @Documented("The file that it comes from; null if it is unknown.") @Nullable String source,
      @Documented("Empty for a group and for a leaf that is skipped.") List<String> argv,
      @Documented("How a handle runs it; null if none does.") @Nullable HandleCall handle,
      @Documented("Why it will not run; null if it will.") @Nullable String skipped,
      @Documented("Whether the recipe caches its result; null if it does not say.")
          @Nullable Boolean cache,
      @JsonUnwrapped Control control,
      @Documented("Its settings in words; absent if it has none.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<String> settings,
      @Documented("Paths of its children.") List<String> children,
      @Documented("Path of the recovery between failed attempts; null if there is none.")
          @Nullable String recover) {
    public PlannedStep {
      argv = List.copyOf(argv);
      settings = List.copyOf(settings);
      children = List.copyOf(children);
    }
  }

  /** What an author says of how a step is run. */
  public record Control(
      @Documented("Milliseconds before it starts.") long delay,
      @Documented("Milliseconds that it may take; 0 for no limit of its own.") long timeout,
      @Documented("How often it is tried.") int retry,
      @Documented("Milliseconds before the second attempt.") long retryDelay,
      @Documented("What each further delay is multiplied by.") int retryBackoff,
      @Documented("The longest delay; null for none.") @Nullable Long retryMaxDelay,
      @Documented("How far a failure reaches; null if the recipe does not say.")
          @Nullable String failure,
      @Documented("Exit codes that mean success.") List<Integer> successCodes,
      @Documented("How many branches may run at once; null for no cap.")
          @Nullable Integer concurrency,
      @Documented("Usable branches that the join needs; null for none.")
          @Nullable Integer minSuccessful,
      @Documented(
              "What it waits for instead of running a command, approval or callback; null if it does"
                  + " not wait.")
          @Nullable String await,
      @Documented("How many people have to approve.") int approvals) {
    public Control {
      successCodes = List.copyOf(successCodes);
    }
  }

  /** What a leaf that calls a Command Handle is given besides its argv. */
  public record HandleCall(
      String name,
      @Nullable String directory,
      Map<String, String> environment,
      @Documented("Its standard input from the handle, in Base64; null if there is none.")
          @Nullable String stdin,
      boolean openStdin,
      String stdout,
      String stderr,
      String encoding) {
    public HandleCall {
      environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
  }

  /** What differs from an earlier plan; nothing if the plans are the same. */
  public record Changes(
      @Documented("All steps that differ.") List<Change> steps,
      @Documented("What differs beside the steps, such as: added http https://example.org.")
          List<String> planChanges) {
    public Changes {
      steps = List.copyOf(steps);
      planChanges = List.copyOf(planChanges);
    }
  }

  /** A step that differs. */
  public record Change(
      @Documented(words = {"changed", "added", "removed"}) String kind,
      String path,
      @Documented(words = {"leaf", "sequence", "parallel"}) String step,
      @Nullable String label,
      List<String> argv,
      @Documented("What is different, such as retry: 1 -> 3.") List<String> differences) {
    public Change {
      argv = List.copyOf(argv);
      differences = List.copyOf(differences);
    }
  }

  /** What leads from one step to another. */
  public record PlannedEdge(String kind, String from, String to) {}
}
