package dev.escarole.web.agent.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.agent.acli.Caller;
import dev.escarole.web.view.RunView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What runs leave, as documents that a caller can list and read: only those of runs that it may
 * see, a page or a piece at a time. Safe for use by many threads.
 */
public final class RunDocuments {

  /** Characters of a text that are handed out at once. */
  static final int PIECE = 100_000;

  /** Runs of a page of the list. */
  static final int PAGE = 20;

  /** Runs that the list goes back; older ones can be read by who knows their ids. */
  static final int MOST = 200;

  private static final int JOINS = 50;
  private static final Pattern CURSOR = Pattern.compile("([0-9]{1,18})-([0-9]{1,3})");

  private final Desk desk;
  private final JsonMapper json = JsonMapper.builder().build();

  public RunDocuments(Desk desk) {
    this.desk = desk;
  }

  /**
   * A page of the list of what can be read.
   *
   * @param next what asks for the next page; null if this is the last
   */
  public record Listing(List<ListedDocument> documents, @Nullable String next) {}

  /**
   * What the caller's newest runs have left, newest first.
   *
   * @param cursor {@code next} of the page before; null for the first
   * @return empty if there is no such page
   */
  public Optional<Listing> list(Caller caller, @Nullable String cursor) {
    RunQuery query = RunQuery.latest(PAGE + 1);
    int seen = 0;
    if (cursor != null) {
      Matcher place = CURSOR.matcher(cursor);
      if (!place.matches()) {
        return Optional.empty();
      }
      query = query.withBeforeNumber(Long.parseLong(place.group(1)));
      seen = Integer.parseInt(place.group(2));
    }
    List<StoredRun> found = desk.runs(caller, query);
    List<StoredRun> shown = found.subList(0, Math.min(found.size(), Math.min(PAGE, MOST - seen)));
    List<ListedDocument> documents = new ArrayList<>();
    shown.forEach(run -> addTo(documents, run));
    seen += shown.size();
    boolean more = found.size() > shown.size() && seen < MOST;
    return Optional.of(
        new Listing(documents, more ? shown.get(shown.size() - 1).number() + "-" + seen : null));
  }

  private void addTo(List<ListedDocument> documents, StoredRun run) {
    String id = run.id().value();
    String what = "%s, %s, begun %s".formatted(run.recipe(), run.status().word(), run.startedAt());
    documents.add(new ListedDocument(id, what, RunDocument.JSON));
    if (run.stdoutSha256() != null) {
      documents.add(
          new ListedDocument(id + "/result", "Result of " + run.recipe(), RunDocument.TEXT));
    }
    if (!desk.engine().store().joins(run.id()).isEmpty()) {
      documents.add(
          new ListedDocument(id + "/joins", "Joins of " + run.recipe(), RunDocument.JSON));
    }
  }

  /** How a run that the caller may see stands, with its joins: what 'runs show' answers. */
  public Optional<RunDocument> run(Caller caller, String run) {
    return seen(caller, run).map(found -> json(Replies.run(desk.view(found.id())), 1, null));
  }

  /**
   * What its joins came to.
   *
   * @param from which join comes first
   */
  public Optional<RunDocument> joins(Caller caller, String run, int from) {
    return seen(caller, run).map(found -> joins(desk.view(found.id()), from));
  }

  private RunDocument joins(RunView run, int from) {
    List<Join> all = run.details().joins();
    int start = Math.min(from, all.size());
    int end = Math.min(start + JOINS, all.size());
    List<Map<String, Object>> verdicts =
        all.subList(start, end).stream().map(join -> Replies.verdict(join, run)).toList();
    return json(Map.of("joins", verdicts), all.size(), end < all.size() ? end : null);
  }

  private RunDocument json(Map<String, ?> value, int length, @Nullable Integer next) {
    try {
      return new RunDocument(json.writeValueAsString(value), RunDocument.JSON, length, next);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("BUG: not a JSON value: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * The result text of a run that the caller may see; empty if there is none.
   *
   * @param from first character
   */
  public Optional<RunDocument> result(Caller caller, String run, int from) {
    return seen(caller, run).map(StoredRun::stdoutSha256).map(sha256 -> piece(sha256, from));
  }

  /**
   * What the last attempt of a step wrote; empty if there is none.
   *
   * @param from first character
   */
  public Optional<RunDocument> output(Caller caller, StepOutput output, int from) {
    Optional<RunId> id = seen(caller, output.run()).map(StoredRun::id);
    if (id.isEmpty()) {
      return Optional.empty();
    }
    List<StoredStep> steps = desk.engine().store().steps(id.get());
    StoredAttempt last = null;
    for (StoredAttempt attempt : desk.engine().store().attempts(id.get())) {
      if (steps.get(attempt.stepIndex()).place().path().equals(output.step())) {
        last = attempt;
      }
    }
    return Optional.ofNullable(last)
        .map(attempt -> output.stderr() ? attempt.stderr() : attempt.stdout())
        .map(content -> piece(content.sha256(), from));
  }

  /** Which output of which step. */
  public record StepOutput(String run, String step, boolean stderr) {}

  private Optional<StoredRun> seen(Caller caller, String id) {
    return RunId.isOne(id)
        ? desk.engine().store().run(new RunId(id)).filter(run -> desk.sees(caller, run))
        : Optional.empty();
  }

  private RunDocument piece(String sha256, int from) {
    String text = new String(desk.stored().bytes(sha256), StandardCharsets.UTF_8);
    int start = Texts.whole(text, Math.min(from, text.length()));
    int end = Texts.whole(text, (int) Math.min((long) start + PIECE, text.length()));
    return new RunDocument(
        text.substring(start, end),
        RunDocument.TEXT,
        text.length(),
        end < text.length() ? end : null);
  }
}
