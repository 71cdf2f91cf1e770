package dev.escarole.web.app.cause;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.run.Cause;
import java.util.List;

/** Why steps of a run failed. */
public record CauseList(
    @Documented(
            "How many steps failed: each failed leaf, and each group that failed although none of"
                + " its steps did. Steps that were only stopped do not count.")
        int failures,
    @Documented("The most frequent first, at most 100.") List<Cause> causes) {

  public CauseList {
    causes = List.copyOf(causes);
  }
}
