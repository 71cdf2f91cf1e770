package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StepQuery;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Makes the table of a run's steps. As thread-safe as the store. */
final class StepsPage {

  private static final int PAGE_SIZE = 100;

  private final RunStore store;

  StepsPage(RunStore store) {
    this.store = store;
  }

  StepsView view(Context ctx, RunTitle head, RunRecord record) {
    Set<StepState> states = states(ctx);
    String text = ctx.queryParam("text") == null ? "" : ctx.queryParam("text");
    int after = number(ctx, "after", -1);
    StepQuery query =
        StepQuery.first(PAGE_SIZE + 1).withAfterIndex(after).withStates(states).withText(text);
    List<StoredStep> found = store.reports().steps(record.run().id(), query);
    List<StoredStep> shown = found.subList(0, Math.min(PAGE_SIZE, found.size()));
    String base = address(head, states, text);
    boolean more = found.size() > PAGE_SIZE;
    return new StepsView(
        head,
        states,
        text,
        shown.stream().map(step -> line(head, record, step)).toList(),
        more ? base + "after=" + shown.get(shown.size() - 1).place().index() : null,
        after < 0 ? null : base);
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

  static int number(Context ctx, String name, int otherwise) {
    String value = ctx.queryParam(name);
    try {
      return value == null || value.isEmpty() ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw malformed("'" + name + "' is not a number");
    }
  }

  static RefusedException malformed(String what) {
    return new RefusedException(
        RefusalCode.BAD_ADDRESS,
        "the address means nothing: " + what,
        "Go to the run and choose there.");
  }

  static StepsView.Line line(RunTitle head, RunRecord record, StoredStep step) {
    StoredStep.Progress progress = step.progress();
    boolean alive = !progress.state().isEnded() && progress.startedAt() != null;
    String label = step.place().label();
    String place = step.kind().equals("parallel") ? "/joins/" : "/steps/";
    return new StepsView.Line(
        step.place().path(),
        head.address() + place + step.place().path(),
        step.kind(),
        label == null ? "" : label,
        step.argv(),
        record.word(step),
        outcome(progress),
        Words.duration(
            Words.millis(progress.startedAt(), alive ? record.until() : progress.endedAt())),
        record.since(progress));
  }

  private static String outcome(StoredStep.Progress progress) {
    if (progress.reason() != null) {
      return progress.reason();
    }
    String outcome = progress.outcome();
    Integer exitCode = progress.exitCode();
    return outcome == null || exitCode == null ? "" : Outcomes.words(outcome, exitCode);
  }
}
