package dev.escarole.web.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * By which the owner's programs on this machine sign in to the owner's server: a file in the data
 * directory that names the server and holds a token, which counts as long as the server runs. Only
 * the owner can read it.
 */
public final class ServerFile {

  private static final String NAME = "server.json";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Path file;

  /**
   * @param data the data directory
   */
  public ServerFile(Path data) {
    this.file = data.resolve(NAME);
  }

  public Path file() {
    return file;
  }

  /**
   * Says that a server of this process is at an address.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(URI address, String token) throws IOException {
    PrivateFiles.replace(
        file,
        JSON.createObjectNode()
                .put("url", address.toString())
                .put("pid", ProcessHandle.current().pid())
                .put("token", token)
                .toPrettyString()
            + "\n");
  }

  /** Removes the file if it is still the one with this token. */
  public void remove(String token) throws IOException {
    if (Files.exists(file) && read().path("token").asText().equals(token)) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * The token for a server at an address. There is none if the file is of another server, or of one
   * that is gone: who listens there now may be anybody.
   *
   * @throws IOException if there is a file that cannot be read, or that others could have written
   */
  public Optional<String> token(URI address) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      PrivateFiles.checkSecret(file);
    } catch (UnsafeFileException e) {
      throw new IOException(e.getMessage(), e);
    }
    JsonNode entry = read();
    boolean isHere = ProcessHandle.of(entry.path("pid").asLong()).isPresent();
    return isHere && isSame(URI.create(entry.path("url").asText()), address)
        ? Optional.of(entry.path("token").asText())
        : Optional.empty();
  }

  private JsonNode read() throws IOException {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is malformed", e);
    }
  }

  /** Whether both name the same port of this machine. The token goes nowhere else. */
  private static boolean isSame(URI written, URI asked) {
    return "http".equals(asked.getScheme())
        && isLoopback(asked.getHost())
        && written.getPort() == (asked.getPort() < 0 ? 80 : asked.getPort());
  }

  private static boolean isLoopback(String host) {
    if (LOOPBACK_NAMES.contains(host)) {
      return true;
    }
    try {
      return host.matches("127(\\.\\d{1,3}){3}") && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
