package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.AwaitKind;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import dev.escarole.recipe.template.Word;
import java.util.ArrayList;
import java.util.List;

/** Reads the nodes that wait for people or programs. */
final class AwaitNodes {
  private static final String COMPUTED = "/" + Setting.COMPUTE.key() + "/";

  private final Problems problems;
  private final Inputs inputs;

  AwaitNodes(Problems problems, Inputs inputs) {
    this.problems = problems;
    this.inputs = inputs;
  }

  /** Whether a node waits for a callback. */
  static boolean isCallback(SourceObject node) {
    SourceValue await = node.get(Setting.AWAIT.key());
    return await != null && AwaitKind.CALLBACK.word().equals(await.plain());
  }

  /** What stands for the command of such a node, wherever its plan is shown. */
  List<Word> words(SourceObject node, String pointer, AwaitKind kind, Surroundings inside) {
    if (pointer.startsWith(COMPUTED)) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "a computed input cannot wait: nobody answers before the run has started",
          "Make it a step of the recipe.",
          Place.of(pointer, node));
    }
    List<Word> words = new ArrayList<>();
    words.add(literal(Setting.AWAIT.key()));
    words.add(literal(kind.word()));
    SourceValue show = node.get(Setting.SHOW.key());
    if (show != null && show.plain() instanceof String text) {
      Place place = Place.of(Pointers.child(pointer, Setting.SHOW.key()), show);
      try {
        Text shown = Text.parse(text);
        inputs.mention(shown.mentions(), place, inside);
        problems.warnings(shown, place);
        words.add(new Word(true, shown));
      } catch (TemplateException wrong) {
        problems.errors(wrong, place);
      }
    }
    return words;
  }

  private static Word literal(String word) {
    return new Word(true, Text.parse(word));
  }
}
