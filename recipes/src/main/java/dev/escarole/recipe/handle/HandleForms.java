package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.ArgsRules;
import dev.escarole.recipe.form.ToolForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a handle that are forms, and what bounds their values; a field that is not written
 * is null.
 */
record HandleForms(
    Command command,
    @Nullable ToolForm arguments,
    ArgsRules rules,
    @Nullable ToolForm directory,
    @Nullable ToolForm environment,
    @Nullable ToolForm stdin) {

  /** The form of the command's name, and the names that it may give where a caller has a say. */
  record Command(ToolForm form, List<String> listed) {
    Command {
      listed = List.copyOf(listed);
    }
  }
}
