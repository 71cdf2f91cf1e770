package dev.escarole.web.api;

import dev.escarole.web.access.OutputAnswer;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Page;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.run.RunHead;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
  private final EqualAnswers lists = new EqualAnswers();

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

  /**
   * Says which version the answer shows, and whether the asker has that one already; then there is
   * nothing more to answer. Versions are weak: compression may change the bytes.
   */
  static boolean isKnown(Context ctx, String version) {
    ctx.header("ETag", "W/\"" + version + "\"");
    // Browsers may keep an answer, but have to ask each time whether it still holds.
    ctx.header("Cache-Control", "private, no-cache");
    if (!OutputAnswer.matches(ctx.header("If-None-Match"), version)) {
      return false;
    }
    ctx.status(HttpStatus.NOT_MODIFIED);
    return true;
  }

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
    if (isKnown(ctx, question.version())) {
      return true;
    }
    Optional<byte[]> known = kept.find(question.run(), question.text());
    known.ifPresent(answer -> ctx.contentType(MediaTypes.JSON).result(answer));
    return known.isPresent();
  }

  private static String address(Context ctx) {
    return ctx.path() + '?' + ctx.queryString();
  }

  /** Answers, with a large document while it is written; without a question nothing is cached. */
  void send(Context ctx, Object document, @Nullable Question question) throws IOException {
    ctx.contentType(MediaTypes.JSON);
    String address = question == null && document instanceof Page<?> ? address(ctx) : null;
    Optional<byte[]> same = address == null ? Optional.empty() : lists.find(address, document);
    if (same.isPresent()) {
      ctx.result(same.get());
      return;
    }
    HeldAnswer held = new HeldAnswer(ctx);
    Documents.write(held, document);
    byte[] answer = held.whole();
    if (answer == null) {
      return;
    }
    ctx.result(answer);
    if (question != null) {
      kept.keep(question.run(), question.text(), answer);
    } else if (address != null) {
      lists.keep(address, document, answer);
    }
  }

  /**
   * Holds an answer until it is written, so that a mistake on the way can still be answered; one
   * that becomes too large to be held is sent while it is written, and what goes wrong then breaks
   * it off. Confined to one thread.
   */
  private static final class HeldAnswer extends OutputStream {

    /** Bytes that are held at most. */
    private static final int MOST = 1 << 20;

    private final Context ctx;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream(1024);
    private @Nullable OutputStream sent;

    HeldAnswer(Context ctx) {
      this.ctx = ctx;
    }

    /** All of it; null if it was sent. */
    byte @Nullable [] whole() {
      return sent == null ? held.toByteArray() : null;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (sent == null && held.size() + length <= MOST) {
        held.write(bytes, offset, length);
      } else {
        open().write(bytes, offset, length);
      }
    }

    private OutputStream open() throws IOException {
      if (sent == null) {
        boolean head = ctx.method().name().equals("HEAD");
        sent = head ? OutputStream.nullOutputStream() : ctx.outputStream();
        held.writeTo(sent);
        held.reset();
      }
      return sent;
    }
  }
}
