package dev.escarole.python;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.CommandPack;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * The commands {@code python} and {@code python3}, which are one program. Found by the engine when
 * this jar is on the class path. Immutable and thread-safe.
 */
public final class PythonCommands implements CommandPack {

  private static final String PROGRAM = "python.wasm";
  private static final String PACKED = PROGRAM + ".gz";
  private static final String PIN = "python.sha256";

  private final ArtifactId artifact;

  /**
   * Reads which program it is; the program is read when needed.
   *
   * @throws UncheckedIOException if the jar cannot be read
   */
  public PythonCommands() {
    try (InputStream in = open(PIN)) {
      String pin = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!pin.endsWith("  " + PROGRAM)) {
        throw new IllegalStateException("BUG: " + PIN + " holds '" + pin + "'");
      }
      artifact = new ArtifactId(pin.substring(0, pin.indexOf(' ')));
    } catch (IOException e) {
      throw new UncheckedIOException(PIN + " cannot be read", e);
    }
  }

  @Override
  public Map<String, ArtifactId> commands() {
    return Map.of("python", artifact, "python3", artifact);
  }

  @Override
  public byte[] read(ArtifactId id) throws IOException {
    if (!id.equals(artifact)) {
      throw new FileNotFoundException("artifact " + id + " is not Python's");
    }
    try (InputStream in = new GZIPInputStream(open(PACKED), 1 << 16)) {
      return in.readAllBytes();
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = PythonCommands.class.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException(name + " is not on the class path");
    }
    return in;
  }
}
