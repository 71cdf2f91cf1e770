package dev.escarole.engine;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.Codes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Says why an input could not be computed, at its entry in the recipe. Immutable. */
final class ComputeFailure {

  private static final int LONGEST = 300;

  private final Recipe recipe;
  private final ComputedInput entry;

  ComputeFailure(Recipe recipe, ComputedInput entry) {
    this.recipe = recipe;
    this.entry = entry;
  }

  /** The failure of a command, the first that explains the others. */
  RecipeException of(RunResult result) {
    if (result.failures().isEmpty()) {
      return because("it ended as " + result.status().word(), hint());
    }
    RunResult.Failure first = result.failures().get(0);
    Outcome outcome = first.outcome();
    String what =
        first.argv().isEmpty()
            ? "step " + first.path()
            : "'" + shown(CommandLines.display(first.argv())) + "'";
    String how =
        outcome.kind() == Outcome.Kind.EXITED
            ? "exited with code " + outcome.exitCode()
            : "ended as " + outcome.word() + said(outcome.detail());
    String hint =
        outcome.kind().isDenial() ? "Ask whoever keeps the policy file, or " + give() : hint();
    return because(what + " " + how + said(first.stderr()), hint);
  }

  RecipeException tooLong(Duration most) {
    return because(
        "computing takes more than " + most.toSeconds() + " seconds (limit compute-time)",
        "Let it do less, or have an operator raise compute-time.");
  }

  RecipeException tooMuch(long most) {
    return because(
        String.format(
            Locale.ROOT, "the computed values have more than %,d bytes (limit plan-size)", most),
        "Let it print less. An operator can raise plan-size.");
  }

  RecipeException interrupted() {
    return because("the launch was interrupted", hint());
  }

  /** What it printed does not fit. */
  RecipeException unfit(String why) {
    return because("what it prints does not fit: " + why, hint());
  }

  private String hint() {
    return "Mend the command, or " + give();
  }

  private String give() {
    return "give the value yourself: --set " + entry.name() + "=...";
  }

  private RecipeException because(String why, String hint) {
    String message = "'" + entry.name() + "' cannot be computed: " + why;
    return new RecipeException(
        List.of(recipe.problem(Codes.COMPUTE_FAILED, message, hint, entry.pointer())));
  }

  private static String said(String text) {
    String line = text.lines().filter(each -> !each.isBlank()).findFirst().orElse("");
    return line.isEmpty() ? "" : ": " + shown(line.replaceAll("\\p{Cc}+", " ").strip());
  }

  private static String shown(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
