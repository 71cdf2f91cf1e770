package dev.escarole.web.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of {@link Sessions}, which only its owner can read. Several servers with one data
 * directory share it: who changes it holds a lock, and reads it before. Thread-safe.
 */
final class SessionFile {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(SessionFile.class);

  /** Locks of files are those of the process; within it this object is the lock. */
  private static final Object IN_PROCESS = new Object();

  private final Path file;
  private String seen = "";

  SessionFile(Path file) {
    this.file = file;
  }

  /** A session, and the SHA-256 of the token that began it. */
  record Session(String token, long endsAtMillis) {}

  /** Changes the file alone. If it cannot be locked, the change is made all the same. */
  <T extends @Nullable Object> T alone(Supplier<T> change) {
    synchronized (IN_PROCESS) {
      FileChannel lock = locked();
      try {
        return change.get();
      } finally {
        release(lock);
      }
    }
  }

  private @Nullable FileChannel locked() {
    try {
      FileChannel channel = opened(file.resolveSibling(file.getFileName() + ".lock"));
      FileLock unused = channel.lock();
      return channel;
    } catch (IOException e) {
      LOG.warn("The sessions in {} cannot be locked: {}", file, e.getMessage());
      return null;
    }
  }

  private void release(@Nullable FileChannel lock) {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      LOG.warn("The lock of the sessions in {} cannot be released: {}", file, e.getMessage());
    }
  }

  private static FileChannel opened(Path lockFile) throws IOException {
    Path directory = lockFile.toAbsolutePath().getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      Path unused = PrivateFiles.createDirectories(directory);
    }
    return PrivateFiles.open(lockFile, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
  }

  /** Reads the file into a map if it has changed since; leaves the map as it is if it is bad. */
  void readIfChanged(Map<String, Session> sessions) {
    String now = stamp();
    if (now.equals(seen)) {
      return;
    }
    seen = now;
    try {
      PrivateFiles.checkSecret(file);
      Map<String, Session> read = new LinkedHashMap<>();
      for (JsonNode each : JSON.readTree(Files.readString(file)).path("sessions")) {
        read.put(
            each.path("sha256").asText(),
            new Session(each.path("token").asText(), each.path("endsAt").asLong()));
      }
      sessions.clear();
      sessions.putAll(read);
    } catch (UnsafeFileException e) {
      LOG.warn("Earlier sessions are not loaded: {}", e.getMessage());
    } catch (NoSuchFileException e) {
      LOG.debug("no sessions yet", e);
    } catch (JsonProcessingException e) {
      LOG.warn("The sessions in {} are not loaded: the file is malformed", file);
    } catch (IOException e) {
      LOG.warn("The sessions in {} are not loaded: {}", file, e.getMessage());
    }
  }

  /** Names this form of the file: it is never changed, but replaced by another. */
  private String stamp() {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.fileKey() + " " + found.lastModifiedTime() + " " + found.size();
    } catch (IOException e) {
      return "";
    }
  }

  void write(Map<String, Session> sessions) {
    ObjectNode document = JSON.createObjectNode();
    ArrayNode array = document.putArray("sessions");
    sessions.forEach(
        (sha256, each) ->
            array
                .addObject()
                .put("sha256", sha256)
                .put("token", each.token())
                .put("endsAt", each.endsAtMillis()));
    try {
      PrivateFiles.replace(file, document.toPrettyString() + "\n");
      seen = stamp();
    } catch (IOException e) {
      LOG.warn("The sessions cannot be saved in {}: {}", file, e.getMessage());
    }
  }
}
