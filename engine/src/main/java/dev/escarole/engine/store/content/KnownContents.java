package dev.escarole.engine.store.content;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The hashes of contents that are known to be stored, as far as they were used lately: saves
 * sending the same output again and again. Confined to the writer's thread.
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

  /** Forgets everything if contents were removed since it was known. */
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
