package dev.escarole.web.app.local.compare;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunComparison.Difference;
import dev.escarole.web.app.compare.RunComparison.StepFacts;
import dev.escarole.web.app.compare.RunComparison.StepPair;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.StepPicture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compares two runs, in time that grows with their steps. Thread-safe. */
public final class RunComparisons {

  private static final int LONGEST_VALUE = 2_000;

  /** Shorter differences are those of any two runs. */
  private static final long NOTED_MILLIS = 1_000;

  private final RunRecords records;
  private final BiFunction<StoredStep, @Nullable Join, StepPicture> pictures;

  /**
   * @param pictures what every face shows of a step
   */
  public RunComparisons(
      RunRecords records, BiFunction<StoredStep, @Nullable Join, StepPicture> pictures) {
    this.records = records;
    this.pictures = pictures;
  }

  /**
   * One of the runs.
   *
   * @param last the last ended attempt of each leaf, by its index
   */
  public record Side(
      NewRun launch, Plan plan, List<StepPicture> steps, Map<Integer, StoredAttempt> last) {

    @Nullable StepFacts facts(@Nullable Step step) {
      if (step == null) {
        return null;
      }
      StepPicture picture = steps.get(step.index());
      StoredAttempt attempt = last.get(step.index());
      return new StepFacts(
          picture.path(),
          picture.kind(),
          picture.status(),
          picture.exitCode(),
          picture.durationMillis(),
          attempt == null ? null : attempt.stdout().sha256(),
          attempt == null ? null : (Long) attempt.stdout().bytes());
    }
  }

  /** How the steps of two runs differ. Immutable. */
  public record Compared(
      List<String> planChanges,
      boolean sameRecipe,
      List<Difference> values,
      List<Difference> directories,
      List<StepPair> pairs) {

    /** A part of the steps. */
    public Part part(Place place) {
      List<StepPair> wanted = pairs.stream().filter(wanted(place.only())).toList();
      int from = (int) Math.max(0, Math.min(wanted.size(), place.from()));
      int to = Math.min(wanted.size(), from + place.limit());
      return new Part(this, wanted.subList(from, to), to < wanted.size() ? (Integer) to : null);
    }
  }

  /**
   * Which steps are wanted.
   *
   * @param only a word of {@link RunComparison.Query}, or null
   * @param from how many of them come before
   */
  public record Place(@Nullable String only, long from, int limit) {}

  /** A run and its summary. */
  public record Ends(StoredRun run, RunHead head) {}

  /**
   * A part of the steps.
   *
   * @param next where the next part begins; null if there is none
   */
  public record Part(Compared compared, List<StepPair> steps, @Nullable Integer next) {

    /**
     * The reply.
     *
     * @param cursor names the next page; null if there is none
     */
    public RunComparison of(Ends before, Ends after, @Nullable String cursor) {
      String result = before.run().stdoutSha256();
      String other = after.run().stdoutSha256();
      return new RunComparison(
          before.head(),
          after.head(),
          before.run().planHash().equals(after.run().planHash()),
          compared.sameRecipe(),
          compared.planChanges(),
          compared.values(),
          compared.directories(),
          before.run().stdinSha256().equals(after.run().stdinSha256()),
          result == null ? null : same(result, other),
          counts(compared.pairs()),
          steps,
          cursor);
    }
  }

  /** Compares two runs. */
  public Compared compared(Side before, Side after) {
    PlanDiff diff = PlanDiff.between(before.plan(), after.plan());
    return new Compared(
        diff.changes(),
        before.launch().recipeSource().equals(after.launch().recipeSource()),
        differences(texts(before.launch().values()), texts(after.launch().values())),
        differences(directories(before), directories(after)),
        diff.entries().stream().map(each -> pair(each, before, after)).toList());
  }

  /**
   * Reads one of the runs.
   *
   * @param joins its decided joins, by path
   */
  public Side side(StoredRun run, Map<String, Join> joins) {
    Map<Integer, StoredAttempt> last = new HashMap<>();
    records.attempts(run.id()).forEach(attempt -> last.put(attempt.stepIndex(), attempt));
    return new Side(
        records.launchWithoutInput(run.id()).orElseThrow(),
        records.plan(run.id()).named(),
        records.steps(run.id()).stream()
            .map(step -> pictures.apply(step, joins.get(step.place().path())))
            .toList(),
        last);
  }

  private static StepPair pair(PlanDiff.Entry entry, Side before, Side after) {
    Step step = Objects.requireNonNullElseGet(entry.after(), entry::before);
    StepFacts was = before.facts(entry.before());
    StepFacts is = after.facts(entry.after());
    return new StepPair(
        entry.kind().name().toLowerCase(Locale.ROOT),
        step.label(),
        step.fold(LeafStep::argv, group -> List.<String>of()),
        entry.changes(),
        was,
        is,
        was != null && is != null && stateDiffers(was, is),
        (was != null && is != null) ? outputDiffers(was, is) : null,
        was != null && is != null && durationDiffers(was.durationMillis(), is.durationMillis()));
  }

  private static @Nullable Boolean same(String one, @Nullable String other) {
    return other == null ? null : Boolean.valueOf(one.equals(other));
  }

  private static boolean stateDiffers(StepFacts was, StepFacts is) {
    return !was.status().equals(is.status()) || !Objects.equals(was.exitCode(), is.exitCode());
  }

  private static @Nullable Boolean outputDiffers(StepFacts was, StepFacts is) {
    String before = was.outputSha256();
    Boolean same = before == null ? null : same(before, is.outputSha256());
    return same == null ? null : Boolean.valueOf(!same);
  }

  private static boolean durationDiffers(@Nullable Long was, @Nullable Long is) {
    if (was == null || is == null) {
      return false;
    }
    long longer = Math.max(was, is);
    long shorter = Math.min(was, is);
    return longer - shorter >= NOTED_MILLIS && 2 * longer >= 3 * shorter;
  }

  private static Predicate<StepPair> wanted(@Nullable String only) {
    return switch (only == null ? "differences" : only) {
      case "plan" -> pair -> !pair.kind().equals("same");
      case "state" -> StepPair::stateDiffers;
      case "output" -> pair -> Boolean.TRUE.equals(pair.outputDiffers());
      case "duration" -> StepPair::durationDiffers;
      case "all" -> pair -> true;
      default -> StepPair::differs;
    };
  }

  private static RunComparison.Counts counts(List<StepPair> pairs) {
    return new RunComparison.Counts(
        pairs.size(),
        count(pairs, "differences"),
        count(pairs, "plan"),
        count(pairs, "state"),
        count(pairs, "output"),
        count(pairs, "duration"));
  }

  private static int count(List<StepPair> pairs, String respect) {
    return (int) pairs.stream().filter(wanted(respect)).count();
  }

  private static Map<String, String> texts(Map<String, Object> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((name, value) -> texts.put(name, text(value)));
    return texts;
  }

  private static String text(Object value) {
    return value instanceof String text
        ? text
        : new String(Documents.bytes(value), StandardCharsets.UTF_8);
  }

  private static Map<String, String> directories(Side side) {
    Map<String, String> byGuest = new LinkedHashMap<>();
    side.launch()
        .directories()
        .forEach(text -> byGuest.put(DirectoryGrant.parse(text).guest(), text));
    return byGuest;
  }

  private static List<Difference> differences(
      Map<String, String> before, Map<String, String> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String name : names) {
      String was = before.get(name);
      String is = after.get(name);
      if (!Objects.equals(was, is)) {
        differences.add(new Difference(name, shortened(was), shortened(is)));
      }
    }
    return differences;
  }

  private static @Nullable String shortened(@Nullable String text) {
    return text == null || text.codePointCount(0, text.length()) <= LONGEST_VALUE
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_VALUE)) + "…";
  }
}
