package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a run was started with. Does not change. */
public record RunOrigin(
    @Made.Id String run,
    @Documented("The text of its recipe.") String recipeText,
    @Documented("The recipe's values by name.") Map<String, Object> values,
    @Documented("How inputs came about that the launch computed.") List<ComputedInput> computed,
    @Documented("Directories that its commands may use.") List<String> directories,
    @Documented("Bytes of its input.") long stdinBytes,
    @Documented("Steps of its plan.") int steps,
    @Documented("The run that it runs again; null if it runs no other again.") @Made.Id
        @Nullable String rerunOf,
    @Documented(
            "How much of that run: all, failed, failed PATH, from PATH or branch PATH; null if it runs no other again.")
        @Nullable String rerunScope) {
  public RunOrigin {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    computed = List.copyOf(computed);
    directories = List.copyOf(directories);
  }
}
