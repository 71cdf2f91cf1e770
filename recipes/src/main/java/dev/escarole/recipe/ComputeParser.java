package dev.escarole.recipe;

import dev.escarole.recipe.DefaultsParser.GivenNames;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Arguments;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code compute} of a recipe. */
final class ComputeParser {
  private static final int LONGEST_SHOWN = 500;

  /** Control characters and line separators. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

  private final Problems problems;
  private final NodeParser nodes;

  ComputeParser(Problems problems, NodeParser nodes) {
    this.problems = problems;
    this.nodes = nodes;
  }

  /** Returns the valid entries and reports the problems of the others. */
  List<ComputedInput> entries(SourceValue document, @Nullable Template root) {
    if (HandleNodes.isHandle(document)
        || !(document.child(Setting.COMPUTE.key()) instanceof SourceObject compute)) {
      return List.of();
    }
    String pointer = Pointers.child("", Setting.COMPUTE.key());
    if (compute.members().size() > ComputedInput.MOST) {
      problems.error(
          Codes.OUT_OF_RANGE,
          "'compute' has " + compute.members().size() + " entries, more than " + ComputedInput.MOST,
          "Let one command compute several things as an array.",
          Place.of(pointer, compute));
      return List.of();
    }
    Surroundings around = root == null ? Surroundings.NONE : inside(root.settings());
    List<ComputedInput> entries = new ArrayList<>();
    compute
        .members()
        .forEach(
            (name, member) -> {
              String own = Pointers.child(pointer, name);
              boolean usable =
                  GivenNames.isUsable(
                      name, Severity.ERROR, new Place(own, member.keyMark()), problems);
              Template template = nodes.node(member.value(), own, around);
              if (usable && template != null) {
                entries.add(new ComputedInput(name, own, template, shown(member.value())));
              }
            });
    return entries;
  }

  private static String shown(SourceValue value) {
    Object plain = value.plain();
    String text =
        plain == null ? "" : CONTROL.matcher(PlainValue.text(plain)).replaceAll(" ").strip();
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  /** The recipe's own args and defaults apply to its entries too. */
  private static Surroundings inside(NodeSettings settings) {
    Arguments args = settings.args();
    return Surroundings.NONE.inside(
        settings.defaults().keySet(), SettingsParser.filledBy(args), false);
  }
}
