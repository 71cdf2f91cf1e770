package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestReport.Difference;
import dev.escarole.web.app.recipe.TestReport.TestedCase;
import dev.escarole.web.app.recipe.TestRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The command {@code test}: what the tests beside a recipe say. */
final class RecipeTestCommand {

  private static final int SHOWN = 20;
  private static final int TEXT = 300;

  private final AgentContext context;

  RecipeTestCommand(AgentContext context) {
    this.context = context;
  }

  CommandDefinition command() {
    return CommandDefinition.of(
        "test",
        "Run the tests of a recipe; no command is executed",
        List.of(
            ArgumentDefinition.of("recipe", ValueType.STRING, "Name of a recipe in the folder")
                .asRequired(),
            ArgumentDefinition.of(
                "--only", ValueType.STRING, "Only tests with this text in their names")),
        this::answer,
        List.of("test review", "test review --only quorum"),
        Schemas.object("tests", "failed", "broken", "failures"));
  }

  private Answer answer(Call call) {
    TestReport report =
        context
            .escarole(call)
            .test(
                new TestRequest(
                    call.arguments().needed("recipe"), call.arguments().text("only").orElse(null)));
    List<Map<String, Object>> failures = new ArrayList<>();
    report.files().forEach(file -> failures(file).limit(SHOWN).forEach(failures::add));
    return Answer.of(
        Json.object(
            "tests", report.tests(),
            "failed", report.failed(),
            "broken", report.broken(),
            "failures", failures.subList(0, Math.min(failures.size(), SHOWN))));
  }

  private static Stream<Map<String, Object>> failures(TestReport.TestedFile file) {
    return Stream.concat(
        file.errors().stream()
            .map(
                error ->
                    Json.object("file", file.file(), "error", Texts.cut(error.message(), TEXT))),
        file.tests().stream().filter(test -> !test.passed()).map(RecipeTestCommand::failure));
  }

  private static Map<String, Object> failure(TestedCase test) {
    return Json.object(
        "test",
        test.name(),
        "status",
        test.status(),
        "differences",
        test.differences().stream().limit(SHOWN).map(RecipeTestCommand::difference).toList());
  }

  private static Map<String, Object> difference(Difference difference) {
    return Json.object(
        "what", difference.what(),
        "expected", Texts.cut(difference.expected(), TEXT),
        "actual", Texts.cut(difference.actual(), TEXT));
  }
}
