package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FilePattern;
import dev.escarole.recipe.template.KeptPattern;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the {@code artifacts} of a recipe. */
final class ArtifactsParser {

  private final Problems problems;
  private final Inputs inputs;

  ArtifactsParser(Problems problems, Inputs inputs) {
    this.problems = problems;
    this.inputs = inputs;
  }

  /** Returns the valid entries and reports the problems of the others. */
  List<KeptPattern> entries(SourceValue document, @Nullable Template root) {
    if (HandleNodes.isHandle(document)
        || !(document.child(Setting.ARTIFACTS.key()) instanceof SourceObject artifacts)) {
      return List.of();
    }
    String pointer = Pointers.child("", Setting.ARTIFACTS.key());
    if (artifacts.members().size() > KeptPattern.MOST) {
      problems.error(
          Codes.OUT_OF_RANGE,
          "'artifacts' has %d entries, more than %d"
              .formatted(artifacts.members().size(), KeptPattern.MOST),
          "Let one pattern match several files.",
          Place.of(pointer, artifacts));
      return List.of();
    }
    Surroundings around = root == null ? Surroundings.NONE : SettingsParser.inside(root.settings());
    List<KeptPattern> entries = new ArrayList<>();
    artifacts
        .members()
        .forEach(
            (name, member) -> {
              String own = Pointers.child(pointer, name);
              Place key = new Place(own, member.keyMark());
              Place place = Place.of(own, member.value());
              if (!DefaultsParser.isUsableName(name, Severity.WARNING, key, problems)) {
                return;
              }
              if (!(member.value().plain() instanceof String written)) {
                problems.error(
                    Codes.WRONG_TYPE,
                    "an artifact must be a pattern of files, not " + member.value().typeName(),
                    "Write a string such as \"out/*.md\".",
                    place);
                return;
              }
              pattern(written, place, around)
                  .ifPresent(pattern -> entries.add(new KeptPattern(name, own, pattern)));
            });
    return entries;
  }

  private Optional<Text> pattern(String written, Place place, Surroundings around) {
    try {
      Text pattern = Text.parse(written);
      problems.warnings(pattern, place);
      inputs.mention(pattern.mentions(), place, around);
      if (pattern.isLiteral()) {
        FilePattern.parse(pattern.literals().get(0));
      }
      return Optional.of(pattern);
    } catch (TemplateException wrong) {
      problems.errors(wrong, place);
      return Optional.empty();
    }
  }
}
