package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.Problem;
import dev.escarole.web.app.run.ExitCode;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes runs as JSON, step by step, so that a run of any size needs no tree in memory. */
public final class RunJson {

  private final JsonGenerator json;

  public RunJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes one run with all that happened in it. */
  public void run(RunView run) throws IOException {
    json.writeStartObject();
    head(run.head());
    result(run);
    AcceptanceJson.write(json, run.acceptance());
    json.writeNumberField("resumed", run.past().resumed());
    json.writeStringField("rerunOf", run.past().rerunOf());
    json.writeStringField("error", run.past().error());
    if (!run.past().ignoredFields().isEmpty()) {
      array("ignoredFields", run.past().ignoredFields(), json::writeString);
    }
    ComputedJson.write(json, run.past().computed());
    RunView.Details details = run.details();
    Map<String, StepState> states = new HashMap<>();
    details.steps().forEach(step -> states.put(step.node().path(), step.state()));
    joinsAndBranches(details.joins(), states);
    array("failures", details.failures(), this::failure);
    array("steps", details.steps(), this::oneStep);
    array("attempts", details.attempts(), this::oneAttempt);
    array("handles", details.handles(), this::handle);
    json.writeEndObject();
  }

  /** Writes a list of runs, each with its head alone. */
  public void runs(List<RunView.Head> runs) throws IOException {
    json.writeStartObject();
    array("runs", runs, this::oneHead);
    json.writeEndObject();
  }

  /**
   * Writes a page of such a list.
   *
   * @param next where the next page is; null on the last one
   */
  public void runs(List<RunView.Head> runs, @Nullable String next) throws IOException {
    json.writeStartObject();
    array("runs", runs, this::oneHead);
    json.writeStringField("next", next);
    json.writeEndObject();
  }

  /** Writes the head of one run. */
  public void oneHead(RunView.Head head) throws IOException {
    json.writeStartObject();
    head(head);
    json.writeEndObject();
  }

  /** Writes the head of a run that was just started, and what is doubtful about it. */
  public void launched(RunView.Head head, List<Problem> warnings) throws IOException {
    json.writeStartObject();
    head(head);
    json.writeFieldName("warnings");
    new ProblemJson(json).array(warnings);
    json.writeEndObject();
  }

  /**
   * Writes a page of steps.
   *
   * @param next where the next page is; null on the last one
   */
  public void steps(List<StepView> steps, @Nullable String next) throws IOException {
    json.writeStartObject();
    array("steps", steps, this::oneStep);
    json.writeStringField("next", next);
    json.writeEndObject();
  }

  /** Writes one step with its attempts and where their outputs are. */
  public void step(StepView step, List<KeptAttempt> attempts) throws IOException {
    json.writeStartObject();
    step(step);
    array("attempts", attempts, this::keptAttempt);
    json.writeEndObject();
  }

  private void keptAttempt(KeptAttempt kept) throws IOException {
    json.writeStartObject();
    attempt(kept.attempt());
    json.writeNumberField("stdoutBytes", kept.stdout().bytes());
    json.writeStringField("stdoutSha256", kept.stdout().sha256());
    json.writeNumberField("stderrBytes", kept.stderr().bytes());
    json.writeStringField("stderrSha256", kept.stderr().sha256());
    limits(kept.limits());
    json.writeEndObject();
  }

  private void limits(@Nullable Limits limits) throws IOException {
    if (limits == null) {
      json.writeNullField("limits");
      return;
    }
    json.writeObjectFieldStart("limits");
    json.writeNumberField("wallClockMillis", limits.wallClock().toMillis());
    json.writeNumberField("fuel", limits.fuel());
    json.writeNumberField("memoryBytes", limits.memoryBytes());
    json.writeNumberField("stdinBytes", limits.stdinBytes());
    json.writeNumberField("argvBytes", limits.argvBytes());
    json.writeNumberField("outputBytes", limits.outputBytes());
    json.writeEndObject();
  }

  /**
   * Writes joins with their branches.
   *
   * @param states of the nodes that were joined, by their paths
   */
  public void joins(List<Join> joins, Map<String, StepState> states) throws IOException {
    json.writeStartObject();
    joinsAndBranches(joins, states);
    json.writeEndObject();
  }

  private void joinsAndBranches(List<Join> joins, Map<String, StepState> states)
      throws IOException {
    array("joins", joins, join -> join(join, states.get(join.path())));
    json.writeArrayFieldStart("branches");
    for (Join join : joins) {
      each(join.branches(), this::branch);
    }
    json.writeEndArray();
  }

  private void head(RunView.Head head) throws IOException {
    json.writeStringField("run", head.run());
    json.writeStringField("recipe", head.recipe());
    json.writeStringField("planHash", head.planHash());
    json.writeStringField("status", head.status().word());
    accepted(head.accepted());
    time("startedAt", head.startedAt());
    number("durationMillis", head.durationMillis());
    json.writeArrayFieldStart("labels");
    for (String label : head.labels()) {
      json.writeString(label);
    }
    json.writeEndArray();
  }

  private void accepted(@Nullable Boolean accepted) throws IOException {
    if (accepted == null) {
      json.writeNullField("accepted");
    } else {
      json.writeBooleanField("accepted", accepted);
    }
  }

  private void result(RunView run) throws IOException {
    ExitCode exitCode = run.exitCode();
    number("exitCode", exitCode == null ? null : (long) exitCode.code());
    RunView.Result result = run.result();
    if (result == null) {
      json.writeNullField("stdout");
      json.writeNullField("output");
      return;
    }
    json.writeFieldName("stdout");
    result.stdout().write(json);
    Plan.Output output = result.output();
    json.writeObjectFieldStart("output");
    json.writeStringField("selector", output.selector());
    json.writeFieldName("value");
    if (output.value() == null) {
      result.stdout().write(json);
    } else {
      json.writeString(output.value());
    }
    json.writeEndObject();
  }

  /**
   * Writes one join, without its branches.
   *
   * @param state of the node; null to say nothing of it
   */
  public void join(Join join, @Nullable StepState state) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", join.path());
    json.writeStringField("label", join.label());
    json.writeNumberField("expected", join.expected());
    json.writeNumberField("done", join.done());
    json.writeNumberField("failed", join.failed());
    json.writeNumberField("skipped", join.skipped());
    json.writeNumberField("coverage", join.coverage());
    json.writeBooleanField("degraded", join.degraded());
    json.writeBooleanField("usable", join.usable());
    json.writeNumberField("usableBranches", join.usableBranches());
    if (state != null) {
      json.writeStringField("state", Join.word(state, join));
    }
    Join.Verdict verdict = join.verdict();
    Integer minimum = join.minimum();
    if (verdict != null && minimum != null) {
      json.writeNumberField("minimum", minimum);
      json.writeStringField("verdict", verdict.word());
    }
    json.writeEndObject();
  }

  private void branch(Join.Branch branch) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", branch.path());
    json.writeStringField("label", branch.label());
    json.writeStringField("status", branch.status().word());
    json.writeNumberField("exitCode", branch.exitCode());
    json.writeEndObject();
  }

  private void failure(FailureView failure) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", failure.path());
    json.writeStringField("label", failure.label());
    argv(failure.argv());
    ending(failure.ending());
    json.writeStringField("detail", failure.ending().detail());
    json.writeStringField("stderr", failure.stderr());
    json.writeEndObject();
  }

  private void oneStep(StepView step) throws IOException {
    json.writeStartObject();
    step(step);
    json.writeEndObject();
  }

  private void step(StepView step) throws IOException {
    json.writeStringField("path", step.node().path());
    json.writeStringField("kind", step.node().kind());
    json.writeStringField("label", step.node().label());
    argv(step.node().argv());
    json.writeStringField("status", step.state().word());
    ending(step.ending());
    time("startedAt", step.times().startedAt());
    number("durationMillis", step.times().durationMillis());
    json.writeStringField("reason", step.reason());
  }

  private void oneAttempt(AttemptView attempt) throws IOException {
    json.writeStartObject();
    attempt(attempt);
    json.writeEndObject();
  }

  private void attempt(AttemptView attempt) throws IOException {
    json.writeStringField("path", attempt.path());
    json.writeNumberField("attempt", attempt.attempt());
    argv(attempt.argv());
    ending(attempt.ending());
    time("startedAt", attempt.span().startedAt());
    json.writeNumberField("durationMillis", attempt.span().durationMillis());
    json.writeNumberField("stdinBytes", attempt.input().bytes());
    json.writeStringField("stdinSha256", attempt.input().sha256());
    json.writeNumberField("fuelUsed", attempt.fuelUsed());
    number("peakMemoryBytes", attempt.peakMemoryBytes());
    json.writeBooleanField("reused", attempt.reused());
    json.writeBooleanField("cached", attempt.cached());
  }

  private void handle(HandleView view) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", view.path());
    json.writeStringField("label", view.label());
    json.writeStringField("handle", view.handle());
    json.writeObjectFieldStart("result");
    for (Map.Entry<String, Object> member : view.result().plain().entrySet()) {
      json.writeFieldName(member.getKey());
      // Texts, numbers, booleans, and bytes, which are written as base64.
      json.writePOJO(member.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void argv(List<String> argv) throws IOException {
    json.writeArrayFieldStart("argv");
    for (String word : argv) {
      json.writeString(word);
    }
    json.writeEndArray();
  }

  private void ending(@Nullable Ending ending) throws IOException {
    json.writeStringField("outcome", ending == null ? null : ending.outcome());
    number("exitCode", ending == null ? null : (long) ending.exitCode());
    if (ending != null && ending.remedy() != null) {
      json.writeStringField("remedy", ending.remedy());
    }
  }

  private void time(String name, @Nullable Instant time) throws IOException {
    json.writeStringField(name, time == null ? null : time.toString());
  }

  private void number(String name, @Nullable Long value) throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }

  private interface Writer<T> {
    void write(T item) throws IOException;
  }

  private <T> void array(String name, List<T> items, Writer<T> writer) throws IOException {
    json.writeArrayFieldStart(name);
    each(items, writer);
    json.writeEndArray();
  }

  private static <T> void each(List<T> items, Writer<T> writer) throws IOException {
    for (T item : items) {
      writer.write(item);
    }
  }
}
