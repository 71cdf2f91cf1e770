package dev.escarole.web.page.run;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepErrors;
import dev.escarole.web.page.Assets;
import dev.escarole.web.page.Templates;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.OverviewPage.JoinLine;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.text.OutputScan;
import dev.escarole.web.page.words.Words;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as one HTML document for people without this server: it has no scripts, no links and asks
 * for no other file. Immutable.
 */
public final class RunReport {

  private static final int MOST_CAUSES = 20;
  private static final int MOST_FAILURES = 50;
  private static final int MOST_LINES = 40;
  private static final int MOST_JOINS = 100;
  private static final int MOST_STEPS = 1_000;
  private static final int LONGEST_NAME = 120;
  private static final int LONGEST_TEXT = 64_000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final RunPicture run;
  private final RunRecord record;
  private final Instant made;
  private final String firstError;
  private final @Nullable String result;

  private RunReport(Escarole escarole, RunRecord record, Instant made) {
    this.run = escarole.run(new RunName(record.id()));
    this.record = record;
    this.made = made;
    this.firstError = record.firstCause().map(node -> error(escarole, node)).orElse("");
    this.result = record.timeline().resultSha256() == null ? null : result(escarole);
  }

  private String error(Escarole escarole, Node node) {
    StepErrors.Query query = new StepErrors.Query(record.id(), List.of(node.path()));
    return escarole.errors(query).errors().stream()
        .map(error -> ": " + error.line())
        .findFirst()
        .orElse("");
  }

  private String result(Escarole escarole) {
    OutputBytes output = escarole.output(new RunOutputQuery(record.id(), "stdout"));
    byte[] bytes = OutputScan.part(output, 0, TextWindow.TEXT_BYTES);
    String text = new String(bytes, StandardCharsets.UTF_8);
    return output.size() > bytes.length ? text + "\n… of " + Words.bytes(output.size()) : text;
  }

  /**
   * Reads a run, ended or not, and makes its report.
   *
   * @param name the whole id, the beginning of it, or {@code last}
   * @param made the present moment
   * @throws dev.escarole.web.app.RefusedException if there is no such run
   */
  public static String html(Escarole escarole, String name, Instant made, Templates templates) {
    RunName exact = new RunName(escarole.head(new RunName(name)).run());
    RunRecord record = new RunRecord(escarole.timeline(exact), escarole.origin(exact));
    RunReport report = new RunReport(escarole, record, made);
    return templates.fill("run/report.jte", Map.of("page", report, "styles", Assets.styles()));
  }

  /** A name for the file. */
  static String fileName(RunRecord record) {
    return RunTitle.fileName(record.head().recipe(), "-" + record.id() + ".html");
  }

  /**
   * A step that failed.
   *
   * @param stderr the beginning of its standard error; may be empty
   */
  public record Failure(String path, String name, String outcome, String detail, String stderr) {}

  /** A step in one line. */
  public record StepLine(String path, String name, String state, int tries, String took) {}

  /** The recipe and the id. */
  public String title() {
    return record.head().recipe() + " " + record.id();
  }

  public RunRecord record() {
    return record;
  }

  /** What there is to know about the run, by name. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Run", record.id());
    facts.put("Started", TIME.format(record.head().startedAt()));
    if (record.isOver()) {
      facts.put("Ended", TIME.format(record.timeline().until()));
    }
    facts.put(
        record.isOver() ? "Took" : "So far",
        Words.duration(Words.millis(record.head().startedAt(), record.timeline().until())));
    facts.put("By", record.head().principal());
    if (!record.head().labels().isEmpty()) {
      facts.put("Labels", String.join(", ", record.head().labels()));
    }
    if (record.origin().rerunOf() != null) {
      facts.put("Rerun of", record.origin().rerunOf());
    }
    if (record.timeline().resumed() > 0) {
      facts.put("Resumed", Words.count(record.timeline().resumed(), "time", "times"));
    }
    facts.put("Plan", record.head().planHash());
    facts.put("Report", TIME.format(made) + ", Escarole " + Release.version());
    return facts;
  }

  /** The states of its leaves. */
  public Bar leaves() {
    return record.leaves().bar();
  }

  /** Why the engine ended the run, or which step failed first and why; empty if nothing failed. */
  public String verdict() {
    String error = record.timeline().error();
    if (error != null) {
      return "The engine ended this run: " + error;
    }
    return record
        .firstCause()
        .map(node -> Words.brief(node.name(), LONGEST_NAME) + " (" + node.path() + ")")
        .map(step -> "First cause: " + step + firstError)
        .orElse("");
  }

  /** The most frequent causes of failures. */
  public List<Cause> causes() {
    return first(run.causes(), MOST_CAUSES);
  }

  /** Joins in plan order. */
  public List<JoinLine> joins() {
    return joinNodes().stream().limit(MOST_JOINS).map(node -> JoinLine.of(record, node)).toList();
  }

  private List<Node> joinNodes() {
    return record.nodes().stream()
        .filter(node -> node.isParallel() && !node.isInRecovery())
        .toList();
  }

  /** The first failures in plan order. */
  public List<Failure> failures() {
    return first(run.failures(), MOST_FAILURES).stream().map(RunReport::failure).toList();
  }

  private static Failure failure(FailurePicture failure) {
    String label = failure.label();
    String name = label == null ? Words.shell(failure.argv()) : label;
    List<String> lines = failure.stderr().lines().toList();
    String stderr = String.join("\n", first(lines, MOST_LINES));
    return new Failure(
        failure.path(),
        Words.brief(name, LONGEST_NAME),
        failure.outcome(),
        Words.sentence(failure.detail()),
        lines.size() > MOST_LINES
            ? stderr + "\n… " + rest(lines.size(), MOST_LINES, "line", "lines")
            : stderr);
  }

  /** The first steps that run commands, in plan order. */
  public List<StepLine> steps() {
    return leafNodes().stream().limit(MOST_STEPS).map(this::line).toList();
  }

  private List<Node> leafNodes() {
    return record.nodes().stream().filter(Node::isLeaf).toList();
  }

  private StepLine line(Node node) {
    return new StepLine(
        node.path(),
        Words.brief(node.name(), LONGEST_NAME),
        node.status(),
        node.step().attempts(),
        record.duration(node.picture()));
  }

  /** What is not in the report for its length, in sentences. */
  public List<String> omitted() {
    return List.of(
            rest(run.causes().size(), MOST_CAUSES, "cause", "causes"),
            rest(joinNodes().size(), MOST_JOINS, "join", "joins"),
            rest(run.failures().size(), MOST_FAILURES, "failure", "failures"),
            rest(leafNodes().size(), MOST_STEPS, "step", "steps"))
        .stream()
        .filter(sentence -> !sentence.isEmpty())
        .toList();
  }

  /** The values of the launch. */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    record.origin().values().forEach((name, value) -> values.put(name, cut(RunTitle.text(value))));
    return values;
  }

  /** What the run came to, or its beginning; null while there is nothing. */
  public @Nullable String result() {
    return result;
  }

  /** The text of the recipe. */
  public String recipe() {
    return cut(record.origin().recipeText());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT
        ? text
        : text.substring(0, LONGEST_TEXT)
            + "\n… "
            + rest(text.length(), LONGEST_TEXT, "character", "characters");
  }

  private static String rest(int all, int shown, String one, String many) {
    return all > shown ? "and " + Words.count(all - shown, one, many) + " more" : "";
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(most, all.size()));
  }
}
