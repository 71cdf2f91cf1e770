package dev.escarole.engine.build.toolkit;

import dev.escarole.engine.build.toolkit.ToolkitException.Reason;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The toolkits of a data directory, in its directory {@code toolkits}, and the pins: the manifests,
 * by SHA-256, of toolkits that were promoted here. No guest can reach them. Thread-safe.
 */
public final class ToolkitRegistry {

  /** Its name in a data directory. */
  public static final String DIRECTORY = "toolkits";

  private static final String PINS = ".pins";

  private final Path root;

  /** Opens the registry of a data directory, which creates nothing. */
  public ToolkitRegistry(Path data) {
    this.root = data.toAbsolutePath().normalize().resolve(DIRECTORY);
  }

  /** Returns the directory that holds its toolkits by name. */
  public Path directory() {
    return root;
  }

  /**
   * Pins a manifest for good.
   *
   * @throws IOException if it cannot be written
   */
  public void pin(ArtifactId manifest) throws IOException {
    PrivateFiles.createDirectories(root.resolve(PINS));
    PrivateFiles.createFile(pinFile(manifest));
  }

  private Path pinFile(ArtifactId manifest) {
    return root.resolve(PINS).resolve(manifest.sha256());
  }

  /**
   * Checks that somebody vouches for a toolkit: its manifest was pinned when it was promoted here,
   * or is the one that the operator names. The manifest's own claims do not count.
   *
   * @param named the pin that the operator names; empty for none
   * @throws ToolkitException if nobody does
   */
  public void requireTrust(Toolkit toolkit, Optional<String> named) throws ToolkitException {
    ArtifactId pin = toolkit.pin();
    if (named.isPresent()) {
      if (!named.get().equals(pin.sha256())) {
        throw untrusted(
            "its pin is " + pin + ", and not the one that is given",
            "Ask its author for the pin, and give no other.");
      }
      return;
    }
    if (Files.isRegularFile(pinFile(pin), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    throw toolkit.manifest().trust() == Manifest.Trust.FIRST_PARTY
        ? untrusted(
            "it says first-party, but was not promoted here in this form",
            "Look at its files, then name its pin: --pin " + pin)
        : untrusted(
            "it is third-party and has no pin",
            "Look at its files, then name its pin: --pin " + pin);
  }

  private static ToolkitException untrusted(String why, String hint) {
    return new ToolkitException(
        Reason.INVALID_PROVENANCE, "the toolkit is not built: " + why, hint);
  }
}
