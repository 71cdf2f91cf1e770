package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.ArgsRules;
import dev.escarole.recipe.form.ToolForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms in a handle and the rules for their values; missing fields are null. */
record HandleForms(
    Command command,
    @Nullable ToolForm arguments,
    ArgsRules rules,
    @Nullable ToolForm directory,
    @Nullable ToolForm environment,
    @Nullable ToolForm stdin) {

  /** The form of the command's name, and the names that callers can select. */
  record Command(ToolForm form, List<String> listed) {
    Command {
      listed = List.copyOf(listed);
    }
  }
}
