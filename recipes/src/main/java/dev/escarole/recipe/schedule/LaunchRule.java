package dev.escarole.recipe.schedule;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.TemplateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How many runs of a recipe there are at once, which ones are queued, and where they run.
 * Immutable.
 *
 * @param atOnce the most runs at once, at least 1
 * @param queue the most queued runs; a further launch is refused
 * @param priority of its runs unless the launch sets one; higher ones start first
 * @param deadline the longest time from the launch to the start of a run; null for any
 * @param node the label of the nodes that may run it; null for any node
 */
public record LaunchRule(
    int atOnce, int queue, int priority, @Nullable Duration deadline, @Nullable String node) {

  /** The most queued runs that a recipe can allow. */
  public static final int MOST_QUEUED = 10_000;

  /** The most runs at once that a recipe can allow. */
  public static final int MOST_AT_ONCE = 10_000;

  /** Priorities range from -{@value} to {@value}. */
  public static final int HIGHEST_PRIORITY = 100;

  /** The queue of a recipe that does not set one. */
  public static final int DEFAULT_QUEUE = 100;

  /** The field of {@link #atOnce}. */
  public static final String AT_ONCE = "at_once";

  /** The field of {@link #queue}. */
  public static final String QUEUE = "queue";

  /** The field of {@link #priority}. */
  public static final String PRIORITY = "priority";

  /** The field of {@link #deadline}. */
  public static final String DEADLINE = "deadline";

  /** The field of {@link #node}. */
  public static final String NODE = "node";

  /** The form of a label of nodes, as a regular expression. */
  public static final String NODE_PATTERN = "[a-z0-9][a-z0-9._-]{0,62}";

  private static final List<String> FIELDS = List.of(AT_ONCE, QUEUE, PRIORITY, DEADLINE, NODE);

  /** Limits nothing: for runs that are queued for another reason than a rule of their recipe. */
  public static LaunchRule unlimited(int priority) {
    return new LaunchRule(MOST_AT_ONCE, MOST_QUEUED, priority, null, null);
  }

  /** Whether there may be as many runs at once as a recipe can allow. */
  public boolean isUnlimited() {
    return atOnce == MOST_AT_ONCE;
  }

  /**
   * Reads a rule; invalid fields have their default.
   *
   * @param problems receives each problem with its field
   */
  public static LaunchRule read(
      Map<String, ? extends @Nullable Object> written,
      BiConsumer<String, TemplateException> problems) {
    for (String key : written.keySet()) {
      if (!FIELDS.contains(key)) {
        problems.accept(key, unknown(key));
      }
    }
    if (!written.containsKey(AT_ONCE) && !written.containsKey(NODE)) {
      problems.accept(
          AT_ONCE,
          new TemplateException(
              Codes.BAD_LAUNCH,
              "'launch' needs \"at_once\", the most runs of the recipe at once, or \"node\", the label of"
                  + " the nodes that may run it",
              "Write for example {\"at_once\": 1} or {\"node\": \"warehouse\"}."));
    }
    FieldReader fields = new FieldReader(written, problems);
    return new LaunchRule(
        fields.number(AT_ONCE, 1, MOST_AT_ONCE, MOST_AT_ONCE),
        fields.number(QUEUE, 0, MOST_QUEUED, fields.isLimited() ? DEFAULT_QUEUE : MOST_QUEUED),
        fields.number(PRIORITY, -HIGHEST_PRIORITY, HIGHEST_PRIORITY, 0),
        fields.deadline(),
        fields.node());
  }

  private static TemplateException unknown(String key) {
    String nearest = NearestName.of(key, FIELDS);
    return new TemplateException(
        Codes.UNKNOWN_FIELD,
        "'" + key + "' is not a field of 'launch'",
        nearest == null
            ? "It has " + String.join(", ", FIELDS) + "."
            : "Did you mean '" + nearest + "'?");
  }

  /** Reads the fields of one rule. */
  private record FieldReader(
      Map<String, ? extends @Nullable Object> written,
      BiConsumer<String, TemplateException> problems) {

    int number(String field, int least, int most, int otherwise) {
      if (!written.containsKey(field)) {
        return otherwise;
      }
      if (written.get(field) instanceof Long number && number >= least && number <= most) {
        return number.intValue();
      }
      problems.accept(
          field,
          new TemplateException(
              Codes.BAD_LAUNCH,
              "'%s' must be a whole number from %d to %d".formatted(field, least, most),
              null));
      return otherwise;
    }

    boolean isLimited() {
      return written.containsKey(AT_ONCE);
    }

    @Nullable String node() {
      Object node = written.get(NODE);
      if (node instanceof String label && label.matches(NODE_PATTERN)) {
        return label;
      }
      if (written.containsKey(NODE)) {
        problems.accept(
            NODE,
            new TemplateException(
                Codes.BAD_LAUNCH,
                "'node' must be a label of nodes: small letters, digits, '.', '_' and '-'",
                "Write for example \"warehouse\", and start nodes with --node-label warehouse."));
      }
      return null;
    }

    @Nullable Duration deadline() {
      if (!written.containsKey(DEADLINE)) {
        return null;
      }
      Duration deadline = Duration.ZERO;
      try {
        deadline =
            written.get(DEADLINE) instanceof String text
                ? Durations.read(DEADLINE, text)
                : deadline;
      } catch (TemplateException e) {
        // It has the wrong code, and less to say.
        deadline = Duration.ZERO;
      }
      if (deadline.isZero()) {
        problems.accept(
            DEADLINE,
            new TemplateException(
                Codes.BAD_LAUNCH,
                "'deadline' must be a duration from one second to ten years",
                "Write a number with s, m, h, d or w, such as \"10m\" or \"1h30m\"."));
        return null;
      }
      return Objects.requireNonNull(deadline);
    }
  }
}
