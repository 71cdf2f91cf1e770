package dev.escarole.engine.rehearsal;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads test files. Used once for each file. */
final class RecipeTestReader {

  private static final List<String> FILE = List.of("recipe", "values", "answers", "tests");
  private static final List<String> TEST =
      List.of("name", "values", "stdin", "answers", "otherwise", "expect");
  private static final List<String> STATUSES =
      Arrays.stream(RunStatus.values()).filter(RunStatus::isOver).map(RunStatus::word).toList();

  private final Document document;
  private final List<Problem> problems = new ArrayList<>();
  private final AnswerReader answers;
  private final ExpectedReader expectations;

  private RecipeTestReader(Document document) {
    this.document = document;
    this.answers = new AnswerReader(document, problems);
    this.expectations = new ExpectedReader(document, problems, STATUSES);
  }

  /**
   * Reads a file.
   *
   * @throws RecipeException with everything that is wrong with it
   */
  static TestFile read(Document document) {
    RecipeTestReader reader = new RecipeTestReader(document);
    reader.problems.addAll(document.mistakes());
    TestFile file = reader.file();
    if (!reader.problems.isEmpty()) {
      throw new RecipeException(reader.problems);
    }
    return file;
  }

  private TestFile file() {
    Fields file = Fields.of(document, "", document.plain(), FILE, problems);
    Map<String, @Nullable Object> values = file.entries("values");
    Map<String, List<Answer>> shared = answers(file);
    List<RecipeTest> tests = new ArrayList<>();
    Set<String> names = new HashSet<>();
    if (!(file.value("tests") instanceof List<?> list) || list.isEmpty()) {
      file.wrong(
          file.has("tests") ? "/tests" : "",
          "'tests' must be an array of tests",
          "Write for example \"tests\": [{\"name\": \"works\", \"otherwise\": {\"pass\": true}}].");
      return new TestFile(document.fileName(), file.text("recipe"), tests);
    }
    for (int i = 0; i < list.size(); i++) {
      String pointer = "/tests/" + i;
      Fields test = Fields.of(document, pointer, list.get(i), TEST, problems);
      tests.add(test(test, pointer, names, values, shared));
    }
    return new TestFile(document.fileName(), file.text("recipe"), tests);
  }

  private RecipeTest test(
      Fields test,
      String pointer,
      Set<String> names,
      Map<String, @Nullable Object> sharedValues,
      Map<String, List<Answer>> shared) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(sharedValues);
    values.putAll(test.entries("values"));
    Map<String, List<Answer>> all = new LinkedHashMap<>(shared);
    all.putAll(answers(test));
    String stdin = test.text("stdin");
    Answer otherwise =
        test.has("otherwise") ? answers.one(test.value("otherwise"), test.at("otherwise")) : null;
    return new RecipeTest(
        name(test, names),
        pointer,
        values,
        stdin == null ? Content.EMPTY : Content.of(stdin),
        all,
        otherwise,
        expectations.read(test.value("expect"), test.at("expect"), test.has("expect")));
  }

  private static String name(Fields test, Set<String> names) {
    String name = test.text("name");
    if (name == null || name.isBlank()) {
      test.wrong(
          "", "a test needs a name", "Say what it shows: \"name\": \"a lost part is told\".");
      return "";
    }
    if (!names.add(name)) {
      test.wrong("/name", "another test is called '" + name + "', too", null);
    }
    return name;
  }

  private Map<String, List<Answer>> answers(Fields fields) {
    Map<String, List<Answer>> read = new LinkedHashMap<>();
    String pointer = fields.at("answers");
    fields
        .entries("answers")
        .forEach((name, value) -> read.put(name, answers.all(value, Pointer.of(pointer, name))));
    return read;
  }
}
