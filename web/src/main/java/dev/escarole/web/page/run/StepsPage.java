package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table of a run's steps. */
public final class StepsPage {

  private static final int PAGE_SIZE = 100;

  private StepsPage() {}

  /**
   * Content of the page.
   *
   * @param chosen states that are wanted; empty for all
   * @param text the search text for path, label, command and error; may be empty
   * @param cause key of the chosen cause, or {@code any}; empty for all steps
   * @param causes that cause; without rows if no failure has it
   * @param lines the first error line of each failed step that is shown, by path
   * @param next address of the steps that follow, or null if these are the last
   * @param first address of the first ones, or null if these are they
   */
  public record View(
      RunTitle head,
      Set<StepState> chosen,
      String text,
      String cause,
      CausesView causes,
      List<StepPicture> steps,
      Map<String, String> lines,
      @Nullable String next,
      @Nullable String first) {}

  static View view(Visit visit) {
    Context ctx = visit.ctx();
    Set<StepState> states = states(ctx);
    String text = Objects.toString(ctx.queryParam("text"), "");
    String cause = Objects.toString(ctx.queryParam("cause"), "");
    String cursor = Pages.orNull(Objects.toString(ctx.queryParam("after"), ""));
    StepList found =
        visit
            .escarole()
            .steps(
                new StepsQuery(
                    visit.record().id(),
                    List.copyOf(states),
                    null,
                    text,
                    Pages.orNull(cause),
                    PAGE_SIZE,
                    cursor));
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.STEPS);
    Address base =
        address(head.address() + "/steps", states).with("text", text).with("cause", cause);
    String first = cursor == null ? null : base.toString();
    String next = found.next() == null ? null : base.with("after", found.next()).toString();
    return new View(
        head,
        states,
        text,
        cause,
        causes(head, cause),
        found.steps(),
        visit.errors(failed(found.steps())),
        next,
        first);
  }

  private static CausesView causes(RunTitle head, String key) {
    List<CausesView.Row> rows =
        head.record().cause(key).stream()
            .map(cause -> CausesView.row(head, cause, cause.count(), head.address() + "/steps"))
            .toList();
    return new CausesView(head, rows, 0, "");
  }

  private static List<String> failed(List<StepPicture> steps) {
    return steps.stream()
        .filter(step -> step.status().equals("failed") || step.status().equals("timeout"))
        .map(StepPicture::path)
        .toList();
  }

  static Address address(String path, Set<StepState> states) {
    Address address = new Address(path);
    states.forEach(state -> address.with("state", state.word()));
    return address;
  }

  static Set<StepState> states(Context ctx) {
    Set<StepState> states = EnumSet.noneOf(StepState.class);
    try {
      ctx.queryParams("state").stream()
          .filter(word -> !word.isEmpty())
          .map(word -> StepState.valueOf(word.toUpperCase(Locale.ROOT)))
          .forEach(states::add);
    } catch (IllegalArgumentException e) {
      throw malformed("a state is not one that steps have");
    }
    return states;
  }

  static RefusedException malformed(String what) {
    return new RefusedException(
        RefusalCode.BAD_ADDRESS,
        "the address is not valid: " + what,
        "Open the page of the run and choose there.");
  }

  /** How a step stands, in words; empty while it has not ended. */
  public static String outcome(StepPicture step) {
    return step.reason() == null ? outcome(step.outcome(), step.exitCode()) : step.reason();
  }

  /**
   * Such as {@code exit code 2} or {@code timed out, exit code 124}; empty if there is no outcome.
   */
  public static String outcome(@Nullable String outcome, @Nullable Integer exitCode) {
    if (outcome == null || exitCode == null) {
      return "";
    }
    String code = "exit code " + exitCode;
    return outcome.equals("exited") ? code : outcome.replace('_', ' ') + ", " + code;
  }
}
