package dev.escarole.web.api;

import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.service.KeptAnswers;
import dev.escarole.web.service.Service;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Answers that tell of one run. Once it is over nothing about it changes, so a reader who has the
 * answer is told so, and for others it is made once.
 */
final class RunAnswers {

  private final KeptAnswers kept;

  RunAnswers(Service service) {
    this.kept = service.answers();
  }

  /**
   * Answers.
   *
   * @param run as it is stored now
   */
  void send(Request request, StoredRun run, Answers.Document document) throws IOException {
    Instant end = run.endedAt();
    if (!run.status().isOver() || end == null) {
      Answers.json(request, document);
      return;
    }
    String question = request.question();
    // Whoever names the version of an answer was given that answer, so there is one.
    String version = "%s-%d-%08x".formatted(run.id(), end.toEpochMilli(), question.hashCode());
    if (Answers.isKnown(request, version)) {
      return;
    }
    Optional<byte[]> known = kept.find(run.id(), question);
    byte[] answer = known.isPresent() ? known.get() : Answers.bytes(document);
    if (known.isEmpty()) {
      kept.keep(run.id(), question, answer);
    }
    Answers.send(request, answer);
  }
}
