package dev.escarole.web.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers about ended runs, which do not change any more. The caller has checked that the run still
 * exists and may be shown.
 *
 * <p>Bounded by size, least recently given first out. Thread-safe.
 */
final class KeptAnswers {

  static final long MOST_BYTES = 32L << 20;

  /** A larger answer is not kept: it would push too many others out. */
  static final int LARGEST = 1 << 20;

  /** Bytes of a key and its place in the table, besides those of the answer. */
  private static final int PLACE = 256;

  private final long mostBytes;
  private final Map<List<String>, byte[]> answers = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  KeptAnswers(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The answer, if it is cached; its bytes must not be changed. */
  synchronized Optional<byte[]> find(String run, String question) {
    return Optional.ofNullable(answers.get(List.of(run, question)));
  }

  /** Keeps an answer about a run that is over; it must not be changed afterwards. */
  synchronized void keep(String run, String question, byte[] answer) {
    if (answer.length > LARGEST) {
      return;
    }
    byte[] before = answers.put(List.of(run, question), answer);
    bytes += answer.length + PLACE - (before == null ? 0 : before.length + PLACE);
    var eldest = answers.values().iterator();
    while (bytes > mostBytes && eldest.hasNext()) {
      bytes -= eldest.next().length + PLACE;
      eldest.remove();
    }
  }

  /** Bytes that are taken. */
  synchronized long bytes() {
    return bytes;
  }
}
