package dev.escarole.web.app.run;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Param;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which runs a list shows, newest first; each condition narrows it. Immutable; each {@code with}
 * method gives a changed copy.
 */
public record RunsQuery(
    @Param(value = "Only runs of one of these statuses.", in = Param.Where.QUERY)
        List<RunStatus> status,
    @Param(value = "Only runs of the recipe of this name.", in = Param.Where.QUERY)
        @Nullable String recipe,
    @Param(value = "Only runs with exactly this label.", in = Param.Where.QUERY)
        @Nullable String label,
    @Param(value = "Only runs on behalf of this principal.", in = Param.Where.QUERY)
        @Nullable String principal,
    @Param(
            value = "Only runs with this in recipe name, run id, a label or an error.",
            in = Param.Where.QUERY)
        @Nullable String text,
    @Param(value = "Only runs that started then or later.", in = Param.Where.QUERY)
        @Nullable Instant since,
    @Param(value = "Only runs that started before.", in = Param.Where.QUERY)
        @Nullable Instant until,
    @Param(
            value = "Most entries of a page, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 50)
        int limit,
    @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
        @Nullable String cursor) {

  /** The latest runs, whatever they are. */
  public static RunsQuery latest(int limit) {
    return new RunsQuery(List.of(), null, null, null, null, null, null, limit, null);
  }

  public RunsQuery {
    status = List.copyOf(status);
  }

  public RunsQuery withStatus(List<RunStatus> value) {
    return new RunsQuery(value, recipe, label, principal, text, since, until, limit, cursor);
  }

  public RunsQuery withRecipe(@Nullable String value) {
    return new RunsQuery(status, value, label, principal, text, since, until, limit, cursor);
  }

  public RunsQuery withLabel(@Nullable String value) {
    return new RunsQuery(status, recipe, value, principal, text, since, until, limit, cursor);
  }

  public RunsQuery withPrincipal(@Nullable String value) {
    return new RunsQuery(status, recipe, label, value, text, since, until, limit, cursor);
  }

  public RunsQuery withText(@Nullable String value) {
    return new RunsQuery(status, recipe, label, principal, value, since, until, limit, cursor);
  }

  public RunsQuery withTimes(@Nullable Instant from, @Nullable Instant to) {
    return new RunsQuery(status, recipe, label, principal, text, from, to, limit, cursor);
  }

  public RunsQuery withCursor(@Nullable String value) {
    return new RunsQuery(status, recipe, label, principal, text, since, until, limit, value);
  }
}
