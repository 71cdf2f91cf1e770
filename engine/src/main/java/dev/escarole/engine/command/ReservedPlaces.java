package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The engine's own directories and files, which no guest can reach whatever it is granted: the data
 * directory, compiled programs, policy and tokens. A grant that equals, contains or lies inside one
 * of them is refused, even read-only; so is one that reaches {@code /proc}, {@code /sys} or {@code
 * /dev}, unless a policy names it. If a reserved path leads through symbolic links, the directories
 * of those links can only be granted read-only.
 *
 * <p>Paths are compared by their real paths, by the identity of the directories on the way, and by
 * their location in the file system, so neither a link nor a second mount bypasses the check. A
 * reserved path need not exist yet. Facts about the host are cached for one second; the links of a
 * grant are resolved at each check.
 *
 * <p>Thread-safe.
 */
public final class ReservedPlaces {

  /** Reserves nothing. */
  public static final ReservedPlaces NONE = new ReservedPlaces(Map.of(), List.of(), null);

  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_VERDICTS = 1_000;
  private static final List<Path> SYSTEM =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private final Map<Path, String> places;
  private final List<Path> workspaces;
  private final @Nullable Path trees;
  private volatile @Nullable Known known;

  private ReservedPlaces(Map<Path, String> places, List<Path> workspaces, @Nullable Path trees) {
    Map<Path, String> all = new LinkedHashMap<>();
    places.forEach((path, what) -> all.putIfAbsent(path.toAbsolutePath().normalize(), what));
    this.places = all;
    this.workspaces = workspaces.stream().map(each -> each.toAbsolutePath().normalize()).toList();
    this.trees = trees == null ? null : trees.toAbsolutePath().normalize();
  }

  /**
   * Reserves places.
   *
   * @param places directories and files, with their names in messages
   * @param workspaces directories in which the engine creates one for each run or build, for what
   *     its guests write
   */
  public static ReservedPlaces of(Map<Path, String> places, Path... workspaces) {
    return new ReservedPlaces(places, List.of(workspaces), null);
  }

  /**
   * Returns these places with one more exception.
   *
   * @param directory in which the engine keeps {@linkplain TreeFiles the directories of programs}
   */
  public ReservedPlaces withTrees(Path directory) {
    return new ReservedPlaces(places, workspaces, directory);
  }

  private record Located(String what, Path real, MountTable.@Nullable Origin origin) {}

  private static final class Known {
    final long since = System.nanoTime();
    final MountTable mounts = MountTable.read();
    final List<Located> located = new ArrayList<>();

    final Set<Object> own = new HashSet<>();

    /** The identity of each place and of all its parents. */
    final Set<Object> hidden = new HashSet<>();

    /** The directories of links through which a place is found and that do not contain it. */
    final List<Located> steps = new ArrayList<>();

    /** The identity of each of those and of all their parents. */
    final Set<Object> held = new HashSet<>();

    /** What was answered before; empty where a grant is fine. */
    final Map<Asked, Optional<String>> verdicts = new ConcurrentHashMap<>();

    void add(Path path, String what) {
      Path real = real(path);
      LinkTrail trail = LinkTrail.of(path);
      locate(real, what);
      // A dangling link counts as its target.
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

  /** The part of a grant that decides the verdict. */
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
   * Returns why a directory cannot be granted; empty if it can.
   *
   * @param named whether a policy names this very directory
   */
  public Optional<String> refusal(DirectoryGrant grant, boolean named) {
    if (places.isEmpty() || isOwn(grant)) {
      return Optional.empty();
    }
    Path real = real(grant.host());
    boolean permitted = named && isOfSystem(grant.host());
    boolean writable = grant.mode() == DirectoryGrant.Mode.READ_WRITE;
    return refusal(new Asked(real, writable))
        .or(() -> permitted ? Optional.empty() : systemRefusal(grant.host(), real));
  }

  private boolean isOwn(DirectoryGrant grant) {
    return grant.workspace() && (isOfRun(grant) || isTree(grant));
  }

  private boolean isTree(DirectoryGrant grant) {
    return trees != null
        && trees.equals(grant.host().getParent())
        && grant.mode() == DirectoryGrant.Mode.READ_ONLY;
  }

  private boolean isOfRun(DirectoryGrant grant) {
    Path host = grant.host();
    return workspaces.stream().anyMatch(each -> isTwoBelow(each, host))
        && (host.endsWith("workspace")
            || (host.endsWith("inputs") && grant.mode() == DirectoryGrant.Mode.READ_ONLY));
  }

  private static boolean isTwoBelow(Path directory, Path path) {
    return path.startsWith(directory) && path.getNameCount() == directory.getNameCount() + 2;
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

  /** Why a writer in this directory could redirect the path to a reserved place. */
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
        + ", which no command may replace; grant it read-only (:ro), or grant another directory";
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

  /** Whether it is a reserved place, or contains one or lies inside one, by identity. */
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
    return "it equals, contains or lies inside "
        + what
        + ", which no command may reach; grant another directory";
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
   * Returns whether a file with these attributes must be hidden from guests, whatever its path.
   *
   * @param mode the mode of the grant through which it is reached
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
   * Checks a granted directory again after opening it, as its path may have been redirected.
   *
   * @param all all directories granted together, including this one
   * @param opened the identity of the opened directory; null if the platform has none
   * @throws AccessDeniedException if a guest must not have it
   */
  public void check(DirectoryGrant grant, List<DirectoryGrant> all, @Nullable Object opened)
      throws AccessDeniedException {
    if (places.isEmpty() || isOwn(grant)) {
      return;
    }
    // The broker has already checked whether a policy names it.
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

  private static Path real(Path path) {
    for (Path existing = path; existing != null; existing = existing.getParent()) {
      try {
        return existing.toRealPath().resolve(existing.relativize(path)).normalize();
      } catch (IOException e) {
        // It does not exist yet: the parent decides.
      }
    }
    return path;
  }

  /**
   * Finds grants whose path leads through a symbolic link inside another, writable grant: a guest
   * could replace that link and redirect the grant of the next guest.
   */
  public static final class LinkedGrants {

    private LinkedGrants() {}

    /**
     * Returns why these grants cannot be given together, as their links are now; empty if they can.
     * The text contains no host path.
     */
    public static Optional<String> refusal(List<DirectoryGrant> grants) {
      if (grants.size() < 2) {
        return Optional.empty();
      }
      List<DirectoryGrant> asked = grants.stream().filter(each -> !each.workspace()).toList();
      List<DirectoryGrant> writable = new ArrayList<>(asked);
      writable.removeIf(each -> each.mode() == DirectoryGrant.Mode.READ_ONLY);
      if (asked.size() < 2 || writable.isEmpty()) {
        return Optional.empty();
      }
      for (DirectoryGrant grant : asked) {
        LinkTrail trail = LinkTrail.of(grant.host());
        for (DirectoryGrant other : writable) {
          Path around = LinkTrail.of(other.host()).end();
          if (!other.equals(grant)
              && trail.links().stream().anyMatch(at -> at.startsWith(around))) {
            return Optional.of(
                ("the directory for '%s' cannot be granted: its path leads through a symbolic link"
                        + " in the one for '%s', which a command could replace; name the link's"
                        + " target, or grant '%s' read-only (:ro)")
                    .formatted(grant.guest(), other.guest(), other.guest()));
          }
        }
      }
      return Optional.empty();
    }
  }

  /**
   * The resolution of a path: where it ends, and each directory in which one of its names, or a
   * name in the target of a symbolic link, is looked up. Anyone who can write to one of these
   * directories can redirect the path. Missing parts are treated as directories.
   */
  static final class LinkTrail {
    private static final int MOST_LINKS = 40;

    private final Set<Path> directories = new LinkedHashSet<>();
    private final Set<Path> links = new LinkedHashSet<>();
    private Path end;
    private int followed;

    private LinkTrail(Path root) {
      this.end = root;
    }

    static LinkTrail of(Path path) {
      Path root = path.getRoot();
      LinkTrail trail = new LinkTrail(root == null ? path : root);
      trail.follow(path);
      return trail;
    }

    private void follow(Path path) {
      Path root = path.getRoot();
      if (root != null) {
        end = end.resolve(root);
      }
      path.forEach(this::step);
    }

    private void step(Path name) {
      if (name.toString().equals("..")) {
        Path above = end.getParent();
        end = above == null ? end : above;
        return;
      }
      if (name.toString().isEmpty() || name.toString().equals(".")) {
        return;
      }
      directories.add(end);
      Path next = end.resolve(name);
      Path target = followed < MOST_LINKS ? target(next) : null;
      if (target == null) {
        end = next;
      } else {
        followed++;
        links.add(end);
        follow(target);
      }
    }

    private static @Nullable Path target(Path path) {
      try {
        return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null;
      } catch (IOException e) {
        // It has been removed meanwhile, so it leads nowhere.
        return null;
      }
    }

    Path end() {
      return end;
    }

    /** The directories that contain a symbolic link on the path. */
    Set<Path> links() {
      return links;
    }

    /** The directories on the path, with links resolved. */
    Set<Path> directories() {
      return directories;
    }
  }
}
