package dev.escarole.web.app.setup;

import dev.escarole.engine.DirectoryRefusedException;
import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.broker.PolicyException.PolicyProblem;
import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import java.util.List;

/** What is wrong when an engine cannot be opened or used here. */
public final class EngineFailures {

  private EngineFailures() {}

  /** The problems behind a failure that its user can mend; empty for any other failure. */
  public static List<Problem> problems(Exception failure) {
    if (failure instanceof PolicyException invalid) {
      return invalid.problems().stream().map(EngineFailures::problem).toList();
    }
    if (failure instanceof DirectoryRefusedException) {
      return List.of(problem("directory-refused", failure));
    }
    if (failure instanceof UnsafeFileException) {
      return List.of(problem("unsafe-file", failure));
    }
    return failure instanceof StoreException ? List.of(problem("database", failure)) : List.of();
  }

  private static Problem problem(PolicyProblem mistake) {
    return new Problem(
        Severity.ERROR,
        "bad-policy",
        mistake.message(),
        mistake.hint(),
        new Location(mistake.file(), mistake.line(), mistake.column(), ""));
  }

  private static Problem problem(String code, Exception failure) {
    return new Problem(
        Severity.ERROR,
        code,
        String.valueOf(failure.getMessage()),
        null,
        new Location(null, 0, 0, ""));
  }
}
