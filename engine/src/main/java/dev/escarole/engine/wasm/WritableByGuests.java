package dev.escarole.engine.wasm;

import dev.escarole.engine.command.DirectoryGrant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds grants that would let a guest write to the directory of {@link CompiledFiles}, whose
 * content is executed outside the sandbox. Where links of a grant lead is looked up when it is
 * first seen.
 *
 * <p>Safe for use by many threads.
 */
final class WritableByGuests {

  private static final int MOST_KNOWN = 1_000;

  private final Path guarded;
  private final Map<Path, Boolean> known = new ConcurrentHashMap<>();

  WritableByGuests(Path guarded) {
    this.guarded = guarded;
  }

  /** Returns the first of these grants that must not be given. */
  Optional<DirectoryGrant> in(List<DirectoryGrant> grants) {
    for (DirectoryGrant grant : grants) {
      if (grant.mode() == DirectoryGrant.Mode.READ_WRITE && overlaps(grant.host())) {
        return Optional.of(grant);
      }
    }
    return Optional.empty();
  }

  private boolean overlaps(Path granted) {
    Boolean before = known.get(granted);
    if (before != null) {
      return before;
    }
    Path one = real(granted);
    Path other = real(guarded);
    boolean overlaps = one.startsWith(other) || other.startsWith(one);
    if (known.size() < MOST_KNOWN) {
      known.put(granted, overlaps);
    }
    return overlaps;
  }

  /** Resolves the links of what exists of a path. */
  private static Path real(Path path) {
    for (Path known = path; known != null; known = known.getParent()) {
      try {
        return known.toRealPath().resolve(known.relativize(path));
      } catch (IOException e) {
        // What is not there yet has no links: the parent decides.
      }
    }
    return path;
  }
}
