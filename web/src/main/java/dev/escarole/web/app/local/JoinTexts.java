package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.run.BrokenHistoryException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.OutputBytes;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The texts that joins made of their branches. They are put together from stored outputs, so the
 * latest are kept in memory while a reader asks for part after part. Thread-safe.
 */
final class JoinTexts {

  private static final int MOST = 8;
  private static final int LARGEST = 8 << 20;

  private final Engine engine;

  /** Guarded by itself; the least recently used comes first. */
  private final Map<String, Content> kept = new LinkedHashMap<>(MOST, 0.75f, true);

  JoinTexts(Engine engine) {
    this.engine = engine;
  }

  /**
   * The text of a join; empty if the join is not decided.
   *
   * @throws RefusedException if the outputs of the run are too large to be put together
   */
  Optional<OutputBytes> text(RunId run, StoredStep step) {
    String path = step.place().path();
    if (!step.progress().state().isEnded()) {
      return Optional.empty();
    }
    // A group that is tried again is joined again, and ends at another time.
    String key = run + " " + path + " " + step.progress().endedAt();
    String fileName = run + "-" + path + "-text";
    return find(key)
        .or(() -> made(run, path, key))
        .map(content -> new Text(content.bytes(), content.sha256(), fileName));
  }

  private Optional<Content> find(String key) {
    synchronized (kept) {
      return Optional.ofNullable(kept.get(key));
    }
  }

  private Optional<Content> made(RunId run, String path, String key) {
    try {
      Optional<Content> text = engine.handedOn(run, path);
      text.filter(content -> content.size() <= LARGEST).ifPresent(content -> keep(key, content));
      return text;
    } catch (IllegalArgumentException | BrokenHistoryException e) {
      throw new RefusedException(
          RefusalCode.NO_TEXT,
          "the text cannot be put together: " + e.getMessage(),
          "The outputs of the branches are on their own pages.");
    }
  }

  private void keep(String key, Content content) {
    synchronized (kept) {
      kept.put(key, content);
      if (kept.size() > MOST) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Nothing compares them.
  private record Text(byte[] bytes, String sha256, String fileName) implements OutputBytes {
    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public boolean settled() {
      return false;
    }

    @Override
    public InputStream open(long from, long end) {
      int start = (int) Math.min(from, bytes.length);
      return new ByteArrayInputStream(bytes, start, (int) Math.min(end, bytes.length) - start);
    }
  }
}
