package dev.escarole.recipe.form;

import dev.escarole.recipe.form.FormParser.Directives;
import dev.escarole.recipe.form.Query.SingularExpression;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Result;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Parses an object with directives (Tool Form, sections 3 to 5). Confined to that object. */
final class DirectiveParser {
  private final FormParser forms;
  private final FormValue.Obj object;
  private final String pointer;

  /** The members that are not directives, in order. */
  private final Map<String, FormValue.Member> rest = new LinkedHashMap<>();

  DirectiveParser(FormParser forms, FormValue.Obj object, String pointer) {
    this.forms = forms;
    this.object = object;
    this.pointer = pointer;
  }

  FormNode parse() {
    object
        .members()
        .forEach(
            (name, member) -> {
              if (!Directives.isDirective(name)) {
                rest.put(name, member);
              }
            });
    checkMeta();
    List<String> domains =
        object.members().keySet().stream().filter(Directives.DOMAINS::contains).toList();
    if (domains.size() > 1) {
      forms.error(
          "'" + domains.get(0) + "' and '" + domains.get(1) + "'  are in one object",
          "Put one inside the other; for a condition, use $if with $then.",
          pointer);
      return FormNode.NOTHING;
    }
    List<Operator> operators = operators();
    FormNode domain =
        forms.insideArgs(
            makesArgs(),
            () -> domains.isEmpty() ? forms.object(rest, pointer) : domain(domains.get(0)));
    return domains.isEmpty() && operators.isEmpty()
        ? domain
        : FormNode.located(pointer, FormNode.directed(domain, operators));
  }

  private void checkMeta() {
    FormValue meta = object.get("$meta");
    if (meta != null && !(meta instanceof FormValue.Obj)) {
      forms.error("'$meta' must be an object", null, at("$meta"));
    }
  }

  private FormNode domain(String name) {
    FormValue value = Objects.requireNonNull(object.get(name));
    return switch (name) {
      case "$" -> {
        ignoreOthers(Set.of());
        yield singular(value);
      }
      case "$use" -> {
        ignoreOthers(Set.of());
        yield forms.node(value, at(name));
      }
      case "$spread" -> spread(value);
      case "$if" -> {
        ignoreOthers(Set.of("$then", "$else"));
        yield choice(value);
      }
      case "$when" -> {
        Predicate<Query.Scope> test = test(value, at(name));
        yield FormNode.choice(test, forms.object(rest, pointer), FormNode.NOTHING);
      }
      case "$each" -> each(value);
      case "$uri" -> uri(value);
      default -> include(value);
    };
  }

  private void ignoreOthers(Set<String> read) {
    for (String name : rest.keySet()) {
      if (!read.contains(name)) {
        forms.warn(
            FormCodes.IGNORED_MEMBER,
            "'" + name + "' is next to a directive that ignores it",
            "Leave it out.",
            at(name));
      }
    }
  }

  private FormNode singular(FormValue value) {
    if (!(value instanceof FormValue.Text text)) {
      return wrong("'$' must be a string", "$");
    }
    SingularExpression expression =
        forms.attempt(at("$"), () -> forms.expressions().singular(text.value()));
    return expression == null ? FormNode.NOTHING : FormNode.made(expression::evaluate);
  }

  private FormNode spread(FormValue value) {
    FormNode spread = spreadNode(value);
    if (rest.isEmpty()) {
      if (object.members().keySet().stream().anyMatch(Directives.OPERATORS::contains)) {
        forms.error(
            "'$spread' alone has no value for an operator",
            "Put it into an array: {\"$use\": [{\"$spread\": ...}], ...}.",
            at("$spread"));
      }
      return spread;
    }
    List<FormNode.NamedNode> members = new ArrayList<>();
    object
        .members()
        .forEach(
            (name, member) -> {
              if (name.equals("$spread")) {
                members.add(new FormNode.NamedNode(null, spread));
              } else if (rest.containsKey(name)) {
                members.add(forms.member(name, member.value(), at(name)));
              }
            });
    return FormNode.object(members);
  }

  private FormNode spreadNode(FormValue value) {
    if (!(value instanceof FormValue.Text text)) {
      return FormNode.spread(forms.node(value, at("$spread")));
    }
    Query query = query(text, "$spread");
    if (query == null) {
      return FormNode.NOTHING;
    }
    if (!query.singular() && rest.isEmpty()) {
      forms.warn(
          FormCodes.QUERY_LEVEL,
          "'" + text.value() + "' spreads the content of each value that it selects",
          "To spread the elements of a list, name the list: \"$.list\", not \"$.list[*]\".",
          at("$spread"));
    }
    return scope -> new Result.Fragment(query.nodes(scope, scope.root()));
  }

  private @Nullable Query query(FormValue.Text text, String name) {
    return forms.attempt(at(name), () -> forms.expressions().query(text.value()));
  }

  private FormNode choice(FormValue condition) {
    return FormNode.choice(test(condition, at("$if")), branch("$then"), branch("$else"));
  }

  private FormNode branch(String name) {
    FormValue.Member member = rest.get(name);
    return member == null ? FormNode.NOTHING : forms.node(member.value(), at(name));
  }

  private Predicate<Query.Scope> test(FormValue value, String place) {
    if (!(value instanceof FormValue.Text text)) {
      FormNode node = forms.node(value, place);
      return scope -> Values.truthy(node.evaluate(scope).single());
    }
    Filter condition = forms.attempt(place, () -> forms.expressions().condition(text.value()));
    return scope -> condition != null && condition.test(scope, scope.root());
  }

  private FormNode each(FormValue value) {
    FormValue as = object.get("$as");
    if (!(as instanceof FormValue.Text name) || name.value().isEmpty()) {
      return wrong("'$each' needs '$as', the name of each element", "$each");
    }
    Map<String, FormValue.Member> template = new LinkedHashMap<>(rest);
    template.keySet().removeAll(Set.of("$as", "$key", "$value"));
    FormValue given = object.get("$value");
    if (given != null) {
      ignoreOthers(Set.of("$as", "$key", "$value"));
    }
    FormValue key = object.get("$key");
    FormNode element =
        given == null ? forms.object(template, pointer) : forms.node(given, at("$value"));
    return FormNode.each(
        sequence(value), name.value(), key == null ? null : forms.node(key, at("$key")), element);
  }

  private Function<Query.Scope, List<FormValue>> sequence(FormValue value) {
    if (!(value instanceof FormValue.Text text)) {
      FormNode node = forms.node(value, at("$each"));
      return scope -> {
        FormValue whole = node.evaluate(scope).single();
        return whole == null ? List.of() : Selector.children(whole);
      };
    }
    Query query = query(text, "$each");
    if (query == null) {
      return scope -> List.of();
    }
    if (query.singular()) {
      forms.warn(
          FormCodes.QUERY_LEVEL,
          "'" + text.value() + "' selects one value, so there is only one iteration",
          "To iterate over a list, write \"" + text.value() + "[*]\".",
          at("$each"));
    }
    return scope -> query.nodes(scope, scope.root());
  }

  private FormNode uri(FormValue value) {
    if (!(value instanceof FormValue.Text text)) {
      return wrong("'$uri' must be a string", "$uri");
    }
    Map<String, String> variables = new LinkedHashMap<>();
    rest.forEach(
        (name, member) -> {
          if (member.value() instanceof FormValue.Text written) {
            variables.put(name, written.value());
          } else {
            forms.error("the variable '" + name + "' must be an expression", null, at(name));
          }
        });
    UriTemplate template =
        forms.attempt(
            at("$uri"), () -> UriTemplate.parse(text.value(), variables, forms.expressions()));
    return template == null ? FormNode.NOTHING : FormNode.made(template::evaluate);
  }

  private FormNode include(FormValue value) {
    ignoreOthers(Set.of());
    if (!(value instanceof FormValue.Text text)
        || !(text.value().equals("#") || text.value().startsWith("#/"))) {
      return wrong("'$include' can only refer to this document: \"#/pointer\"", "$include");
    }
    FormValue found = forms.settings().document();
    for (String token : text.value().substring(1).split("/", -1)) {
      found = token.isEmpty() && found == forms.settings().document() ? found : step(found, token);
      if (found == null) {
        return wrong("'" + text.value() + "' refers to nothing in this document", "$include");
      }
    }
    return new FormNode.Constant(found, 1);
  }

  private static @Nullable FormValue step(FormValue value, String token) {
    String name = token.replace("~1", "/").replace("~0", "~");
    if (value instanceof FormValue.Obj inside) {
      return inside.get(name);
    }
    boolean index = value instanceof FormValue.Array && name.matches("0|[1-9][0-9]{0,8}");
    return index ? new Selector.Index(Long.parseLong(name)).single(value) : null;
  }

  private FormNode wrong(String message, String name) {
    forms.error(message, null, at(name));
    return FormNode.NOTHING;
  }

  private String at(String name) {
    return FormParser.child(pointer, name);
  }

  /** Whether the object is encoded as {@code args}. */
  private boolean makesArgs() {
    FormValue encode = object.get("$encode");
    if (encode instanceof FormValue.Array array && !array.items().isEmpty()) {
      return isArgs(array.items().get(0));
    }
    return encode != null && isArgs(encode);
  }

  private static boolean isArgs(FormValue value) {
    return value instanceof FormValue.Text text && text.value().equals("args");
  }

  private List<Operator> operators() {
    List<Operator> operators = new ArrayList<>();
    object
        .members()
        .forEach(
            (name, member) -> {
              Operator operator = operator(name, member.value());
              if (operator != null) {
                operators.add(operator);
              }
            });
    return List.copyOf(operators);
  }

  private @Nullable Operator operator(String name, FormValue value) {
    String place = at(name);
    return switch (name) {
      case "$join" -> Operator.join(forms.node(value, place));
      case "$transform" -> Operator.transformed(list(value, place, Transform::named));
      case "$encode" ->
          Operator.encoded(list(value, place, Encoding::named), forms.settings().argsRules());
      case "$matches" -> {
        JsonSchema schema = forms.attempt(place, () -> JsonSchema.of(value));
        yield schema == null ? null : Operator.matches(schema);
      }
      case "$match" -> Operator.match(branches(value, place));
      default -> null;
    };
  }

  private <T> List<T> list(FormValue value, String place, Function<String, T> named) {
    List<FormValue> names = value instanceof FormValue.Array array ? array.items() : List.of(value);
    List<T> found = new ArrayList<>();
    for (FormValue name : names) {
      if (!(name instanceof FormValue.Text text)) {
        forms.error("names must be written as strings", null, place);
        return List.of();
      }
      T each = forms.attempt(place, () -> named.apply(text.value()));
      if (each != null) {
        found.add(each);
      }
    }
    return List.copyOf(found);
  }

  private List<Operator.Branch> branches(FormValue value, String place) {
    List<Operator.Branch> branches = new ArrayList<>();
    List<FormValue> written = value instanceof FormValue.Array array ? array.items() : List.of();
    for (int i = 0; i < written.size(); i++) {
      String at = place + "/" + i;
      if (written.get(i) instanceof FormValue.Obj branch) {
        branches.add(branch(branch, at));
      } else {
        forms.error("a branch of '$match' must be an object", null, at);
      }
    }
    return List.copyOf(branches);
  }

  private Operator.Branch branch(FormValue.Obj branch, String at) {
    FormValue schema = branch.get("$case");
    JsonSchema parsed =
        schema == null
            ? null
            : forms.attempt(FormParser.child(at, "$case"), () -> JsonSchema.of(schema));
    FormValue then = branch.get("$then");
    if (then != null) {
      return new Operator.Branch(parsed, forms.node(then, FormParser.child(at, "$then")));
    }
    Map<String, FormValue.Member> rest = new LinkedHashMap<>(branch.members());
    rest.remove("$case");
    FormValue template = new FormValue.Obj(rest, branch.provenance());
    return new Operator.Branch(parsed, forms.node(template, at));
  }
}
