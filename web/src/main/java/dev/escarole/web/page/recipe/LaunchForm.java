package dev.escarole.web.page.recipe;

import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.web.page.words.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form that launches a recipe. Immutable.
 *
 * @param files paths that commands would see, to choose from
 */
public record LaunchForm(
    List<FormField> fields,
    String stdin,
    String labels,
    boolean cache,
    Places places,
    List<String> files) {

  /**
   * The directories of the form.
   *
   * @param choices the directories that the policy grants; empty if it grants any that is asked for
   * @param anyDirectory whether any directory can be asked for
   * @param directories what was asked for, one in each line
   */
  public record Places(List<DirectoryChoice> choices, boolean anyDirectory, String directories) {}

  public LaunchForm {
    fields = List.copyOf(fields);
    files = List.copyOf(files);
  }

  /** The form as it was filled in, and with what is wrong if it was sent off. */
  static LaunchForm of(Recipe recipe, FormInput input, Policy policy, boolean checked) {
    List<FormField> fields = new ArrayList<>();
    for (Parameter parameter : recipe.parameters()) {
      String error = checked ? error(recipe, parameter, input.value(parameter)) : null;
      Parameter shown =
          recipe.computed().stream()
              .filter(each -> each.name().equals(parameter.name()))
              .findFirst()
              .map(entry -> computed(parameter, entry))
              .orElse(parameter);
      fields.add(FormField.of(fields.size(), shown, input, error));
    }
    boolean hasPaths = fields.stream().anyMatch(each -> each.kind() == FormField.Kind.PATH);
    return new LaunchForm(
        fields,
        input.stdin().text(),
        input.labels(),
        input.cache(),
        places(policy, input.directories()),
        hasPaths ? GrantedFiles.in(usable(policy, input.directories())) : List.of());
  }

  /** An empty field stands for what will be computed. */
  private static Parameter computed(Parameter parameter, ComputedInput entry) {
    return new Parameter(
        parameter.name(), parameter.type(), false, "what is computed by " + entry.source());
  }

  private static Places places(Policy policy, List<String> asked) {
    Optional<List<DirectoryGrant>> granted = policy.grants().directories();
    List<DirectoryChoice> choices =
        granted.orElse(List.of()).stream().map(grant -> DirectoryChoice.of(grant, asked)).toList();
    return new Places(choices, granted.isEmpty(), String.join("\n", asked));
  }

  /** Whose files may be named: those of the policy, or else those that were asked for. */
  private static List<DirectoryGrant> usable(Policy policy, List<String> asked) {
    return policy
        .grants()
        .directories()
        .orElseGet(() -> asked.stream().flatMap(LaunchForm::parsed).toList());
  }

  private static Stream<DirectoryGrant> parsed(String text) {
    try {
      return text.startsWith("/") ? Stream.of(DirectoryGrant.parse(text)) : Stream.empty();
    } catch (IllegalArgumentException e) {
      // The launch says what is wrong with it.
      return Stream.empty();
    }
  }

  private static @Nullable String error(
      Recipe recipe, Parameter parameter, @Nullable Object value) {
    if (value == null) {
      boolean missing = parameter.required() && parameter.defaultValue() == null;
      return missing ? "'" + parameter.name() + "' is needed." : null;
    }
    try {
      Map<String, Object> fits = recipe.bind(Map.of(parameter.name(), value));
      return fits.isEmpty() ? "It was not understood." : null;
    } catch (RecipeException e) {
      String hint = e.problems().get(0).hint();
      return (Sentences.of(e.problems().get(0).message()) + " " + (hint == null ? "" : hint))
          .strip();
    }
  }

  /** Whether every field can be used as it is. */
  public boolean isSound() {
    return fields.stream().allMatch(field -> field.error() == null);
  }
}
