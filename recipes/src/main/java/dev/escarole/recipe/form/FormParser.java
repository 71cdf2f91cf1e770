package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormProblem;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses forms and reports all errors at once. Confined to one parse. */
final class FormParser {
  private final FormSettings settings;
  private final Expressions expressions;
  private final List<FormProblem> errors = new ArrayList<>();
  private final List<FormProblem> warnings = new ArrayList<>();
  private int argsLevel;

  FormParser(FormSettings settings) {
    this.settings = settings;
    this.expressions = new Expressions(settings.limits());
  }

  FormNode parse(FormValue source) {
    FormNode root = node(source, settings.pointer());
    if (!errors.isEmpty()) {
      throw new FormException(errors);
    }
    return root;
  }

  List<FormProblem> warnings() {
    return warnings;
  }

  FormSettings settings() {
    return settings;
  }

  Expressions expressions() {
    return expressions;
  }

  void warn(String code, String message, @Nullable String hint, String pointer) {
    warnings.add(new FormProblem(code, message, hint, pointer));
  }

  /** Parses one part; on an error, records it and returns null. */
  <T> @Nullable T attempt(String pointer, java.util.function.Supplier<T> part) {
    try {
      return part.get();
    } catch (FormException wrong) {
      errors.addAll(wrong.at(pointer).problems());
      return null;
    }
  }

  void error(String message, @Nullable String hint, String pointer) {
    errors.add(new FormProblem(FormCodes.SYNTAX, message, hint, pointer));
  }

  /** Parses a part that is encoded as {@code args}, in which its directives are allowed. */
  FormNode insideArgs(boolean args, java.util.function.Supplier<FormNode> part) {
    argsLevel += args ? 1 : 0;
    FormNode node = part.get();
    argsLevel -= args ? 1 : 0;
    return node;
  }

  FormNode node(FormValue value, String pointer) {
    if (value instanceof FormValue.Text text) {
      return text(text, pointer);
    }
    if (value instanceof FormValue.Array array) {
      return array(array, pointer);
    }
    if (value instanceof FormValue.Obj object) {
      return Directives.isDirected(object)
          ? new DirectiveParser(this, object, pointer).parse()
          : object(object.members(), pointer);
    }
    return new FormNode.Constant(value, 1);
  }

  private FormNode text(FormValue.Text text, String pointer) {
    TextTemplate template = attempt(pointer, () -> TextTemplate.parse(text.value(), expressions));
    if (template == null) {
      return FormNode.NOTHING;
    }
    String written = template.written();
    return written == null
        ? FormNode.located(pointer, FormNode.made(template::evaluate))
        : new FormNode.Constant(new FormValue.Text(written, Provenance.LITERAL), 1);
  }

  private FormNode array(FormValue.Array array, String pointer) {
    List<FormNode> items = new ArrayList<>();
    for (int i = 0; i < array.items().size(); i++) {
      items.add(node(array.items().get(i), pointer + "/" + i));
    }
    return folded(FormNode.array(items), items);
  }

  /** An object without directives of its own; {@code $$name} stands for {@code $name}. */
  FormNode object(Map<String, FormValue.Member> members, String pointer) {
    List<FormNode.NamedNode> named = new ArrayList<>();
    members.forEach(
        (name, member) -> named.add(member(name, member.value(), child(pointer, name))));
    return folded(FormNode.object(named), named.stream().map(FormNode.NamedNode::value).toList());
  }

  FormNode.NamedNode member(String name, FormValue value, String pointer) {
    checkName(name, value, pointer);
    String plain = name.startsWith("$$") ? name.substring(1) : name;
    return new FormNode.NamedNode(plain, node(value, pointer));
  }

  private void checkName(String name, FormValue value, String pointer) {
    boolean args = argsLevel > 0;
    if (name.startsWith("$") && !name.startsWith("$$")) {
      boolean known = args ? Directives.OF_ARGS.contains(name) : Directives.OF_TEXT.contains(name);
      if (!known) {
        warn(
            FormCodes.UNKNOWN_DIRECTIVE,
            "'" + name + "' is not a directive here and is kept as data",
            Directives.OF_ARGS.contains(name)
                ? "It is a directive inside {\"$encode\": \"args\", ...}."
                : "Write '$" + name + "' if it is data.",
            pointer);
      }
    } else if (args && value instanceof FormValue.Obj && Directives.OF_ARGS.contains("$" + name)) {
      warn(
          FormCodes.LITERAL_WORD,
          "'" + name + "' becomes an argument itself",
          "Did you mean '$" + name + "'?",
          pointer);
    }
  }

  /** Evaluates constant parts once. */
  private FormNode folded(FormNode node, List<FormNode> parts) {
    settings.pace().run();
    if (parts.stream().anyMatch(part -> part.constant() == null)) {
      return node;
    }
    Budget budget = new Budget(settings.limits(), settings.pace());
    FormValue nothing = new FormValue.Null(Provenance.LITERAL);
    FormValue value =
        attempt(settings.pointer(), () -> node.evaluate(new Query.Scope(nothing, budget)).single());
    int size = 1 + parts.stream().mapToInt(FormParser::size).sum();
    return value == null ? FormNode.NOTHING : new FormNode.Constant(value, size);
  }

  private static int size(FormNode node) {
    return node instanceof FormNode.Constant constant ? constant.size() : 1;
  }

  static String child(String pointer, String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** The names of directives (Tool Form, section 2.2). */
  static final class Directives {
    /** Checked and then ignored. */
    static final Set<String> MODIFIERS = Set.of("$meta", "$comment");

    /** At most one in an object; determines its value. */
    static final Set<String> DOMAINS =
        Set.of("$", "$use", "$spread", "$if", "$when", "$each", "$uri", "$include");

    /** Any number in an object, applied in order. */
    static final Set<String> OPERATORS =
        Set.of("$join", "$transform", "$encode", "$match", "$matches");

    /** Directives of the {@code args} encoding. */
    static final Set<String> OF_ARGS = Set.of("$args", "$flags", "$repeat");

    /** Directives of the {@code json} and {@code base64} encodings. */
    static final Set<String> OF_TEXT = Set.of("$indent", "$content");

    private Directives() {}

    static boolean isDirective(String name) {
      return MODIFIERS.contains(name) || DOMAINS.contains(name) || OPERATORS.contains(name);
    }

    static boolean isDirected(FormValue.Obj object) {
      return object.members().keySet().stream().anyMatch(Directives::isDirective);
    }
  }
}
