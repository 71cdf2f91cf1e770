package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunId;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
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

  static final int PIECE = 100_000;

  static final int PAGE = 20;

  /** Maximum number of listed runs; older ones can be read by id. */
  static final int MOST = 200;

  private static final int JOINS = 50;
  private static final String STDOUT = "stdout";
  private static final Pattern CURSOR = Pattern.compile("([0-9]{1,3})-([A-Za-z0-9_-]{1,100})");

  private final AgentContext context;

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
    RunsQuery asked = query;
    int before = seen;
    return asked(() -> list(context.escarole(caller), asked, before));
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

  /**
   * Returns a part of a document that the caller may see; empty if there is none.
   *
   * @param run the full id of a run
   * @param part {@code result}, {@code joins} or, for the last attempt of a step, {@code
   *     steps/STEP/stdout} or {@code steps/STEP/stderr}; empty for the run with its joins
   * @param from first character of a text, or index of the first join
   */
  public Optional<RunDocument> read(AgentCaller caller, String run, String part, int from) {
    return RunId.isOne(run)
        ? asked(() -> read(context.escarole(caller), run, part.split("/", -1), from))
        : Optional.empty();
  }

  private static RunDocument read(Escarole escarole, String run, String[] part, int from) {
    return switch (part[0]) {
      case "" -> json(Replies.run(escarole.run(new RunName(run))), 1, null);
      case "joins" -> joins(escarole.run(new RunName(run)), from);
      case "result" -> piece(escarole.output(new RunOutputQuery(run, STDOUT)), from);
      default -> {
        AttemptOutputQuery query = new AttemptOutputQuery(run, part[1], "last", part[2]);
        yield piece(escarole.attemptOutput(query), from);
      }
    };
  }

  private static RunDocument joins(RunPicture run, int from) {
    List<JoinPicture> all = run.joins();
    int start = Math.min(from, all.size());
    int end = Math.min(start + JOINS, all.size());
    List<Map<String, Object>> verdicts =
        all.subList(start, end).stream().map(join -> Replies.verdict(join, run)).toList();
    return json(Map.of("joins", verdicts), all.size(), end < all.size() ? end : null);
  }

  private static RunDocument json(Map<String, ?> value, int length, @Nullable Integer next) {
    return new RunDocument(Json.text(value), RunDocument.JSON, length, next);
  }

  /** Returns the application's answer; empty if there is none. */
  private static <T> Optional<T> asked(Supplier<T> question) {
    try {
      return Optional.of(question.get());
    } catch (RefusedException e) {
      return switch (e.code().kind()) {
        case UNAVAILABLE, UNREACHABLE -> throw e;
        default -> Optional.empty();
      };
    }
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
   */
  public record ListedDocument(String path, String description, String mimeType) {}

  /**
   * A part of a document of a run. Immutable.
   *
   * @param length total length: characters of a text, entries of a list
   * @param next start of the next part, in the same unit; null if this is the last
   */
  public record RunDocument(String text, String mimeType, int length, @Nullable Integer next) {

    static final String TEXT = "text/plain";
    static final String JSON = "application/json";
  }
}
