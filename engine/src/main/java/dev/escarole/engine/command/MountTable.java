package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mounts of this process as listed by Linux, used to recognise a directory under the path of a
 * bind mount. Empty on other systems. Immutable.
 */
final class MountTable {

  private static final Path LIST = Path.of("/proc/self/mountinfo");
  private static final Set<String> OF_THE_KERNEL =
      Set.of(
          ("proc sysfs devtmpfs devpts cgroup cgroup2 securityfs debugfs tracefs configfs bpf pstore"
                  + " mqueue hugetlbfs efivarfs fusectl")
              .split(" "));

  /** Fields of a line before the optional ones, and of what follows those. */
  private static final int FIRST_FIELDS = 6;

  private final List<Mount> mounts;

  private record Mount(Path point, String device, Path root, boolean kernel) {}

  /** A path within its file system, independent of where that is mounted. */
  record Origin(String device, Path path) {

    boolean overlaps(Origin other) {
      return device.equals(other.device)
          && (path.startsWith(other.path) || other.path.startsWith(path));
    }

    boolean liesIn(Origin other) {
      return device.equals(other.device) && path.startsWith(other.path);
    }
  }

  private MountTable(List<Mount> mounts) {
    this.mounts = mounts;
  }

  static MountTable read() {
    try {
      return parse(Files.readAllLines(LIST, StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Not Linux, or a mount point that is not valid text: other checks remain.
      return new MountTable(List.of());
    }
  }

  static MountTable parse(List<String> lines) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : lines) {
      Mount mount = mount(line);
      if (mount != null) {
        mounts.add(mount);
      }
    }
    return new MountTable(List.copyOf(mounts));
  }

  private static @Nullable Mount mount(String line) {
    int separator = line.indexOf(" - ");
    String[] fields = line.split(" ", FIRST_FIELDS + 1);
    if (separator < 0 || fields.length < FIRST_FIELDS) {
      return null;
    }
    String type = line.substring(separator + 3).split(" ", 2)[0];
    try {
      return new Mount(
          Path.of(unescaped(fields[4])),
          fields[2],
          Path.of(unescaped(fields[3])),
          OF_THE_KERNEL.contains(type));
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static String unescaped(String field) {
    return field
        .replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }

  private @Nullable Mount of(Path real) {
    Mount found = null;
    for (Mount mount : mounts) {
      // Of two mounts on one mount point the later one hides the earlier.
      if (real.startsWith(mount.point())
          && (found == null || mount.point().getNameCount() >= found.point().getNameCount())) {
        found = mount;
      }
    }
    return found;
  }

  /** The origin of a real path; null if unknown. */
  @Nullable Origin origin(Path real) {
    Mount mount = of(real);
    return mount == null
        ? null
        : new Origin(mount.device(), mount.root().resolve(mount.point().relativize(real)));
  }

  /**
   * The origins of everything visible in a real directory: its own, and those of mounts below it.
   */
  List<Origin> shownBy(Path real) {
    List<Origin> shown = new ArrayList<>();
    Origin own = origin(real);
    if (own != null) {
      shown.add(own);
    }
    for (Mount mount : mounts) {
      if (!mount.point().equals(real) && mount.point().startsWith(real)) {
        shown.add(new Origin(mount.device(), mount.root()));
      }
    }
    return shown;
  }

  /** Whether a kernel file system, such as proc, is visible in a real directory. */
  boolean showsKernel(Path real) {
    Mount own = of(real);
    return (own != null && own.kernel())
        || mounts.stream().anyMatch(each -> each.kernel() && each.point().startsWith(real));
  }
}
