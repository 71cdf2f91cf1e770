package dev.escarole.engine.inbox;

import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.Recipe;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What an inbox asks of its owner. Called by the thread of the inbox; thread-safe. */
public interface InboxHost {

  /** The recipes in force, whose rules say which files they take. */
  Collection<Recipe> recipes();

  /**
   * The recipe that a request names; null if it may be known soon.
   *
   * @throws RuntimeException with a message for people if there is none in force
   */
  @Nullable Recipe recipe(String name);

  /** The JSON of a run that is over, for {@code result.json}. */
  byte[] document(RunId run);

  /** A file has started a run; told once for each run, unless the process was killed. */
  void launched(String file, RunId run);

  /** A file has started no run, and never will as it is. */
  void refused(String file, String why);
}
