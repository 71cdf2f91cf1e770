package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.page.run.RunPages.Visit;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the table of a run's steps. */
final class StepsPage {

  private static final int PAGE_SIZE = 100;

  private StepsPage() {}

  static StepsView view(Visit visit) {
    Context ctx = visit.ctx();
    Set<StepState> states = states(ctx);
    String text = ctx.queryParam("text") == null ? "" : ctx.queryParam("text");
    String after = ctx.queryParam("after");
    String cursor = after == null || after.isEmpty() ? null : after;
    StepList found =
        visit
            .escarole()
            .steps(
                new StepsQuery(
                    visit.record().id(), List.copyOf(states), null, text, PAGE_SIZE, cursor));
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.STEPS);
    String base = address(head, states, text);
    return new StepsView(
        head,
        states,
        text,
        found.steps().stream().map(step -> line(visit.record(), step)).toList(),
        found.next() == null ? null : base + "after=" + found.next(),
        cursor == null ? null : base);
  }

  private static String address(RunTitle head, Set<StepState> states, String text) {
    StringBuilder address = new StringBuilder(head.address() + "/steps?");
    states.forEach(state -> address.append("state=").append(state.word()).append('&'));
    if (!text.isEmpty()) {
      address.append("text=").append(URLEncoder.encode(text, StandardCharsets.UTF_8)).append('&');
    }
    return address.toString();
  }

  /** The states that an address names. */
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

  static StepsView.Line line(RunRecord record, StepPicture step) {
    String label = step.label();
    String place = step.kind().equals("parallel") ? "/joins/" : "/steps/";
    String reason = step.reason();
    return new StepsView.Line(
        step.path(),
        "/runs/" + record.id() + place + step.path(),
        step.kind(),
        label == null ? "" : label,
        step.argv(),
        step.status(),
        reason == null ? outcome(step.outcome(), step.exitCode()) : reason,
        record.duration(step),
        record.since(step));
  }

  /**
   * Such as {@code exit code 2} or {@code timed out, exit code 124}; empty if there is no outcome.
   */
  static String outcome(@Nullable String outcome, @Nullable Integer exitCode) {
    if (outcome == null || exitCode == null) {
      return "";
    }
    String code = "exit code " + exitCode;
    return outcome.equals("exited") ? code : outcome.replace('_', ' ') + ", " + code;
  }
}
