package dev.escarole.engine.plan;

import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.template.FactNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a plan says in the places that the facts of a run take: the facts of one run, or their names
 * as long as there is none. Immutable.
 */
public final class RunFacts {

  /** {@code {run_id}} and so on, as people read a plan that nobody has launched. */
  static final RunFacts NAMES = new RunFacts(name -> '{' + name + '}');

  private final UnaryOperator<String> facts;

  private RunFacts(UnaryOperator<String> facts) {
    this.facts = facts;
  }

  /**
   * The facts of a run.
   *
   * @param launched when it was launched; counts to the second
   */
  public static RunFacts of(String id, Instant launched) {
    Instant second = launched.truncatedTo(ChronoUnit.SECONDS);
    String date = second.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    Map<String, String> values =
        Map.of(
            FactNames.RUN_ID, id, FactNames.RUN_DATE, date, FactNames.RUN_TIME, second.toString());
    return new RunFacts(name -> Objects.requireNonNull(values.get(name)));
  }

  /** The text with the facts in it; null stays null. */
  public @Nullable String in(@Nullable String text) {
    return text == null ? null : FactNames.fill(text, facts);
  }

  /** The place with the facts in its label. */
  public Place in(Place place) {
    return new Place(place.index(), place.path(), place.pointer(), in(place.label()));
  }

  /** The words with the facts in them. */
  public List<String> in(List<String> argv) {
    return argv.stream().map(word -> FactNames.fill(word, facts)).toList();
  }

  /** What a handle is given, with the facts in it; null stays null. */
  public @Nullable HandleSetting in(@Nullable HandleSetting setting) {
    if (setting == null) {
      return null;
    }
    Map<String, String> environment = new LinkedHashMap<>();
    setting
        .environment()
        .forEach((name, value) -> environment.put(name, FactNames.fill(value, facts)));
    return new HandleSetting(
        setting.handle(),
        in(setting.directory()),
        environment,
        in(setting.stdin()),
        setting.streams());
  }

  /** Bytes that are no text hold no facts. */
  private @Nullable CapturedBytes in(@Nullable CapturedBytes stdin) {
    if (stdin == null) {
      return null;
    }
    byte[] bytes = stdin.toArray();
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean isText = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    return isText && FactNames.isMarked(text)
        ? CapturedBytes.of(FactNames.fill(text, facts).getBytes(StandardCharsets.UTF_8))
        : stdin;
  }

  /** The output with the facts in its value. */
  public Plan.Output in(Plan.Output output) {
    return new Plan.Output(output.selector(), in(output.value()));
  }

  /** All steps with the facts in them. */
  List<Step> inSteps(List<Step> marked) {
    Step[] made = new Step[marked.size()];
    // What is inside a step stands behind it.
    for (int i = marked.size() - 1; i >= 0; i--) {
      made[i] = in(marked.get(i), made);
    }
    return List.of(made);
  }

  private Step in(Step step, Step[] made) {
    Place place = in(step.place());
    Step recover = step.recover() == null ? null : made[step.recover().index()];
    return step.fold(
        leaf ->
            new LeafStep(
                place,
                leaf.controls(),
                recover,
                leaf.skipReason(),
                in(leaf.argv()),
                in(leaf.handle())),
        group ->
            new GroupStep(
                place,
                group.controls(),
                recover,
                group.skipReason(),
                group.kind(),
                group.children().stream().map(child -> made[child.index()]).toList()));
  }

  /** Whether anything in a plan waits for facts. */
  static boolean areIn(List<Step> steps, Plan.Output output) {
    return isMarked(output.value()) || steps.stream().anyMatch(RunFacts::isMarked);
  }

  private static boolean isMarked(Step step) {
    return step.fold(
        leaf -> areIn(leaf.place(), leaf.argv(), leaf.handle()), group -> isMarked(group.label()));
  }

  /** Whether a step of this label, argv and setting waits for facts. */
  public static boolean areIn(Place place, List<String> argv, @Nullable HandleSetting setting) {
    return isMarked(place.label()) || isMarked(argv, setting);
  }

  /** Whether what a leaf is given waits for facts. */
  static boolean isMarked(List<String> argv, @Nullable HandleSetting setting) {
    return argv.stream().anyMatch(FactNames::isMarked)
        || (setting != null && !setting.equals(NAMES.in(setting)));
  }

  private static boolean isMarked(@Nullable String text) {
    return text != null && FactNames.isMarked(text);
  }
}
