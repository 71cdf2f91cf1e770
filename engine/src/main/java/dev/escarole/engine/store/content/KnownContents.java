package dev.escarole.engine.store.content;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Hashes of recently used contents that are known to be stored, so that the same output is not sent
 * repeatedly. Confined to the writer's thread.
 */
public final class KnownContents {

  private static final int MOST = 10_000;

  private final Set<String> hashes =
      Collections.newSetFromMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > MOST;
            }
          });

  private long removals;

  /** Clears the set if contents have been removed since. */
  public void validAt(long removalsNow) {
    if (removals != removalsNow) {
      hashes.clear();
      removals = removalsNow;
    }
  }

  public boolean contains(String sha256) {
    return hashes.contains(sha256);
  }

  public void addAll(Collection<String> sha256s) {
    hashes.addAll(sha256s);
  }
}
