package dev.escarole.web.page.recipe;

import dev.escarole.web.app.recipe.LaunchInputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form that launches a recipe, as it was filled in.
 *
 * @param inputs what the launch can be given
 */
public record LaunchForm(LaunchInputs inputs, FormInput input, List<FormField> fields) {

  private static final String READ_ONLY = ":ro";

  /**
   * A directory that the policy grants.
   *
   * @param options what can be asked for, as {@code HOST::GUEST[:ro]}, with what it means
   */
  public record Choice(String host, String guest, Map<String, String> options) {

    private static Choice of(String grant) {
      boolean readOnly = grant.endsWith(READ_ONLY);
      String place = readOnly ? grant.substring(0, grant.length() - READ_ONLY.length()) : grant;
      Map<String, String> options = new LinkedHashMap<>();
      options.put(place + READ_ONLY, "read only");
      if (!readOnly) {
        options.put(place, "read and write");
      }
      int border = place.lastIndexOf("::");
      return new Choice(place.substring(0, border), place.substring(border + 2), options);
    }
  }

  static LaunchForm of(LaunchInputs inputs, FormInput input, boolean checked) {
    List<FormField> fields = new ArrayList<>();
    inputs.inputs().forEach(each -> fields.add(FormField.of(fields.size(), each, input, checked)));
    return new LaunchForm(inputs, input, fields);
  }

  /** The directories that the policy grants; empty if it grants any. */
  public List<Choice> choices() {
    return inputs.directories().stream().map(Choice::of).toList();
  }

  /** Whether any of what most launches do not need is filled in. */
  public boolean hasMore() {
    return input.cache()
        || !(input.stdin() + input.labels()).isEmpty()
        || !input.directories().isEmpty();
  }

  /** The first field with an error; null if there is none. */
  public @Nullable FormField firstError() {
    return fields.stream().filter(field -> field.error() != null).findFirst().orElse(null);
  }

  boolean isSound() {
    return fields.stream().allMatch(field -> field.error() == null);
  }
}
