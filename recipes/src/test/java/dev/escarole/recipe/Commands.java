package dev.escarole.recipe;

import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.recipe.template.Condition;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The commands of a recipe, in order: what a plan compiler does, without the plan. */
final class Commands {
  private final List<List<String>> found = new ArrayList<>();
  private final RecipeHandles handles;

  private Commands(RecipeHandles handles) {
    this.handles = handles;
  }

  private List<String> argv(HandleTemplate template, Scope scope) {
    CommandHandle handle = handles.calledBy(template).orElseThrow();
    return handle.call(handle.typed(template.arguments().in(scope))).argv();
  }

  static List<List<String>> of(Recipe recipe, Map<String, ?> values) {
    RecipeHandles handles = RecipeHandles.of(recipe);
    if (!handles.errors().isEmpty()) {
      throw new RecipeException(handles.errors());
    }
    Commands commands = new Commands(handles);
    commands.enter(recipe.template(), Scope.root(recipe.bind(values)));
    return commands.found;
  }

  static List<List<String>> of(String recipe, Map<String, ?> values) {
    return of(new RecipeReader().read(recipe, "test"), values);
  }

  private void enter(Template template, Scope around) {
    NodeSettings settings = template.settings();
    Scope scope = around.enter(settings);
    Text repeat = settings.repeat();
    if (repeat == null) {
      copy(template, scope);
      return;
    }
    int count = (int) scope.number(repeat, Setting.REPEAT);
    for (int i = 0; i < count; i++) {
      copy(template, scope.repeated(i, count));
    }
  }

  private void copy(Template template, Scope scope) {
    Condition when = template.settings().when();
    if (when != null && !scope.test(when)) {
      return;
    }
    template
        .<Runnable>fold(
            leaf -> () -> found.add(scope.argv(leaf.words())),
            list -> () -> list.children().forEach(child -> enter(child, scope)),
            nested -> () -> enter(nested.inner(), scope),
            handle -> () -> found.add(argv(handle, scope)),
            imported -> () -> enter(imported.call().template(), imported.call().scope(scope)))
        .run();
  }
}
