package dev.escarole.recipe;

import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.LimitException;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads JSON and YAML recipe files. Immutable and thread-safe. */
public final class RecipeReader {
  private final RecipeLimits limits;
  private final InstantSource clock;

  /** Creates a reader with the default limits. */
  public RecipeReader() {
    this(RecipeLimits.DEFAULTS);
  }

  public RecipeReader(RecipeLimits limits) {
    this(limits, InstantSource.system());
  }

  /** Creates a reader with these limits that measures time with {@code clock}. */
  public RecipeReader(RecipeLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Reads a file; its extension says whether it is JSON or YAML.
   *
   * @throws RecipeException listing every error in the file, in document order
   */
  public Recipe read(Path file) {
    return read(Document.read(file, limits));
  }

  /**
   * Reads a text as the content of {@code fileName}.
   *
   * @throws RecipeException listing every error in the text, in document order
   */
  public Recipe read(String text, String fileName) {
    return read(Document.read(text, fileName, limits));
  }

  /**
   * Reads a recipe from a document.
   *
   * @throws RecipeException listing every error in it, in document order
   */
  public Recipe read(Document document) {
    Deadline deadline = limits.deadline(clock);
    Problems problems = new Problems(document.fileName(), deadline);
    problems.addAll(document.mistakes());
    try {
      return new RecipeParser(problems).parse(document.source());
    } catch (LimitException reached) {
      throw new RecipeException(
          List.of(document.error(reached.code(), reached.message(), reached.hint(), "")));
    }
  }

  /** Parses and checks a document and lists its inputs. */
  private static final class RecipeParser {
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
      return new Recipe(
          source,
          text(document, Setting.NAME),
          text(document, Setting.DESCRIPTION),
          template,
          inputs.parameters(),
          computed,
          problems.warnings());
    }

    private static @Nullable String text(SourceValue document, Setting field) {
      SourceValue value = document.child(field.key());
      return value != null && value.plain() instanceof String text ? text : null;
    }
  }
}
