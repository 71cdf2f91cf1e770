package dev.escarole.engine.build.toolkit;

import dev.escarole.engine.build.SourceCheck;
import dev.escarole.engine.build.toolkit.ToolkitException.Reason;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.command.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A toolkit as it was read: the bytes that were hashed are the bytes that are built, whatever
 * happens to its directory meanwhile. Immutable.
 *
 * @param manifest as it was read
 * @param pin SHA-256 of the manifest's bytes, which pin every source
 * @param sources the files by their paths, in the manifest's order
 */
public record Toolkit(Manifest manifest, ArtifactId pin, Map<String, byte[]> sources) {

  private static final String SOURCES = "src";

  /** Copies the map. */
  public Toolkit {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
  }

  /**
   * Reads a toolkit. No link is followed, in no part of a path inside the directory; files that the
   * manifest does not name are not looked at.
   *
   * @throws ToolkitException if the manifest has mistakes, or a file is missing or not what the
   *     manifest says
   * @throws IOException if the manifest cannot be read
   */
  public static Toolkit read(Path directory) throws ToolkitException, IOException {
    byte[] text = bytes(directory, Manifest.FILE, Manifest.MOST_BYTES);
    Manifest manifest = Manifest.read(new String(text, StandardCharsets.UTF_8));
    Map<String, byte[]> sources = new LinkedHashMap<>();
    int left = (int) SourceCheck.MOST_BYTES;
    for (Map.Entry<String, ArtifactId> each : manifest.sources().entrySet()) {
      byte[] bytes = source(directory, each.getKey(), left);
      if (!ArtifactId.of(bytes).equals(each.getValue())) {
        throw wrong("the source '%s' is not what the manifest says".formatted(each.getKey()));
      }
      left -= bytes.length;
      sources.put(each.getKey(), bytes);
    }
    return new Toolkit(manifest, ArtifactId.of(text), sources);
  }

  private static byte[] source(Path directory, String path, int most) throws ToolkitException {
    try {
      return bytes(directory, SOURCES + "/" + path, most);
    } catch (IOException e) {
      throw wrong("the source '%s' cannot be read: %s".formatted(path, e.getMessage()));
    }
  }

  private static ToolkitException wrong(String what) {
    return new ToolkitException(
        Reason.INVALID_PROVENANCE,
        "the toolkit is not built: " + what,
        "Restore the file, or build the changed sources ('commands build') and promote them.");
  }

  private static byte[] bytes(Path directory, String path, int most) throws IOException {
    Path file = directory;
    String[] names = path.split("/", -1);
    for (int i = 0; i < names.length; i++) {
      file = file.resolve(names[i]);
      BasicFileAttributes found =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean last = i == names.length - 1;
      if (last ? !found.isRegularFile() : !found.isDirectory()) {
        throw new IOException(names[i] + " is a link or not a " + (last ? "file" : "directory"));
      }
    }
    return PrivateFiles.read(file, most);
  }

  /** Returns a toolkit that is not written yet. */
  public static Toolkit of(Manifest manifest, Map<String, byte[]> sources) {
    ArtifactId pin = ArtifactId.of(manifest.text().getBytes(StandardCharsets.UTF_8));
    return new Toolkit(manifest, pin, sources);
  }

  /**
   * Writes it as a directory of its name; the directory appears whole or not at all.
   *
   * @param parent is created if it is missing
   * @param replace whether one of the same name is replaced
   * @return the directory
   * @throws ToolkitException if there is one and it is not to be replaced, or it is something else
   * @throws IOException if it cannot be written
   */
  public Path write(Path parent, boolean replace) throws ToolkitException, IOException {
    Files.createDirectories(parent);
    Path target = parent.resolve(manifest.name());
    boolean exists = check(parent, target, replace);
    Path made = Files.createTempDirectory(parent, ".toolkit-");
    try {
      for (Map.Entry<String, byte[]> each : sources.entrySet()) {
        put(made.resolve(SOURCES).resolve(each.getKey()), each.getValue());
      }
      put(made.resolve(SkillPage.FILE), SkillPage.of(manifest).getBytes(StandardCharsets.UTF_8));
      put(made.resolve(Manifest.FILE), manifest.text().getBytes(StandardCharsets.UTF_8));
      if (exists) {
        Path old = Files.createTempDirectory(parent, ".toolkit-");
        Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
        Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        DirectoryRemoval.remove(old);
      } else {
        Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
      }
      return target;
    } finally {
      DirectoryRemoval.remove(made);
    }
  }

  /** Returns whether a toolkit has to make way. */
  private boolean check(Path parent, Path target, boolean replace)
      throws ToolkitException, IOException {
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent)) {
      for (Path each : siblings) {
        String name = each.getFileName().toString();
        if (name.equalsIgnoreCase(manifest.name()) && !name.equals(manifest.name())) {
          throw new ToolkitException(
              Reason.TOOLKIT_EXISTS,
              "'%s' is there, which differs from '%s' only in case"
                  .formatted(each, manifest.name()),
              "Choose another directory.");
        }
      }
    }
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    boolean toolkit =
        Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)
            && Files.isRegularFile(target.resolve(Manifest.FILE), LinkOption.NOFOLLOW_LINKS);
    if (!replace || !toolkit) {
      throw new ToolkitException(
          Reason.TOOLKIT_EXISTS,
          target + (toolkit ? " exists" : " exists and is not a toolkit"),
          toolkit ? "Replace it with --replace." : "Choose another directory.");
    }
    return true;
  }

  private static void put(Path file, byte[] bytes) throws IOException {
    Path directory = file.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Files.write(file, bytes);
  }
}
