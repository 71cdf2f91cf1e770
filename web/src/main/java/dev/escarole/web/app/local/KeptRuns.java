package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.plan.Caching;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.BrokenHistoryException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.compare.RunComparisons;
import dev.escarole.web.app.output.OutputBytes;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What takes long to read of a large run and does not change: what its plan says of caching, and
 * the joins, texts of joins and comparisons once it is over. The latest are kept in memory. Whoever
 * asks here has looked that the run is still stored. Thread-safe.
 */
final class KeptRuns {

  private static final int MOST_RUNS = 32;
  private static final int MOST_BRANCHES = 20_000;
  private static final int MOST_TEXTS = 8;
  private static final int MOST_COMPARISONS = 4;
  private static final int LARGEST_TEXT = 8 << 20;

  private final Engine engine;

  /** By index of the step, without those of which the recipe says nothing. */
  private final Latest<RunId, Map<Integer, Boolean>> caching = new Latest<>(MOST_RUNS);

  private final Latest<RunId, Map<String, Join>> joins = new Latest<>(MOST_RUNS);
  private final Latest<String, Content> texts = new Latest<>(MOST_TEXTS);
  private final Latest<String, RunComparisons.Compared> comparisons =
      new Latest<>(MOST_COMPARISONS);

  /** Keeps the values that were used last in memory. Thread-safe. */
  private static final class Latest<K, V> {

    private final int most;
    private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);

    Latest(int most) {
      this.most = most;
    }

    synchronized Optional<V> find(K key) {
      return Optional.ofNullable(values.get(key));
    }

    synchronized void keep(K key, V value) {
      values.put(key, value);
      if (values.size() > most) {
        values.remove(values.keySet().iterator().next());
      }
    }
  }

  KeptRuns(Engine engine) {
    this.engine = engine;
  }

  /** How the steps of two runs differ, made once if both are over. */
  RunComparisons.Compared compared(
      StoredRun before, StoredRun after, Supplier<RunComparisons.Compared> compare) {
    if (!before.status().isOver() || !after.status().isOver()) {
      return compare.get();
    }
    String key = before.id() + " " + after.id();
    RunComparisons.Compared known = comparisons.find(key).orElse(null);
    if (known == null) {
      known = compare.get();
      comparisons.keep(key, known);
    }
    return known;
  }

  /** What the recipe says of keeping the result of a leaf; null if nothing. */
  @Nullable Boolean caching(RunId run, int step) {
    Map<Integer, Boolean> known = caching.find(run).orElse(null);
    if (known == null) {
      known = new HashMap<>();
      for (Step each : engine.records().plan(run).steps()) {
        if (each instanceof LeafStep leaf && leaf.caching() != Caching.UNSAID) {
          known.put(each.index(), leaf.caching() == Caching.ON);
        }
      }
      caching.keep(run, known);
    }
    return known.get(step);
  }

  /** The joins of a run that were decided, by path. */
  Map<String, Join> joins(StoredRun run) {
    Map<String, Join> known = joins.find(run.id()).orElse(null);
    if (known == null) {
      known = new HashMap<>();
      int branches = 0;
      for (Join join : engine.records().joins(run.id())) {
        known.put(join.path(), join);
        branches += join.expected();
      }
      if (run.status().isOver() && branches <= MOST_BRANCHES) {
        joins.keep(run.id(), known);
      }
    }
    return known;
  }

  /**
   * The text that a join made of its branches; empty if it is not decided.
   *
   * @throws RefusedException if the outputs of the run are too large to be put together
   */
  Optional<OutputBytes> text(StoredRun run, String path) {
    String key = run.id() + " " + path;
    String fileName = run.id() + "-" + path + "-text";
    return texts
        .find(key)
        .or(() -> made(run, path, key))
        .map(content -> new Text(content.bytes(), content.sha256(), fileName));
  }

  private Optional<Content> made(StoredRun run, String path, String key) {
    try {
      Optional<Content> text = engine.handedOn(run.id(), path);
      // While a run goes on, a group that is tried again may be joined again.
      text.filter(content -> run.status().isOver() && content.size() <= LARGEST_TEXT)
          .ifPresent(content -> texts.keep(key, content));
      return text;
    } catch (IllegalArgumentException | BrokenHistoryException e) {
      throw new RefusedException(
          RefusalCode.NO_TEXT,
          "the text cannot be put together: " + e.getMessage(),
          "The outputs of the branches are on their own pages.");
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
