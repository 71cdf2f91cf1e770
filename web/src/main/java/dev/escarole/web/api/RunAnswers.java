package dev.escarole.web.api;

import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.run.RunHead;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers about one run. Once it is over they never change: a client that has one gets 304, and
 * others get a cached copy. Thread-safe.
 */
final class RunAnswers {

  /** What one release answers, another may answer in other words. */
  private static final String RELEASE = Release.version();

  private final KeptAnswers kept;

  RunAnswers(KeptAnswers kept) {
    this.kept = kept;
  }

  /**
   * A question about a run that is over.
   *
   * @param text all that decides the answer beside the run
   * @param version names the answer
   */
  record Question(String run, String text, String version) {}

  /** The question, as it is asked of a run that is over; null of another one. */
  static @Nullable Question question(Verb<?, ?> verb, Map<String, Object> values, RunHead run) {
    Long millis = run.durationMillis();
    if (!run.hasEnded() || millis == null) {
      return null;
    }
    Map<String, Object> said = new LinkedHashMap<>(values);
    said.remove("run");
    String text = RELEASE + ' ' + verb.id() + said;
    long end = run.startedAt().toEpochMilli() + millis;
    return new Question(run.run(), text, "%s-%d-%08x".formatted(run.run(), end, text.hashCode()));
  }

  /** Whether that was it: the reader has the answer, or it was made before and is sent again. */
  boolean isGiven(Context ctx, Question question) {
    // The client can only know the version from an earlier answer.
    if (Answers.isKnown(ctx, question.version())) {
      return true;
    }
    Optional<byte[]> known = kept.find(question.run(), question.text());
    known.ifPresent(answer -> ctx.contentType(MediaTypes.JSON).result(answer));
    return known.isPresent();
  }

  /**
   * Answers with a document, and sends a large one while it is written.
   *
   * @param question its key in the cache; null if it is not cached
   */
  void send(Context ctx, Object document, @Nullable Question question) throws IOException {
    ctx.contentType(MediaTypes.JSON);
    HeldAnswer held = new HeldAnswer(ctx);
    Documents.write(held, document);
    byte[] answer = held.whole();
    if (answer == null) {
      return;
    }
    ctx.result(answer);
    if (question != null) {
      kept.keep(question.run(), question.text(), answer);
    }
  }
}
