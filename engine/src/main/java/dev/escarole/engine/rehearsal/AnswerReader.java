package dev.escarole.engine.rehearsal;

import dev.escarole.engine.command.Outcome;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what leaves do in tests. */
final class AnswerReader {

  private static final List<String> FIELDS =
      List.of("exit", "outcome", "stdout", "stderr", "takes", "pass", "run");

  /** Outcomes by name; a command that ended by itself has an exit code instead. */
  private static final List<String> OUTCOMES =
      Arrays.stream(Outcome.Kind.values())
          .filter(kind -> kind != Outcome.Kind.EXITED)
          .map(Outcome.Kind::word)
          .toList();

  private static final long LONGEST = 366L * 24 * 60 * 60 * 1000;
  private static final int MOST_CODES = 255;

  private final Document document;
  private final List<Problem> problems;

  AnswerReader(Document document, List<Problem> problems) {
    this.document = document;
    this.problems = problems;
  }

  /** One answer, or one for each attempt. */
  List<Answer> all(@Nullable Object value, String pointer) {
    if (!(value instanceof List<?> list)) {
      return List.of(one(value, pointer));
    }
    if (list.isEmpty()) {
      problems.add(document.error(Fields.BAD_TEST, "at least one answer is needed", null, pointer));
    }
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      answers.add(one(list.get(i), Pointer.of(pointer, String.valueOf(i))));
    }
    return answers;
  }

  /** An answer: a text stands for the output of a command that succeeds. */
  Answer one(@Nullable Object value, String pointer) {
    if (value instanceof String stdout) {
      return Answer.text(stdout);
    }
    Fields fields = Fields.of(document, pointer, value, FIELDS, problems);
    long takes = Objects.requireNonNullElse(fields.number("takes", 0, LONGEST), 0L);
    boolean pass = Boolean.TRUE.equals(fields.bool("pass"));
    boolean run = Boolean.TRUE.equals(fields.bool("run"));
    boolean writes =
        fields.has("exit") || fields.has("outcome") || fields.has("stdout") || fields.has("stderr");
    if ((pass ? 1 : 0) + (run ? 1 : 0) + (writes ? 1 : 0) > 1) {
      fields.wrong(
          "",
          "the output comes from the test, from the input ('pass') or from the command ('run')",
          "Leave all but one of these out.");
    }
    Answer answer = pass ? Answer.pass() : run ? Answer.run() : end(fields);
    return answer
        .stdout(Objects.requireNonNullElse(fields.text("stdout"), ""))
        .stderr(Objects.requireNonNullElse(fields.text("stderr"), ""))
        .takes(takes);
  }

  private static Answer end(Fields fields) {
    Long exit = fields.number("exit", 0, MOST_CODES);
    String word = fields.text("outcome");
    if (word == null) {
      return Answer.exit(exit == null ? 0 : exit.intValue());
    }
    if (fields.has("exit")) {
      fields.wrong("/outcome", "'exit' and 'outcome' are two ends", "Leave one of them out.");
    }
    if (!OUTCOMES.contains(word)) {
      String nearest = NearestName.of(word, OUTCOMES);
      fields.wrong(
          "/outcome",
          "'" + word + "' is not an outcome",
          nearest == null
              ? "Outcomes are " + String.join(", ", OUTCOMES) + "."
              : "Did you mean '" + nearest + "'?");
      return Answer.exit(0);
    }
    return Answer.ended(Outcome.Kind.valueOf(word.toUpperCase(Locale.ROOT)));
  }
}
