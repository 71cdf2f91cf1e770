package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses the operators of an object, in order. Confined to that object. */
final class OperatorParser {
  private static final String ARGS = "args";

  private final FormParser forms;
  private final FormValue.Obj object;
  private final String pointer;

  OperatorParser(FormParser forms, FormValue.Obj object, String pointer) {
    this.forms = forms;
    this.object = object;
    this.pointer = pointer;
  }

  /** Whether the object is encoded as {@code args}. */
  static boolean makesArgs(FormValue.Obj object) {
    FormValue encode = object.get("$encode");
    if (encode instanceof FormValue.Array array && !array.items().isEmpty()) {
      return isArgs(array.items().get(0));
    }
    return encode != null && isArgs(encode);
  }

  private static boolean isArgs(FormValue value) {
    return value instanceof FormValue.Text text && text.value().equals(ARGS);
  }

  List<Operator> parse() {
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
    String place = FormParser.child(pointer, name);
    return switch (name) {
      case "$join" -> new Operator.Join(forms.node(value, place));
      case "$transform" -> new Operator.Transformed(list(value, place, Transform::named));
      case "$encode" ->
          new Operator.Encoded(list(value, place, Encoding::named), forms.settings().argsRules());
      case "$matches" -> {
        JsonSchema schema = forms.attempt(place, () -> JsonSchema.of(value));
        yield schema == null ? null : new Operator.Matches(schema);
      }
      case "$match" -> new Operator.Match(branches(value, place));
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

  private List<Operator.Match.Branch> branches(FormValue value, String place) {
    List<Operator.Match.Branch> branches = new ArrayList<>();
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

  private Operator.Match.Branch branch(FormValue.Obj branch, String at) {
    FormValue schema = branch.get("$case");
    JsonSchema parsed =
        schema == null
            ? null
            : forms.attempt(FormParser.child(at, "$case"), () -> JsonSchema.of(schema));
    FormValue then = branch.get("$then");
    if (then != null) {
      return new Operator.Match.Branch(parsed, forms.node(then, FormParser.child(at, "$then")));
    }
    Map<String, FormValue.Member> rest = new LinkedHashMap<>(branch.members());
    rest.remove("$case");
    FormValue template = new FormValue.Obj(rest, branch.provenance());
    return new Operator.Match.Branch(parsed, forms.node(template, at));
  }
}
