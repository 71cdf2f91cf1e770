package dev.escarole.recipe;

import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a recipe of a document: parse, check, list the inputs. */
final class RecipeParser {
  private final Problems problems;
  private final Inputs inputs;
  private final NodeParser nodes;

  RecipeParser(Problems problems) {
    this.problems = problems;
    this.inputs = new Inputs(problems);
    this.nodes = new NodeParser(problems, inputs);
  }

  Recipe parse(RecipeSource source) {
    SourceValue document = source.document();
    Template template = nodes.root(document);
    List<ComputedInput> computed = new ComputeParser(problems, nodes).entries(document, template);
    inputs.computed(computed);
    if (!problems.hasErrors()) {
      inputs.check();
    }
    if (template == null || problems.hasErrors()) {
      throw new RecipeException(problems.errors());
    }
    return new Recipe.Builder()
        .name(text(document, Setting.NAME))
        .description(text(document, Setting.DESCRIPTION))
        .parameters(inputs.parameters())
        .computed(computed)
        .warnings(problems.warnings())
        .build(template, source);
  }

  private static @Nullable String text(SourceValue document, Setting field) {
    SourceValue value = document.child(field.key());
    return value != null && value.plain() instanceof String text ? text : null;
  }
}
