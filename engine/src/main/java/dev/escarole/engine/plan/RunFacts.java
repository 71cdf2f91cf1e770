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
 * Replacements for the markers in a plan: the facts of a run, or their names if there is no run.
 * Immutable.
 */
public final class RunFacts {

  /** The names, such as {@code {run_id}}, for plans without a run. */
  static final RunFacts NAMES = new RunFacts(name -> '{' + name + '}');

  private final UnaryOperator<String> facts;

  private RunFacts(UnaryOperator<String> facts) {
    this.facts = facts;
  }

  /**
   * The facts of a run.
   *
   * @param launched launch time; truncated to seconds
   */
  public static RunFacts of(String id, Instant launched) {
    Instant second = launched.truncatedTo(ChronoUnit.SECONDS);
    String date = second.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    Map<String, String> values =
        Map.of(
            FactNames.RUN_ID, id, FactNames.RUN_DATE, date, FactNames.RUN_TIME, second.toString());
    return new RunFacts(name -> Objects.requireNonNull(values.get(name)));
  }

  /** Replaces the markers in a text; null stays null. */
  public @Nullable String in(@Nullable String text) {
    return text == null ? null : FactNames.fill(text, facts);
  }

  /** Replaces the markers in the label. */
  public Place in(Place place) {
    return new Place(place.index(), place.path(), place.pointer(), in(place.label()));
  }

  /** Replaces the markers in an argv. */
  public List<String> in(List<String> argv) {
    return argv.stream().map(word -> FactNames.fill(word, facts)).toList();
  }

  /** Replaces the markers in the settings of a handle; null stays null. */
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

  /** Bytes that are not text have no markers. */
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

  /** Replaces the markers in the output's value. */
  public Plan.Output in(Plan.Output output) {
    return new Plan.Output(output.selector(), in(output.value()));
  }

  /** Replaces the markers in patterns. */
  public List<WantedFiles> inFiles(List<WantedFiles> marked) {
    return marked.stream()
        .map(each -> new WantedFiles(each.name(), FactNames.fill(each.pattern(), facts)))
        .toList();
  }

  List<Step> inSteps(List<Step> marked) {
    Step[] made = new Step[marked.size()];
    // Inner steps have higher indexes.
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

  static boolean areIn(List<Step> steps, Plan.Output output) {
    return isMarked(output.value()) || steps.stream().anyMatch(RunFacts::isMarked);
  }

  static boolean areIn(List<WantedFiles> artifacts) {
    return artifacts.stream().anyMatch(each -> isMarked(each.pattern()));
  }

  private static boolean isMarked(Step step) {
    return step.fold(
        leaf -> areIn(leaf.place(), leaf.argv(), leaf.handle()), group -> isMarked(group.label()));
  }

  /** Whether a step's label, argv or settings have markers. */
  public static boolean areIn(Place place, List<String> argv, @Nullable HandleSetting setting) {
    return isMarked(place.label()) || isMarked(argv, setting);
  }

  /** Whether a leaf's argv or settings have markers. */
  static boolean isMarked(List<String> argv, @Nullable HandleSetting setting) {
    return argv.stream().anyMatch(FactNames::isMarked)
        || (setting != null && !setting.equals(NAMES.in(setting)));
  }

  private static boolean isMarked(@Nullable String text) {
    return text != null && FactNames.isMarked(text);
  }
}
