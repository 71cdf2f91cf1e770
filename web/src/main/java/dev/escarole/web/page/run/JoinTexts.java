package dev.escarole.web.page.run;

import dev.escarole.engine.Engine;
import dev.escarole.engine.run.BrokenHistoryException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The texts that joins have handed on. They are worked out from the record, so the last few are
 * kept while somebody pages through them. Thread-safe.
 */
final class JoinTexts {

  private static final int MOST = 8;
  private static final int LARGEST = 8 << 20;

  private final Engine engine;

  /** Guarded by itself; the least lately used comes first. */
  private final Map<String, Content> kept = new LinkedHashMap<>(MOST, 0.75f, true);

  JoinTexts(Engine engine) {
    this.engine = engine;
  }

  /**
   * The text of a join that has been decided; empty if it has not.
   *
   * @throws RefusedException if the outputs of the run are too large to be put together
   */
  Optional<Content> text(RunId run, Node node) {
    // A group that is tried again joins again: the number of passages tells them apart.
    String key = run + " " + node.path() + " " + node.transitions().size();
    synchronized (kept) {
      Content known = kept.get(key);
      if (known != null) {
        return Optional.of(known);
      }
    }
    Optional<Content> text = work(run, node.path());
    text.filter(content -> content.size() <= LARGEST).ifPresent(content -> keep(key, content));
    return text;
  }

  private void keep(String key, Content content) {
    synchronized (kept) {
      kept.put(key, content);
      if (kept.size() > MOST) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
  }

  private Optional<Content> work(RunId run, String path) {
    try {
      return engine.handedOn(run, path);
    } catch (IllegalArgumentException | BrokenHistoryException e) {
      throw new RefusedException(
          RefusalCode.NO_TEXT,
          "the text cannot be put together: " + e.getMessage(),
          "The outputs of the branches are on their own pages.");
    }
  }
}
