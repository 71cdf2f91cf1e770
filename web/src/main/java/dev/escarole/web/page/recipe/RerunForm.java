package dev.escarole.web.page.recipe;

import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The form that reruns a run, as it was filled in.
 *
 * @param now whether the recipe is the present one, not that of the run
 * @param own whether the reader acts for the principal of the run, and so may change what it is
 *     given
 * @param launch its fields; null if there is no such recipe
 * @param problem why it cannot be used; empty if it can
 */
public record RerunForm(
    RunHead run,
    RunOrigin origin,
    SentForm sent,
    boolean now,
    boolean own,
    @Nullable LaunchForm launch,
    String problem) {

  private static final int LONGEST = 200;

  /** The form as it is sent, or filled from the run. */
  static FormInput input(
      List<RecipeDocument.Input> inputs, RunOrigin origin, SentForm sent, boolean first) {
    if (!first) {
      return FormInput.of(sent);
    }
    EarlierLaunch.Values values = EarlierLaunch.Values.of(origin, inputs);
    return FormInput.filled(values.texts(), values.json(), "", List.of(), "", Carried.NOTHING);
  }

  /** What was typed, without what was left empty. */
  static Map<String, @Nullable Object> values(List<RecipeDocument.Input> inputs, FormInput input) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (RecipeDocument.Input each : inputs) {
      Object value = input.value(each);
      if (value != null) {
        values.put(each.name(), value);
      }
    }
    return values;
  }

  /** How much is run again: a word of {@link RerunRequest}. */
  public String scope() {
    return sent.first("scope");
  }

  /** The step or cause that is meant; may be empty. */
  public String step() {
    return sent.first("step").strip();
  }

  /** Whether results of finished steps may be lost. */
  public boolean force() {
    return !sent.first("force").isEmpty();
  }

  /** Where it is sent. */
  public String address() {
    return "/runs/" + run.run() + "/rerun/form";
  }

  RerunRequest request() {
    RerunRequest request =
        new RerunRequest(
            run.run(),
            scope().isEmpty() ? null : scope(),
            scope().equals("all") ? null : Pages.orNull(step()),
            force(),
            now ? run.recipe() : null,
            null,
            null,
            null);
    LaunchForm form = launch;
    return form == null || !own ? request : request.with(changed(form), form.input().directories());
  }

  /** The values that differ from those of the run. */
  private Map<String, @Nullable Object> changed(LaunchForm form) {
    List<RecipeDocument.Input> inputs = form.inputs().inputs();
    Map<String, List<String>> before = EarlierLaunch.Values.of(origin, inputs).texts();
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    Set<String> known = new HashSet<>();
    for (RecipeDocument.Input each : inputs) {
      known.add(each.name());
      List<String> was = before.getOrDefault(each.name(), List.of());
      if (!filled(was).equals(filled(form.input().texts(each.name())))) {
        Object value = form.input().value(each);
        if (value != null || origin.values().containsKey(each.name())) {
          changed.put(each.name(), value);
        }
      }
    }
    origin.values().keySet().stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> changed.put(name, null));
    return changed;
  }

  private static List<String> filled(List<String> texts) {
    return texts.stream().filter(text -> !text.isEmpty()).toList();
  }

  /** The values and directories that differ from those of the run, in words. */
  public List<String> changes() {
    RerunRequest request = request();
    List<String> words = new ArrayList<>();
    request
        .values()
        .forEach(
            (name, value) ->
                words.add(name + ": " + shown(origin.values().get(name)) + " → " + shown(value)));
    request.directories().forEach(each -> words.add("directory " + each));
    return words;
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "the default" : Words.brief(EarlierLaunch.Values.text(value), LONGEST);
  }

  /** What a start would do, as a text that changes with it. */
  String seen(RerunPreview preview) {
    return String.join(
        " ",
        preview.planHash(),
        scope(),
        step(),
        "" + preview.fresh(),
        "" + preview.reused(),
        "" + preview.lost(),
        Integer.toHexString(request().directories().hashCode()));
  }
}
