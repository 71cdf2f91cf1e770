package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceScalar;
import dev.escarole.recipe.template.CallArguments;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.ImportCall;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.SettingForm;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Template.ImportTemplate;
import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import dev.escarole.recipe.template.Template.NestedTemplate;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Word;
import dev.escarole.recipe.template.WordSplitter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses the nodes of a template. Continues after an error, to report all of them at once; an
 * invalid node is null.
 */
final class NodeParser {
  private final Problems problems;
  private final Inputs inputs;
  private final FieldChecks fields;
  private final HandleNodes handles;
  private final ImportNodes imports;
  private final AwaitNodes awaits;
  private final String base;

  /**
   * @param base what precedes the pointers of the nodes; empty unless the file is imported
   */
  NodeParser(Problems problems, Inputs inputs, ImportNodes imports, String base) {
    this.problems = problems;
    this.inputs = inputs;
    this.imports = imports;
    this.base = base;
    this.fields = new FieldChecks(problems);
    this.handles = new HandleNodes(problems, inputs);
    this.awaits = new AwaitNodes(problems, inputs);
  }

  /** The whole document as one node. */
  @Nullable Template root(SourceValue document) {
    return document instanceof SourceObject handle && HandleNodes.isHandle(handle)
        ? new HandleTemplate(base, NodeSettings.NONE, base, handles.ofWholeFile(handle))
        : node(document, "", Surroundings.NONE);
  }

  /** A node in any of the three forms. */
  @Nullable Template node(SourceValue value, String pointer, Surroundings around) {
    problems.pace();
    if (value instanceof SourceObject object && !HandleNodes.isHandle(value)) {
      return object(object, pointer, around);
    }
    Content content = new Content(value, pointer, pointer, null);
    return plain(content, NodeSettings.NONE, around);
  }

  /**
   * The content of a node, and the pointers of both.
   *
   * @param with the arguments for a handle, if any
   */
  private record Content(
      SourceValue value, String pointer, String nodePointer, @Nullable SourceValue with) {}

  private @Nullable Template object(SourceObject object, String pointer, Surroundings around) {
    fields.check(object, pointer);
    SettingsParser settings = new SettingsParser(problems, inputs, this, object, pointer);
    NodeSettings own = settings.parse(around);
    if (ImportNodes.isImport(object, pointer)) {
      ImportCall call = imports.call(object, pointer, own, settings.inside());
      return call == null ? null : new ImportTemplate(base + pointer, own, call);
    }
    SourceValue template = object.get(Setting.TEMPLATE.key());
    if (template == null && own.await() != null) {
      List<Word> words = awaits.words(object, pointer, own.await(), settings.inside());
      return new LeafTemplate(base + pointer, own, words);
    }
    if (template == null || !Setting.TEMPLATE.form().accepts(template.type())) {
      return null;
    }
    Content content =
        new Content(
            template,
            Pointers.child(pointer, Setting.TEMPLATE.key()),
            pointer,
            object.get(Setting.WITH.key()));
    return inner(content, own, settings.inside());
  }

  private @Nullable Template inner(Content content, NodeSettings own, Surroundings inside) {
    if (!(content.value() instanceof SourceObject object) || HandleNodes.isHandle(object)) {
      return plain(content, own, inside);
    }
    Template template = object(object, content.pointer(), inside);
    return template == null
        ? null
        : new NestedTemplate(base + content.nodePointer(), own, template);
  }

  private @Nullable Template plain(Content content, NodeSettings own, Surroundings inside) {
    if (content.value() instanceof SourceArray array) {
      return list(array, content, own, inside);
    }
    if (content.value() instanceof SourceObject handle && HandleNodes.isHandle(handle)) {
      CallArguments arguments =
          handles.arguments(handle, content.nodePointer(), content.with(), inside);
      return new HandleTemplate(
          base + content.nodePointer(), own, base + content.pointer(), arguments);
    }
    if (content.value() instanceof SourceScalar scalar && scalar.plain() instanceof String text) {
      return leaf(text, content, own, inside);
    }
    problems.error(
        Codes.WRONG_TYPE,
        "a template must be "
            + SettingForm.Structure.TEMPLATE.expectation()
            + ", not "
            + content.value().typeName(),
        null,
        Place.of(content.pointer(), content.value()));
    return null;
  }

  private @Nullable Template leaf(
      String text, Content content, NodeSettings own, Surroundings inside) {
    Place place = Place.of(content.pointer(), content.value());
    try {
      List<Word> words = WordSplitter.split(text);
      words.forEach(word -> inputs.mention(word.mentions(), place, inside));
      RiskyShapes.warn(words, problems, place);
      return new LeafTemplate(base + content.nodePointer(), own, words);
    } catch (TemplateException wrong) {
      problems.errors(wrong, place);
      return null;
    }
  }

  private @Nullable Template list(
      SourceArray array, Content content, NodeSettings own, Surroundings inside) {
    if (array.items().isEmpty()) {
      problems.error(
          Codes.EMPTY_TEMPLATE, "the array has no steps", null, Place.of(content.pointer(), array));
    }
    List<Template> children = new ArrayList<>();
    for (int i = 0; i < array.items().size(); i++) {
      Template child = item(array.items().get(i), Pointers.child(content.pointer(), i), inside);
      if (child != null) {
        children.add(child);
      }
    }
    return new ListTemplate(base + content.nodePointer(), own, children);
  }

  private @Nullable Template item(SourceValue value, String pointer, Surroundings inside) {
    if (value instanceof SourceArray) {
      problems.error(
          Codes.NESTED_ARRAY,
          "an array is directly inside another array",
          "Put it into an object: {\"template\": [...]}.",
          Place.of(pointer, value));
      return null;
    }
    return node(value, pointer, inside);
  }
}
