package dev.escarole.recipe.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Short words for what the tests of the language ask again and again. */
final class Words {
  private Words() {}

  static List<String> argv(String template) {
    return argv(template, Map.of());
  }

  static List<String> argv(String template, Map<String, Object> values) {
    return Scope.root(values).argv(WordSplitter.split(template));
  }

  /** What {@code text}, as one quoted word, resolves to. */
  static String resolved(String text, Scope scope) {
    return scope.argv(List.of(new Word(true, Text.parse("x" + text)))).get(0).substring(1);
  }

  static String resolved(String text, Map<String, Object> values) {
    return resolved(text, Scope.root(values));
  }

  static Scope withDefaults(Scope scope, Map<String, Object> defaults) {
    return scope.enter(new NodeSettings(Map.of(), null, null, null, null, null, defaults));
  }

  static Scope withDefaults(Map<String, Object> defaults) {
    return withDefaults(Scope.root(Map.of()), defaults);
  }

  static Scope withArgs(Scope scope, String... declarations) {
    List<ArgumentDeclaration> parsed =
        List.of(declarations).stream().map(ArgumentDeclaration::parse).toList();
    return scope.enter(
        new NodeSettings(Map.of(), null, null, null, null, Arguments.of(parsed), Map.of()));
  }

  static TemplateException failure(ThrowingCallable call) {
    TemplateException failure = catchThrowableOfType(TemplateException.class, call);
    assertThat(failure).as("a TemplateException").isNotNull();
    return failure;
  }

  static List<String> codes(ThrowingCallable call) {
    return failure(call).problems().stream().map(TemplateException::code).toList();
  }
}
