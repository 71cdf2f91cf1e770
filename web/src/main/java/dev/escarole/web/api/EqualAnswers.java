package dev.escarole.web.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last answers about lists: watchers ask for the same page again and again, and an equal
 * document is written the same. Bounded; thread-safe.
 */
final class EqualAnswers {

  private static final int MOST = 64;

  /** Bytes of the largest answer that is kept. */
  static final int LARGEST = 128 * 1024;

  /**
   * An answer.
   *
   * @param document what was written
   * @param bytes that it became; must not be changed
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Given(Object document, byte[] bytes) {}

  private final Map<String, Given> answers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Given> eldest) {
          return size() > MOST;
        }
      };

  /** The bytes of a document, if it is what was written last for this address. */
  Optional<byte[]> find(String address, Object document) {
    Given given;
    synchronized (answers) {
      given = answers.get(address);
    }
    return given != null && given.document().equals(document)
        ? Optional.of(given.bytes())
        : Optional.empty();
  }

  /** Keeps an answer that is not too large. */
  void keep(String address, Object document, byte[] bytes) {
    if (bytes.length <= LARGEST) {
      synchronized (answers) {
        answers.put(address, new Given(document, bytes));
      }
    }
  }
}
