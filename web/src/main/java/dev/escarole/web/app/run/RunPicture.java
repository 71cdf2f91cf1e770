package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.recipe.PlanDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as every face sees it, over or not; the one place that decides what a run, its steps, joins
 * and causes look like.
 *
 * @param exitCode what the command line exits with for this run; null while it is not over
 * @param stdout the result text; null while there is none
 * @param output the result that the author selected; null while there is none
 * @param causes why steps failed, the most frequent first
 */
@Documented("As 'escarole run --json' prints it.")
public record RunPicture(
    @JsonUnwrapped RunHead head,
    @Nullable Integer exitCode,
    @Nullable ResultText stdout,
    @Nullable Output output,
    @JsonUnwrapped Losses lost,
    @JsonUnwrapped Past past,
    List<Cause> causes,
    List<JoinPicture> joins,
    List<BranchPicture> branches,
    List<FailurePicture> failures,
    List<StepPicture> steps,
    List<AttemptPicture> attempts,
    List<HandlePicture> handles) {

  public RunPicture {
    causes = List.copyOf(causes);
    joins = List.copyOf(joins);
    branches = List.copyOf(branches);
    failures = List.copyOf(failures);
    steps = List.copyOf(steps);
    attempts = List.copyOf(attempts);
    handles = List.copyOf(handles);
  }

  /**
   * What the author selected.
   *
   * @param value null if it is the result text
   */
  public record Output(String selector, @Nullable ResultText value) {}

  /** Where a run comes from and its history. */
  public record Past(
      @Documented("How often it was resumed.") int resumed,
      @Documented("The run that it runs again.") @Made.Id @Nullable String rerunOf,
      @Documented("Why the engine ended it.") @Nullable String error,
      @Documented(
              "Fields of the recipe that are none of the language and changed nothing, as JSON"
                  + " pointers; absent if there are none.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<String> ignoredFields,
      @Documented(
              "How inputs came about that the launch computed, in that order; absent if there are"
                  + " none.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<ComputedInput> computed,
      @Documented("Its HTTP requests; absent if its recipe asks for none.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable HttpUse http) {
    public Past {
      ignoredFields = List.copyOf(ignoredFields);
      computed = List.copyOf(computed);
    }
  }

  /**
   * The HTTP requests of a run.
   *
   * @param access requests that the recipe asks for
   */
  public record HttpUse(
      List<PlanDocument.HttpAccess> access,
      @Documented("Requests of its commands so far, by origin; of the newest 10,000 in the audit.")
          List<OriginUse> origins) {
    public HttpUse {
      access = List.copyOf(access);
      origins = List.copyOf(origins);
    }
  }

  /** Requests for one origin. */
  public record OriginUse(
      @Documented("Scheme, host and port; empty for requests without a valid URL.") String origin,
      @Documented("Requests with a response.") int answered,
      @Documented("Requests without one.") int failed,
      @Documented("Requests that policy or recipe do not permit.") int denied,
      @Documented("Reason of the last denial or failure; null if there was none.")
          @Nullable String problem) {}

  /** The same run, with another exit code. */
  public RunPicture withExitCode(int other) {
    return new RunPicture(
        head, other, stdout, output, lost, past, causes, joins, branches, failures, steps, attempts,
        handles);
  }

  /** The branches of a join, in declaration order. */
  public List<BranchPicture> branches(JoinPicture join) {
    String prefix = join.path() + ".";
    return branches.stream()
        .filter(each -> each.path().startsWith(prefix))
        .filter(each -> each.path().indexOf('.', prefix.length()) < 0)
        .toList();
  }
}
