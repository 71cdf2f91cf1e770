package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Command.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** The guests that tests run: the compiled C programs, and modules that a test writes itself. */
final class Guests {

  private final Map<ArtifactId, byte[]> artifacts = new HashMap<>();

  /** Makes a command of a module's bytes. */
  Command command(byte[] module) {
    ArtifactId id = ArtifactId.of(module);
    artifacts.put(id, module);
    return new Command("guest", id, Origin.REGISTERED);
  }

  /** Makes a command of one of the compiled C programs. */
  Command command(String file) {
    return command(bytes(file));
  }

  ArtifactStore store() {
    return id -> artifacts.getOrDefault(id, new byte[0]).clone();
  }

  static byte[] bytes(String file) {
    try (InputStream in = Guests.class.getResourceAsStream("guests/" + file)) {
      if (in == null) {
        throw new IllegalStateException("no guest " + file);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
