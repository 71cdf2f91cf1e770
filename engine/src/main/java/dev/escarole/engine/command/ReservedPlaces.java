package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The directories and files of the engine that no guest reaches, whatever it is granted: the data
 * directory, compiled programs, policy and tokens. A grant that is one of them, holds one or lies
 * in one is refused, for reading too; so is one that reaches {@code /proc}, {@code /sys} or {@code
 * /dev}, unless a policy names it. Where the way to a place leads over links, the directories of
 * those can be read but not written: another link would be another place.
 *
 * <p>Places are compared by their real paths, by the identity of the directories on the way, and by
 * where they lie in their file system, so that neither a link nor a second mount is a way around. A
 * place need not exist yet. What is known of the host is at most a second old; the links of a grant
 * are resolved at each check.
 *
 * <p>Safe for use by many threads.
 */
public final class ReservedPlaces {

  /** Reserves nothing. */
  public static final ReservedPlaces NONE = new ReservedPlaces(Map.of(), null);

  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_VERDICTS = 1_000;
  private static final List<Path> SYSTEM =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private final Map<Path, String> places;
  private final @Nullable Path runs;
  private volatile @Nullable Known known;

  private ReservedPlaces(Map<Path, String> places, @Nullable Path runs) {
    Map<Path, String> all = new LinkedHashMap<>();
    places.forEach((path, what) -> all.putIfAbsent(path.toAbsolutePath().normalize(), what));
    this.places = all;
    this.runs = runs == null ? null : runs.toAbsolutePath().normalize();
  }

  /**
   * Reserves places.
   *
   * @param places directories and files, with what messages call them
   * @param runs the directory in which the engine makes a directory with a {@code workspace} for
   *     each run, which it grants to that run
   */
  public static ReservedPlaces of(Map<Path, String> places, Path runs) {
    return new ReservedPlaces(places, runs);
  }

  /** One place, as it was found. */
  private record Located(String what, Path real, MountTable.@Nullable Origin origin) {}

  /** The host as it was a moment ago. */
  private static final class Known {
    final long since = System.nanoTime();
    final MountTable mounts = MountTable.read();
    final List<Located> located = new ArrayList<>();

    /** The identity of each place. */
    final Set<Object> own = new HashSet<>();

    /** That of each place and of every directory above one. */
    final Set<Object> hidden = new HashSet<>();

    /** The directories of links by which a place is found, as far as none of them holds it. */
    final List<Located> steps = new ArrayList<>();

    /** The identity of each of those and of every directory above one. */
    final Set<Object> held = new HashSet<>();

    /** UnknownCommandCheck; empty where there is none. */
    final Map<Asked, Optional<String>> verdicts = new ConcurrentHashMap<>();

    void add(Path path, String what) {
      Path real = real(path);
      LinkTrail trail = LinkTrail.of(path);
      locate(real, what);
      // A link that leads nowhere yet counts as what it would lead to.
      locate(trail.end(), what);
      for (Path step : trail.directories()) {
        if (!real.startsWith(step) && !trail.end().startsWith(step)) {
          steps.add(new Located(what, step, mounts.origin(step)));
          addWithAllAbove(step, held);
        }
      }
    }

    private void locate(Path real, String what) {
      if (located.stream().anyMatch(each -> real.startsWith(each.real()))) {
        return;
      }
      located.add(new Located(what, real, mounts.origin(real)));
      Object key = key(real);
      if (key != null) {
        own.add(key);
      }
      addWithAllAbove(real, hidden);
    }

    private static void addWithAllAbove(Path real, Set<Object> keys) {
      for (Path each = real; each != null; each = each.getParent()) {
        Object key = key(each);
        if (key != null) {
          keys.add(key);
        }
      }
    }
  }

  /** A grant as verdicts depend on it. */
  private record Asked(Path real, boolean writable) {}

  private Known known() {
    Known last = known;
    if (last == null || System.nanoTime() - last.since > FRESH_NANOS) {
      last = new Known();
      places.forEach(last::add);
      known = last;
    }
    return last;
  }

  /**
   * Says why a directory cannot be granted; empty if it can.
   *
   * @param named whether a policy names this very directory
   */
  public Optional<String> refusal(DirectoryGrant grant, boolean named) {
    if (places.isEmpty() || isOwnWorkspace(grant)) {
      return Optional.empty();
    }
    Path real = real(grant.host());
    boolean permitted = named && isOfSystem(grant.host());
    boolean writable = grant.mode() == DirectoryGrant.Mode.READ_WRITE;
    return refusal(new Asked(real, writable))
        .or(() -> permitted ? Optional.empty() : systemRefusal(grant.host(), real));
  }

  private boolean isOwnWorkspace(DirectoryGrant grant) {
    Path host = grant.host();
    return grant.workspace()
        && runs != null
        && host.startsWith(runs)
        && host.getNameCount() == runs.getNameCount() + 2
        && host.endsWith("workspace");
  }

  private Optional<String> refusal(Asked asked) {
    Known now = known();
    Optional<String> before = now.verdicts.get(asked);
    if (before != null) {
      return before;
    }
    Optional<String> verdict = verdict(now, asked.real());
    if (asked.writable()) {
      verdict = verdict.or(() -> misleading(now, asked.real()));
    }
    if (now.verdicts.size() < MOST_VERDICTS) {
      now.verdicts.put(asked, verdict);
    }
    return verdict;
  }

  /** Why who writes there could lead the way to a place elsewhere. */
  private static Optional<String> misleading(Known now, Path real) {
    List<MountTable.Origin> shown = now.mounts.shownBy(real);
    Object key = key(real);
    for (Located step : now.steps) {
      MountTable.Origin origin = step.origin();
      if (step.real().startsWith(real)
          || (origin != null && shown.stream().anyMatch(origin::liesIn))) {
        return Optional.of(leads(step.what()));
      }
    }
    return key != null && now.held.contains(key)
        ? Optional.of(leads("files of Escarole"))
        : Optional.empty();
  }

  private static String leads(String what) {
    return "a link in it leads to "
        + what
        + ", and no command may exchange that; grant it for reading only (:ro), or another one";
  }

  private static Optional<String> verdict(Known now, Path real) {
    List<MountTable.Origin> shown = now.mounts.shownBy(real);
    for (Located place : now.located) {
      MountTable.Origin origin = place.origin();
      if (real.startsWith(place.real())
          || place.real().startsWith(real)
          || (origin != null && shown.stream().anyMatch(origin::overlaps))) {
        return Optional.of(reaches(place.what()));
      }
    }
    return isHidden(now, real) ? Optional.of(reaches("files of Escarole")) : Optional.empty();
  }

  /** Whether it is a place or stands above one, or a place stands above it, by identity. */
  private static boolean isHidden(Known now, Path real) {
    Object key = key(real);
    if (key != null && now.hidden.contains(key)) {
      return true;
    }
    for (Path above = real.getParent(); above != null; above = above.getParent()) {
      Object identity = key(above);
      if (identity != null && now.own.contains(identity)) {
        return true;
      }
    }
    return false;
  }

  private static String reaches(String what) {
    return "it is, holds or lies in " + what + ", which no command may reach; grant another one";
  }

  private Optional<String> systemRefusal(Path host, Path real) {
    boolean reached = isOfSystem(host) || isOfSystem(real) || known().mounts.showsKernel(real);
    return reached
        ? Optional.of("it reaches /proc, /sys or /dev, which only a policy that names it can grant")
        : Optional.empty();
  }

  private static boolean isOfSystem(Path path) {
    return SYSTEM.stream().anyMatch(each -> path.startsWith(each) || each.startsWith(path));
  }

  /**
   * Whether guests must not see what has these attributes, under whatever name they came to it.
   *
   * @param mode that of the grant through which they came
   */
  public boolean hides(DirectoryGrant.Mode mode, BasicFileAttributes attributes) {
    if (places.isEmpty()) {
      return false;
    }
    Object key = attributes.fileKey();
    if (key == null) {
      return false;
    }
    Known now = known();
    return now.hidden.contains(key)
        || (mode == DirectoryGrant.Mode.READ_WRITE && now.held.contains(key));
  }

  /**
   * Checks a granted directory when it has been opened, as its path may lead elsewhere by now.
   *
   * @param all all that is granted together with it, and itself
   * @param opened the identity of what was opened; null where the platform has none
   * @throws AccessDeniedException if it must not be given to a guest
   */
  public void check(DirectoryGrant grant, List<DirectoryGrant> all, @Nullable Object opened)
      throws AccessDeniedException {
    if (places.isEmpty() || isOwnWorkspace(grant)) {
      return;
    }
    // Whoever let the grant pass knows whether a policy names it.
    Optional<String> refusal = refusal(grant, true);
    if (refusal.isEmpty() && opened != null && !opened.equals(key(real(grant.host())))) {
      refusal = Optional.of("it was replaced meanwhile");
    }
    refusal = refusal.or(() -> LinkedGrants.refusal(all));
    if (refusal.isPresent()) {
      throw new AccessDeniedException(grant.host().toString(), null, refusal.get());
    }
  }

  private static @Nullable Object key(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /** Resolves the links of what exists of a path. */
  private static Path real(Path path) {
    for (Path existing = path; existing != null; existing = existing.getParent()) {
      try {
        return existing.toRealPath().resolve(existing.relativize(path)).normalize();
      } catch (IOException e) {
        // What is not there yet has no links: the parent decides.
      }
    }
    return path;
  }
}
