package dev.escarole.web.api;

import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.KeptAnswers;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Answers that tell of one run. Once it is over nothing about it changes, so a reader who has the
 * answer is told so, and for others it is made once.
 */
final class RunAnswers {

  private final KeptAnswers kept;

  RunAnswers(Installation service) {
    this.kept = service.answers();
  }

  /**
   * Answers.
   *
   * @param run as it is stored now
   */
  void send(Request request, StoredRun run, Answers.Document document) throws IOException {
    if (!isGiven(request, run)) {
      give(request, run, document);
    }
  }

  /** Whether that was it: the reader has the answer, or it was made before and is sent again. */
  boolean isGiven(Request request, StoredRun run) throws IOException {
    Instant end = run.endedAt();
    if (!run.status().isOver() || end == null) {
      return false;
    }
    String question = request.question();
    // Whoever names the version of an answer was given that answer, so there is one.
    String version = "%s-%d-%08x".formatted(run.id(), end.toEpochMilli(), question.hashCode());
    if (Answers.isKnown(request, version)) {
      return true;
    }
    Optional<byte[]> known = kept.find(run.id(), question);
    if (known.isPresent()) {
      Answers.send(request, known.get());
    }
    return known.isPresent();
  }

  /** Answers with what is not given yet. */
  void give(Request request, StoredRun run, Answers.Document document) throws IOException {
    if (!run.status().isOver() || run.endedAt() == null) {
      Answers.json(request, document);
      return;
    }
    byte[] answer = Answers.bytes(document);
    kept.keep(run.id(), request.question(), answer);
    Answers.send(request, answer);
  }
}
