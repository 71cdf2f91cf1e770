package dev.escarole.web.agent.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.agent.acli.AgentCaller;
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

/** Documents of the runs that a caller may see, to list by page and read in parts. Thread-safe. */
public final class RunDocuments {

  /** Maximum characters of a part. */
  static final int PIECE = 100_000;

  /** Runs per page. */
  static final int PAGE = 20;

  /** Maximum number of listed runs; older ones can be read by id. */
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
   * A page of documents.
   *
   * @param next cursor of the next page; null if this is the last
   */
  public record Listing(List<ListedDocument> documents, @Nullable String next) {}

  /**
   * Returns the documents of the caller's newest runs, newest first.
   *
   * @param cursor {@code next} of the previous page; null for the first
   * @return empty if there is no such page
   */
  public Optional<Listing> list(AgentCaller caller, @Nullable String cursor) {
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

  /** Returns a run that the caller may see, with its joins, as in 'runs show'. */
  public Optional<RunDocument> run(AgentCaller caller, String run) {
    return asked(() -> context.escarole(caller).run(whole(run)))
        .map(found -> json(Replies.run(found), 1, null));
  }

  /**
   * Returns its joins.
   *
   * @param from index of the first join
   */
  public Optional<RunDocument> joins(AgentCaller caller, String run, int from) {
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
   * Returns the result text of a run that the caller may see; empty if there is none.
   *
   * @param from first character
   */
  public Optional<RunDocument> result(AgentCaller caller, String run, int from) {
    return asked(
            () -> context.escarole(caller).output(new RunOutputQuery(whole(run).run(), STDOUT)))
        .map(bytes -> piece(bytes, from));
  }

  /**
   * Returns the output of a step's last attempt; empty if there is none.
   *
   * @param from first character
   */
  public Optional<RunDocument> output(AgentCaller caller, StepOutput output, int from) {
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

  /** An output of a step. */
  public record StepOutput(String run, String step, boolean stderr) {}

  /** An address contains the full id of a run. */
  private static RunName whole(String run) {
    if (!RunId.isOne(run)) {
      throw new RefusedException(RefusalCode.NO_SUCH_RUN, "there is no run with this id", "");
    }
    return new RunName(run);
  }

  /** Returns the application's answer; empty if there is none. */
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
   * A readable document of a run. Immutable.
   *
   * @param path the run and part, such as {@code RUN/result}
   * @param description one line about it
   * @param mimeType its type
   */
  public record ListedDocument(String path, String description, String mimeType) {}

  /**
   * A part of a document of a run. Immutable.
   *
   * @param mimeType type of the text
   * @param length total length: characters of a text, entries of a list
   * @param next start of the next part, in the same unit; null if this is the last
   */
  public record RunDocument(String text, String mimeType, int length, @Nullable Integer next) {

    static final String TEXT = "text/plain";
    static final String JSON = "application/json";
  }
}
