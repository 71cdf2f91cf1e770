package dev.escarole.web.page.run;

import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;

/** Says why a degraded run is not accepted, and which steps read the output of a failed one. */
final class AcceptanceText {

  private static final int MOST = 5;

  private AcceptanceText() {}

  /** A sentence each; none for a run in which nothing of the kind happened. */
  static List<String> sentences(RunStatus status, Acceptance acceptance) {
    List<String> sentences = new ArrayList<>();
    if (status == RunStatus.DEGRADED && !acceptance.accepted()) {
      sentences.add(refusal(acceptance));
    }
    acceptance.readsFromFailure().stream()
        .limit(MOST)
        .map(AcceptanceText::read)
        .forEach(sentences::add);
    if (acceptance.readCount() > MOST) {
      sentences.add(
          "And " + Words.count(acceptance.readCount() - MOST, "step", "steps") + " more.");
    }
    return sentences;
  }

  private static String refusal(Acceptance acceptance) {
    List<String> paths =
        acceptance.losses().stream()
            .filter(loss -> loss.consent() == null)
            .limit(MOST)
            .map(Acceptance.Loss::path)
            .toList();
    return paths.isEmpty()
        ? "Not accepted: a limit cut what a step read."
        : "Not accepted: the recipe does not consent to the loss of "
            + String.join(", ", paths)
            + (acceptance.lossCount() > MOST ? " and others." : ".");
  }

  private static String read(Acceptance.FailureRead read) {
    return "Step %s read the empty output of %s, which %s."
        .formatted(
            read.step(), read.from(), read.cut() ? "broke the limit of its output" : "failed");
  }
}
