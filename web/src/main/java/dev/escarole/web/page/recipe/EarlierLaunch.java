package dev.escarole.web.page.recipe;

import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.run.ComputedInput;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.page.words.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The run that a launch form is filled from. Immutable.
 *
 * @param stdinBytes size of its input, if a form cannot hold it; else 0
 * @param files sizes of the files that it was given, by name
 * @param notes what the form could not be filled with, and why
 * @param input the filled form
 */
public record EarlierLaunch(
    RunHead head, long stdinBytes, Map<String, Long> files, List<String> notes, FormInput input) {

  /** Longer input stays where it is. */
  private static final int LONGEST_INPUT = 32 * 1024;

  private static final int LONGEST_VALUE = 200;
  private static final int MOST_CHANGES = 50;

  /** The values of a run as a form has them; confined to one thread. */
  static final class Values {

    private final Map<String, List<String>> texts = new LinkedHashMap<>();
    private final Set<String> json = new HashSet<>();
    private final List<String> notes = new ArrayList<>();

    /** The texts by the names of the inputs. */
    Map<String, List<String>> texts() {
      return texts;
    }

    /** The arrays that are typed as JSON. */
    Set<String> json() {
      return json;
    }

    List<String> notes() {
      return notes;
    }

    static Values of(RunOrigin origin, List<RecipeDocument.Input> inputs) {
      Values values = new Values();
      Set<String> known = new HashSet<>();
      inputs.forEach(
          each -> {
            known.add(each.name());
            Object value = origin.values().get(each.name());
            if (value != null) {
              values.add(each, value);
            }
          });
      origin
          .values()
          .forEach(
              (name, value) -> {
                if (!known.contains(name)) {
                  values.notes.add(
                      "The recipe has no input '%s' now; its value was: %s"
                          .formatted(name, Words.brief(text(value), LONGEST_VALUE)));
                }
              });
      return values;
    }

    private void add(RecipeDocument.Input input, Object value) {
      if ("array".equals(input.type())) {
        boolean rows =
            value instanceof List<?> items
                && !items.isEmpty()
                && items.stream().allMatch(each -> each instanceof String text && !text.isEmpty());
        if (rows) {
          texts.put(input.name(), ((List<?>) value).stream().map(String::valueOf).toList());
        } else {
          json.add(input.name());
          texts.put(input.name(), List.of(text(value)));
        }
      } else if (value instanceof Boolean flag && "bool".equals(input.type())) {
        texts.put(input.name(), List.of(flag ? "yes" : "no"));
      } else if (value instanceof String text && text.isEmpty()) {
        notes.add(
            "'%s' was the empty text, which a form cannot say: an empty field means the default."
                .formatted(input.name()));
      } else {
        texts.put(input.name(), List.of(text(value)));
      }
    }

    static String text(Object value) {
      return value instanceof String text
          ? text
          : new String(Documents.bytes(value), StandardCharsets.UTF_8);
    }
  }

  /**
   * Fills a form from a run.
   *
   * @param recipe the present recipe
   * @throws RefusedException if there is no such run
   */
  static EarlierLaunch of(Escarole escarole, String run, RecipeDocument recipe) {
    RunName name = new RunName(run);
    RunHead head = escarole.head(name);
    RunOrigin origin = escarole.origin(name);
    Set<String> computed = new HashSet<>();
    origin.computed().stream().map(ComputedInput::name).forEach(computed::add);
    Map<String, Long> files = new LinkedHashMap<>();
    for (RunFileList.FilePicture file : escarole.files(name).given()) {
      files.put(file.path(), file.bytes());
    }
    Values values = Values.of(origin, recipe.parameters());
    List<String> notes = new ArrayList<>(values.notes());
    computed.forEach(each -> notes.add("'%s' was computed, and is computed anew.".formatted(each)));
    values.texts().keySet().removeAll(computed);
    files.keySet().forEach(each -> values.texts().remove(each, List.of("/inputs/" + each)));
    String stdin = origin.stdinBytes() > LONGEST_INPUT ? null : text(escarole, run);
    FormInput untouched = FormInput.untouched(recipe);
    Set<String> json = new HashSet<>(values.json());
    untouched.json().stream().filter(each -> !values.texts().containsKey(each)).forEach(json::add);
    FormInput input =
        FormInput.filled(
            values.texts(),
            json,
            stdin == null ? "" : stdin,
            origin.directories(),
            String.join(", ", head.labels()),
            new Carried(head.run(), stdin == null, files.keySet()));
    return new EarlierLaunch(head, stdin == null ? origin.stdinBytes() : 0, files, notes, input);
  }

  /** The run of a form that was sent; null if it was not filled from one, or the run is gone. */
  static @Nullable EarlierLaunch of(Escarole escarole, FormInput sent, RecipeDocument recipe) {
    if (sent.carried().run().isEmpty()) {
      return null;
    }
    try {
      EarlierLaunch earlier = of(escarole, sent.carried().run(), recipe);
      return new EarlierLaunch(
          earlier.head(), earlier.stdinBytes(), earlier.files(), List.of(), sent);
    } catch (RefusedException e) {
      return null;
    }
  }

  /** Its input; null if it is not text. */
  private static @Nullable String text(Escarole escarole, String run) {
    OutputBytes bytes = escarole.output(new RunOutputQuery(run, "stdin"));
    try (InputStream in = bytes.open(0, bytes.size())) {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(in.readAllBytes())).toString();
      // A form sends other line ends, and some characters not at all.
      return text.chars().allMatch(each -> each >= ' ' || each == '\n' || each == '\t')
          ? text
          : null;
    } catch (CharacterCodingException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How the present recipe differs from the run; null if it does not, or if that is not known. */
  static @Nullable PlanChanges changes(Escarole escarole, RunHead run, RecipeDocument recipe) {
    if (!run.recipe().equals(recipe.head().name())) {
      return new PlanChanges(
          "That is a run of another recipe, " + run.recipe() + ".", List.of(), List.of(), 0);
    }
    RerunPreview preview;
    try {
      preview =
          escarole.previewRerun(RerunRequest.all(run.run()).of(RecipeChoice.named(run.recipe())));
    } catch (RefusedException e) {
      String why = e.problems().isEmpty() ? e.getMessage() : e.problems().get(0).message();
      return new PlanChanges(
          "The recipe has changed since that run. " + Words.sentence(why), List.of(), List.of(), 0);
    }
    if (preview.samePlan()) {
      return null;
    }
    return PlanChanges.of("The recipe has changed since that run.", preview, MOST_CHANGES);
  }
}
