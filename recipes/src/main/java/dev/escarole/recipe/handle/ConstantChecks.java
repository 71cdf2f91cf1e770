package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.FormSettings;
import dev.escarole.recipe.form.ToolForm;
import dev.escarole.recipe.form.value.FormValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds, when a handle is read, what would be wrong with every call of it. */
final class ConstantChecks {
  private static final FormValue NOTHING = FormValue.literal(null);

  /** Stands in for a command that depends on the arguments. */
  private static final ToolForm SOME_COMMAND =
      ToolForm.parse(FormValue.literal("true"), FormSettings.defaults());

  private ConstantChecks() {}

  /** Fields that do not depend on the arguments are evaluated and checked now. */
  static void check(HandleForms forms, HandleStreams streams, Findings findings, Runnable pace) {
    HandleForms constant =
        new HandleForms(
            new HandleForms.Command(
                constant(forms.command().form()).orElse(SOME_COMMAND), forms.command().listed()),
            known(forms.arguments()),
            forms.rules(),
            known(forms.directory()),
            known(forms.environment()),
            known(forms.stdin()));
    new CallBuilder(constant, streams, findings, pace).call(NOTHING);
  }

  private static Optional<ToolForm> constant(ToolForm form) {
    return form.constant().isPresent() ? Optional.of(form) : Optional.empty();
  }

  private static @Nullable ToolForm known(@Nullable ToolForm form) {
    return form == null ? null : constant(form).orElse(null);
  }
}
