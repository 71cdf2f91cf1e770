package dev.escarole.web.agent.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.agent.acli.Caller;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.AttemptOutputQuery;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunOutputQuery;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.RunsQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
  private static final String STDOUT = "stdout";
  private static final Pattern CURSOR = Pattern.compile("([0-9]{1,3})-([A-Za-z0-9_-]{1,100})");

  private final AgentContext context;
  private final JsonMapper json = JsonMapper.builder().build();

  public RunDocuments(AgentContext context) {
    this.context = context;
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
    RunsQuery query = RunsQuery.latest(PAGE);
    int seen = 0;
    if (cursor != null) {
      Matcher place = CURSOR.matcher(cursor);
      if (!place.matches()) {
        return Optional.empty();
      }
      seen = Integer.parseInt(place.group(1));
      query = query.withCursor(place.group(2));
    }
    try {
      return Optional.of(list(context.escarole(caller), query, seen));
    } catch (RefusedException e) {
      return nothing(e);
    }
  }

  private static Listing list(Escarole escarole, RunsQuery query, int before) {
    RunPage page = escarole.runs(query);
    int room = Math.max(0, MOST - before);
    List<ListedDocument> documents = new ArrayList<>();
    page.runs().stream().limit(room).forEach(run -> addTo(documents, run, escarole));
    int seen = before + page.runs().size();
    boolean more = page.next() != null && seen < MOST;
    return new Listing(documents, more ? seen + "-" + page.next() : null);
  }

  private static void addTo(List<ListedDocument> documents, RunHead run, Escarole escarole) {
    String id = run.run();
    String what = "%s, %s, begun %s".formatted(run.recipe(), run.status().word(), run.startedAt());
    documents.add(new ListedDocument(id, what, RunDocument.JSON));
    if (asked(() -> escarole.output(new RunOutputQuery(id, STDOUT))).isPresent()) {
      documents.add(
          new ListedDocument(id + "/result", "Result of " + run.recipe(), RunDocument.TEXT));
    }
    if (asked(() -> escarole.joins(new RunName(id)))
        .filter(any -> !any.joins().isEmpty())
        .isPresent()) {
      documents.add(
          new ListedDocument(id + "/joins", "Joins of " + run.recipe(), RunDocument.JSON));
    }
  }

  /** How a run that the caller may see stands, with its joins: what 'runs show' answers. */
  public Optional<RunDocument> run(Caller caller, String run) {
    return asked(() -> context.escarole(caller).run(whole(run)))
        .map(found -> json(Replies.run(found), 1, null));
  }

  /**
   * What its joins came to.
   *
   * @param from which join comes first
   */
  public Optional<RunDocument> joins(Caller caller, String run, int from) {
    return asked(() -> context.escarole(caller).run(whole(run))).map(found -> joins(found, from));
  }

  private RunDocument joins(RunPicture run, int from) {
    List<JoinPicture> all = run.joins();
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
    return asked(
            () -> context.escarole(caller).output(new RunOutputQuery(whole(run).run(), STDOUT)))
        .map(bytes -> piece(bytes, from));
  }

  /**
   * What the last attempt of a step wrote; empty if there is none.
   *
   * @param from first character
   */
  public Optional<RunDocument> output(Caller caller, StepOutput output, int from) {
    AttemptOutputQuery query =
        new AttemptOutputQuery(
            output.run(), output.step(), "last", output.stderr() ? "stderr" : STDOUT);
    return asked(
            () -> {
              whole(output.run());
              return context.escarole(caller).attemptOutput(query);
            })
        .map(bytes -> piece(bytes, from));
  }

  /** Which output of which step. */
  public record StepOutput(String run, String step, boolean stderr) {}

  /** An address names a run in full. */
  private static RunName whole(String run) {
    if (!RunId.isOne(run)) {
      throw new RefusedException(RefusalCode.NO_SUCH_RUN, "no run is named so", "");
    }
    return new RunName(run);
  }

  /** What the application answers; empty if there is no such thing. */
  private static <T> Optional<T> asked(Supplier<T> question) {
    try {
      return Optional.of(question.get());
    } catch (RefusedException e) {
      return nothing(e);
    }
  }

  private static <T> Optional<T> nothing(RefusedException refused) {
    return switch (refused.code().kind()) {
      case UNAVAILABLE, UNREACHABLE -> throw refused;
      default -> Optional.empty();
    };
  }

  private static RunDocument piece(OutputBytes bytes, int from) {
    String text = Texts.of(bytes);
    int start = Texts.whole(text, Math.min(from, text.length()));
    int end = Texts.whole(text, (int) Math.min((long) start + PIECE, text.length()));
    return new RunDocument(
        text.substring(start, end),
        RunDocument.TEXT,
        text.length(),
        end < text.length() ? end : null);
  }

  /**
   * Something of a run that can be read. Immutable.
   *
   * @param path which run, and what of it, such as {@code RUN/result}
   * @param description one line about it
   * @param mimeType what it is
   */
  public record ListedDocument(String path, String description, String mimeType) {}

  /**
   * A piece of something that a run has left. Immutable.
   *
   * @param mimeType what the text is
   * @param length of the whole: characters of a text, entries of a list
   * @param next where the next piece begins, in the same measure; null if this is the last
   */
  public record RunDocument(String text, String mimeType, int length, @Nullable Integer next) {

    static final String TEXT = "text/plain";
    static final String JSON = "application/json";
  }
}
