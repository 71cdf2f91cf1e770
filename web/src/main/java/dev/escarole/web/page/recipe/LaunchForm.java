package dev.escarole.web.page.recipe;

import dev.escarole.web.app.recipe.LaunchInputs;
import java.util.ArrayList;
import java.util.List;

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

  private static final String READ_ONLY = ":ro";

  public LaunchForm {
    fields = List.copyOf(fields);
    files = List.copyOf(files);
  }

  /**
   * The directories of the form.
   *
   * @param choices the directories that the policy grants; empty if it grants any
   * @param anyDirectory whether the policy grants any directory
   * @param directories the typed directories, one on each line
   */
  public record Places(List<Choice> choices, boolean anyDirectory, String directories) {}

  /**
   * A directory that the policy grants.
   *
   * @param options what can be asked for, as {@code HOST::GUEST[:ro]}
   * @param chosen the chosen option; empty if the run does not get the directory
   */
  public record Choice(String host, String guest, List<Option> options, String chosen) {

    static Choice of(String grant, List<String> asked) {
      boolean readOnly = grant.endsWith(READ_ONLY);
      String place = readOnly ? grant.substring(0, grant.length() - READ_ONLY.length()) : grant;
      List<Option> options = new ArrayList<>();
      options.add(new Option(place + READ_ONLY, "read only"));
      if (!readOnly) {
        options.add(new Option(place, "read and write"));
      }
      String chosen =
          options.stream().map(Option::text).filter(asked::contains).findFirst().orElse("");
      int border = place.lastIndexOf("::");
      return new Choice(place.substring(0, border), place.substring(border + 2), options, chosen);
    }
  }

  /** One way to have a directory. */
  public record Option(String text, String words) {}

  /**
   * The form as it was filled in.
   *
   * @param checked whether it shows errors
   */
  static LaunchForm of(LaunchInputs inputs, FormInput input, boolean checked) {
    List<FormField> fields = new ArrayList<>();
    inputs.inputs().forEach(each -> fields.add(FormField.of(fields.size(), each, input, checked)));
    List<String> asked = input.directories();
    return new LaunchForm(
        fields,
        input.stdin(),
        input.labels(),
        input.cache(),
        new Places(
            inputs.directories().stream().map(grant -> Choice.of(grant, asked)).toList(),
            inputs.anyDirectory(),
            String.join("\n", asked)),
        inputs.files());
  }

  /** Whether no field has an error. */
  public boolean isSound() {
    return fields.stream().allMatch(field -> field.error() == null);
  }
}
