package dev.escarole.engine.rehearsal;

import dev.escarole.engine.rehearsal.Expected.JoinRule;
import dev.escarole.engine.rehearsal.Expected.StepRule;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.template.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what tests expect. */
final class ExpectedReader {

  private static final List<String> FIELDS =
      List.of("status", "accepted", "stdout", "output", "plan", "steps", "joins", "error");
  private static final List<String> STEP = List.of("status", "attempts", "stdin", "stdout");
  private static final List<String> TEXT = List.of("equals", "contains", "lacks", "json");
  private static final List<String> STEP_STATUSES =
      List.of(
          "done",
          "failed",
          "timeout",
          "skipped",
          "cancelled",
          "degraded",
          "unusable",
          "not started");

  private final Document document;
  private final List<Problem> problems;
  private final List<String> statuses;

  /**
   * @param statuses words of the statuses that runs can have
   */
  ExpectedReader(Document document, List<Problem> problems, List<String> statuses) {
    this.document = document;
    this.problems = problems;
    this.statuses = statuses;
  }

  /** What a test expects; that the run is done if it says nothing. */
  Expected read(@Nullable Object value, String pointer, boolean present) {
    Fields fields = Fields.of(document, pointer, present ? value : Map.of(), FIELDS, problems);
    Object plan = fields.value("plan");
    boolean tree = plan instanceof String;
    String status = oneOf(fields, "status", statuses);
    return new Expected(
        fields.text("error"),
        status == null ? "done" : status,
        fields.bool("accepted"),
        text(fields, "stdout"),
        text(fields, "output"),
        tree || plan == null ? null : fields.texts("plan"),
        tree ? fields.text("plan") : null,
        steps(fields),
        joins(fields));
  }

  private Map<String, StepRule> steps(Fields fields) {
    Map<String, StepRule> rules = new LinkedHashMap<>();
    fields
        .entries("steps")
        .forEach(
            (name, value) -> {
              String pointer = Pointer.of(fields.at("steps"), name);
              Object rule = value instanceof String word ? Map.of("status", word) : value;
              rules.put(name, step(Fields.of(document, pointer, rule, STEP, problems)));
            });
    return rules;
  }

  private StepRule step(Fields fields) {
    Long attempts = fields.number("attempts", 0, Integer.MAX_VALUE);
    return new StepRule(
        oneOf(fields, "status", STEP_STATUSES),
        attempts == null ? null : attempts.intValue(),
        text(fields, "stdin"),
        text(fields, "stdout"));
  }

  private Map<String, JoinRule> joins(Fields fields) {
    Map<String, JoinRule> rules = new LinkedHashMap<>();
    fields
        .entries("joins")
        .forEach(
            (name, value) -> {
              String pointer = Pointer.of(fields.at("joins"), name);
              Fields facts = Fields.of(document, pointer, value, JoinFacts.names(), problems);
              Map<String, Object> rule = new LinkedHashMap<>();
              for (String fact : JoinFacts.names()) {
                if (facts.has(fact)) {
                  rule.put(fact, Objects.requireNonNullElse(facts.value(fact), JoinFacts.NONE));
                }
              }
              rules.put(name, new JoinRule(rule));
            });
    return rules;
  }

  private @Nullable TextRule text(Fields fields, String name) {
    Object value = fields.value(name);
    if (!fields.has(name)) {
      return null;
    }
    if (value instanceof String text) {
      return TextRule.equalTo(text);
    }
    Fields rule = Fields.of(document, fields.at(name), value, TEXT, problems);
    return new TextRule(
        rule.text("equals"),
        new ArrayList<>(rule.texts("contains")),
        new ArrayList<>(rule.texts("lacks")),
        rule.has("json") ? JsonText.write(rule.value("json")) : null);
  }

  private static @Nullable String oneOf(Fields fields, String name, List<String> words) {
    String word = fields.text(name);
    if (word != null && !words.contains(word)) {
      fields.wrong(
          "/" + name,
          "'" + word + "' is not a status",
          "Statuses are " + String.join(", ", words) + ".");
    }
    return word;
  }
}
