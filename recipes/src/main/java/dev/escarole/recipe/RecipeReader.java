package dev.escarole.recipe;

import dev.escarole.recipe.RecipeImport.Binding;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.KeptPattern;
import dev.escarole.recipe.template.LimitException;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads recipe files in JSON, YAML and Markdown. Immutable and thread-safe.
 *
 * <pre>{@code
 * import dev.escarole.recipe.Problem;
 * import dev.escarole.recipe.Recipe;
 * import dev.escarole.recipe.RecipeException;
 * import dev.escarole.recipe.RecipeReader;
 * import java.nio.file.Path;
 *
 * try {
 *   Recipe recipe = new RecipeReader().read(Path.of("census.yaml"));
 *   System.out.println(recipe.title());
 * } catch (RecipeException e) {
 *   for (Problem problem : e.problems()) {
 *     System.out.println(problem.message());
 *   }
 * }
 * }</pre>
 */
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
   * Reads a file; its extension says whether it is JSON, YAML or Markdown. It can import recipes in
   * its own directory and below.
   *
   * @throws RecipeException listing every error in the file, in document order
   */
  public Recipe read(Path file) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    if (directory == null) {
      return read(Document.read(file, limits));
    }
    Path shown = file.getParent() == null ? Path.of("") : file.getParent();
    RecipeDirectory library = RecipeDirectory.files(directory, shown, limits);
    String path = String.valueOf(file.getFileName());
    return read(Document.read(file, limits), library, path);
  }

  /**
   * Reads a text as the content of {@code fileName}. It can only import what is in the text, if
   * that is a bundle.
   *
   * @throws RecipeException listing every error in the text, in document order
   */
  public Recipe read(String text, String fileName) {
    return read(Document.read(text, fileName, limits));
  }

  /**
   * Reads a recipe from a document. It can only import what is in it, if it is a bundle.
   *
   * @throws RecipeException listing every error in it, in document order
   */
  public Recipe read(Document document) {
    if (!RecipeBundle.isBundle(document)) {
      return read(document, RecipeLibrary.NONE, document.fileName());
    }
    RecipeTexts library = new RecipeTexts(RecipeBundle.files(document), limits, true);
    String path = RecipeBundle.path(document);
    Document recipe =
        library
            .find(path)
            .orElseThrow(
                () ->
                    new RecipeException(
                        List.of(
                            document.error(
                                Codes.UNREADABLE_FILE,
                                "the bundle does not contain '" + path + "'",
                                null,
                                "/bundle"))));
    return read(recipe, library, path);
  }

  /**
   * Reads a recipe and those that it imports.
   *
   * @param library the files that can be imported
   * @param path the path of the document in the library
   * @throws RecipeException listing every error in the document, in its order, and in imported
   *     files
   */
  public Recipe read(Document document, RecipeLibrary library, String path) {
    try {
      Recipe recipe = new Reading(library, limits, clock).recipe(document, path, "");
      if (!recipe.imports().isEmpty() && !recipe.files().fitInto(limits.maxBytes())) {
        String message = "the recipe and what it imports are larger than %d bytes together";
        throw new RecipeException(
            List.of(
                document.error(
                    Codes.FILE_TOO_LARGE,
                    message.formatted(limits.maxBytes()),
                    ImportLoader.IMPORT_LESS,
                    "/imports")));
      }
      return recipe;
    } catch (LimitException reached) {
      throw new RecipeException(
          List.of(document.error(reached.code(), reached.message(), reached.hint(), "")));
    }
  }

  /** Reads a document and all that it imports. */
  private static final class Reading {
    private final ImportLoader loader;
    private final Deadline deadline;

    Reading(RecipeLibrary library, RecipeLimits limits, InstantSource clock) {
      this.deadline = limits.deadline(clock);
      this.loader =
          new ImportLoader(
              library, limits.maxBytes(), (document, path) -> recipe(document, path, path + '#'));
    }

    /**
     * @param base what precedes the pointers of the nodes
     */
    Recipe recipe(Document document, String path, String base) {
      Problems problems = new Problems(document.fileName(), deadline);
      problems.addAll(document.mistakes());
      return new RecipeParser(problems, loader, path, base).parse(document);
    }
  }

  /** Parses and checks a document and lists its inputs. */
  private static final class RecipeParser {
    private final Problems problems;
    private final ImportLoader loader;
    private final String path;
    private final String base;
    private final Inputs inputs;

    RecipeParser(Problems problems, ImportLoader loader, String path, String base) {
      this.problems = problems;
      this.loader = loader;
      this.path = path;
      this.base = base;
      this.inputs = new Inputs(problems);
    }

    Recipe parse(Document source) {
      SourceValue document = source.value();
      Map<String, Binding> imports =
          new ImportsParser(problems, loader, path, source.fileName()).read(document);
      ImportNodes importing = new ImportNodes(problems, inputs, imports);
      NodeParser nodes = new NodeParser(problems, inputs, importing, base);
      Template template = nodes.root(document);
      List<ComputedInput> computed = new ComputeParser(problems, nodes).entries(document, template);
      inputs.computed(computed);
      List<KeptPattern> artifacts =
          new ArtifactsParser(problems, inputs).entries(document, template);
      List<SchedulesParser.Located> schedules = new SchedulesParser(problems).read(document);
      SettingsParser.launch(document, problems);
      List<WantedDirectory> dirs = new DirsParser(problems, base).entries(document);
      importing.warnOfUnused();
      SettingsParser.checkNotifications(source, problems);
      SettingsParser.checkHttp(source, problems);
      SettingsParser.warnOfUnlisted(source, imports.values(), problems);
      if (!problems.hasErrors()) {
        inputs.check();
        InboxRule.check(source.value(), inputs.names(), problems);
      }
      if (template == null || problems.hasErrors()) {
        throw new RecipeException(problems.errors());
      }
      Recipe recipe =
          new Recipe(
              new Recipe.Head(
                  text(document, Setting.NAME),
                  text(document, Setting.DESCRIPTION),
                  artifacts,
                  dirs),
              template,
              inputs.parameters(),
              computed,
              problems.warnings(),
              new RecipeFiles(
                  source, path, loader.library(), targets(imports), inputs.usesDirectory()),
              inputs.passedOn());
      if (schedules.isEmpty()) {
        return recipe;
      }
      SchedulesParser.checkValues(recipe, schedules, problems);
      return recipe.withSchedules(
          schedules.stream().map(SchedulesParser.Located::schedule).toList());
    }

    private static List<RecipeImport> targets(Map<String, Binding> imports) {
      List<RecipeImport> targets = new ArrayList<>();
      for (Binding each : imports.values()) {
        if (each.target() != null) {
          targets.add(each.target());
        }
      }
      return targets;
    }

    private static @Nullable String text(SourceValue document, Setting field) {
      SourceValue value = document.child(field.key());
      return value != null && value.plain() instanceof String text ? text : null;
    }
  }

  /** Reads the {@code compute} of a recipe. */
  private static final class ComputeParser {
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
            "'compute' has "
                + compute.members().size()
                + " entries, more than "
                + ComputedInput.MOST,
            "Let one command compute several things as an array.",
            Place.of(pointer, compute));
        return List.of();
      }
      Surroundings around =
          root == null ? Surroundings.NONE : SettingsParser.inside(root.settings());
      List<ComputedInput> entries = new ArrayList<>();
      compute
          .members()
          .forEach(
              (name, member) -> {
                String own = Pointers.child(pointer, name);
                boolean usable =
                    DefaultsParser.isUsableName(
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
  }
}
