package dev.escarole.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.handle.HandleResult;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.ResultText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what {@link RunJson} wrote, so that a run of another machine is shown like one of ours. */
public final class RunJsonReader {

  private static final Pattern ID = Pattern.compile("[0-9a-z-]{1,64}");
  static final Pattern PATH = Pattern.compile("[0-9a-z.]{1,4000}");
  static final Pattern WORD = Pattern.compile("[a-z_]{1,40}");

  private RunJsonReader() {}

  /**
   * A run with all that happened in it.
   *
   * @throws IllegalArgumentException if it is no such document
   */
  public static RunView run(JsonNode run) {
    JsonNode exitCode = run.path("exitCode");
    return new RunView(
        head(run),
        exitCode.isNumber() ? exitCode(exitCode.asInt()) : null,
        AcceptanceJson.read(run),
        result(run),
        new RunView.Past(
            run.path("resumed").asInt(),
            text(run, "rerunOf"),
            text(run, "error"),
            each(run.path("ignoredFields"), JsonNode::asText),
            each(run.path("computed"), ComputedJson::read)),
        new RunView.Details(
            joins(run),
            each(run.path("failures"), RunJsonReader::failure),
            each(run.path("steps"), RunJsonReader::step),
            each(run.path("attempts"), RunJsonReader::attempt),
            each(run.path("handles"), RunJsonReader::handle)));
  }

  /** The heads of a list of runs. */
  public static List<RunView.Head> runs(JsonNode list) {
    return each(list.path("runs"), RunJsonReader::head);
  }

  /** What a list of runs shows of one. */
  public static RunView.Head head(JsonNode run) {
    return new RunView.Head(
        matching(run, "run", ID),
        needed(run, "recipe"),
        matching(run, "planHash", ID),
        RunStatus.ofWord(needed(run, "status")),
        run.path("accepted").isBoolean() ? (Boolean) run.path("accepted").asBoolean() : null,
        Instant.parse(needed(run, "startedAt")),
        number(run, "durationMillis"),
        texts(run.path("labels")));
  }

  /** A step. */
  public static StepView step(JsonNode step) {
    return new StepView(
        new StepView.Node(
            matching(step, "path", PATH),
            matching(step, "kind", WORD),
            text(step, "label"),
            texts(step.path("argv"))),
        StepState.valueOf(needed(step, "status").toUpperCase(Locale.ROOT)),
        step.path("outcome").isTextual() ? ending(step) : null,
        text(step, "reason"),
        new StepView.Times(time(step, "startedAt"), number(step, "durationMillis")));
  }

  private static ExitCode exitCode(int code) {
    return Arrays.stream(ExitCode.values())
        .filter(each -> each.code() == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no run ends with exit code " + code));
  }

  private static RunView.@Nullable Result result(JsonNode run) {
    JsonNode output = run.path("output");
    String stdout = text(run, "stdout");
    return stdout == null
        ? null
        : new RunView.Result(
            ResultText.of(stdout),
            new Plan.Output(needed(output, "selector"), text(output, "value")));
  }

  /** Branches are listed behind each other, as many for each join as it expects. */
  private static List<Join> joins(JsonNode run) {
    List<Join.Branch> branches = each(run.path("branches"), RunJsonReader::branch);
    List<Join> joins = new ArrayList<>();
    int at = 0;
    for (JsonNode join : run.path("joins")) {
      int end = Math.min(branches.size(), at + join.path("expected").asInt());
      Long minimum = number(join, "minimum");
      joins.add(
          new Join(
              matching(join, "path", PATH),
              text(join, "label"),
              branches.subList(at, end),
              join.path("usableBranches").asInt(),
              minimum == null ? null : minimum.intValue()));
      at = end;
    }
    return joins;
  }

  private static Join.Branch branch(JsonNode branch) {
    return new Join.Branch(
        matching(branch, "path", PATH),
        needed(branch, "label"),
        StepStatus.valueOf(needed(branch, "status").toUpperCase(Locale.ROOT)),
        branch.path("exitCode").asInt());
  }

  private static FailureView failure(JsonNode failure) {
    return new FailureView(
        matching(failure, "path", PATH),
        text(failure, "label"),
        texts(failure.path("argv")),
        ending(failure),
        needed(failure, "stderr"));
  }

  private static AttemptView attempt(JsonNode attempt) {
    return new AttemptView(
        matching(attempt, "path", PATH),
        attempt.path("attempt").asInt(),
        texts(attempt.path("argv")),
        ending(attempt),
        new RunResult.Span(
            Instant.parse(needed(attempt, "startedAt")), attempt.path("durationMillis").asLong()),
        new AttemptView.Input(attempt.path("stdinBytes").asLong(), needed(attempt, "stdinSha256")),
        attempt.path("fuelUsed").asLong(),
        number(attempt, "peakMemoryBytes"),
        attempt.path("reused").asBoolean(),
        attempt.path("cached").asBoolean());
  }

  /** Bytes come as the text of their Base64, and stay that. */
  private static HandleView handle(JsonNode handle) {
    JsonNode result = handle.path("result");
    return new HandleView(
        matching(handle, "path", PATH),
        text(handle, "label"),
        needed(handle, "handle"),
        new HandleResult(
            result.path("exitCode").asInt(),
            captured(result.path("stdout")),
            captured(result.path("stderr")),
            result.path("truncated").asBoolean()));
  }

  private static @Nullable FormValue captured(JsonNode output) {
    return output.isTextual() ? FormValue.dynamic(output.textValue()) : null;
  }

  private static Ending ending(JsonNode node) {
    return new Ending(
        matching(node, "outcome", WORD),
        node.path("exitCode").asInt(),
        node.path("detail").asText());
  }

  /** What is printed as it is must be what it claims to be: the server may be anybody's. */
  static String matching(JsonNode node, String name, Pattern form) {
    String text = needed(node, name);
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException("a document about a run has an odd '" + name + "'");
    }
    return text;
  }

  private static String needed(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("a document about a run has no text '" + name + "'");
    }
    return value.textValue();
  }

  private static @Nullable String text(JsonNode node, String name) {
    return node.path(name).textValue();
  }

  private static @Nullable Long number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isNumber() ? value.asLong() : null;
  }

  private static @Nullable Instant time(JsonNode node, String name) {
    String text = text(node, name);
    return text == null ? null : Instant.parse(text);
  }

  private static List<String> texts(JsonNode array) {
    return each(array, JsonNode::asText);
  }

  private static <T> List<T> each(JsonNode array, Function<JsonNode, T> reader) {
    List<T> all = new ArrayList<>(array.size());
    array.forEach(node -> all.add(reader.apply(node)));
    return all;
  }
}
