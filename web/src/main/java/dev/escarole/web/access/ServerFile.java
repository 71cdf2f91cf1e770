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
 * A file in the data directory with the address of the running server and a token, for the owner's
 * programs on this machine. The token is valid while the server runs. Only the owner can read it.
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
   * Writes the address and token of a server of this process.
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

  /** Removes the file if it still has this token. */
  public void remove(String token) throws IOException {
    if (Files.exists(file) && read().path("token").asText().equals(token)) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Returns the token for the server at an address; empty if the file is of another server, or of
   * one that has ended, because any process may listen there now.
   *
   * @throws IOException if the file cannot be read, or others could have written it
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

  /** Whether both are the same port of this machine. The token is sent nowhere else. */
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
