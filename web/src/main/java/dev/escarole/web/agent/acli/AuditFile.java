package dev.escarole.web.agent.acli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the audit in a file, one JSON object a line. When the file is full it takes the place of
 * the one before and a new one begins, so that two files are the most there ever are. Safe for use
 * by many threads.
 */
public final class AuditFile implements AuditTrail {

  private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

  private final Path file;
  private final long mostBytes;

  /**
   * @param mostBytes size from which on a new file begins
   */
  public AuditFile(Path file, long mostBytes) {
    this.file = file;
    this.mostBytes = mostBytes;
  }

  @Override
  public synchronized void record(AuditEntry entry) {
    try {
      if (Files.exists(file) && Files.size(file) >= mostBytes) {
        Path before = file.resolveSibling(file.getFileName() + ".1");
        Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
      }
      byte[] line = (Json.text(json(entry)) + "\n").getBytes(StandardCharsets.UTF_8);
      Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      LOG.error(
          "A line of an agent cannot be audited in {}; agents are answered all the same", file, e);
    }
  }

  private static Map<String, Object> json(AuditEntry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("timestamp", entry.at().toString());
    json.put("command", entry.command());
    json.put("parsed_command", entry.parsedCommand());
    ErrorCode error = entry.ending().error();
    json.put("success", error == null);
    if (error != null) {
      json.put("error_code", error.name());
    }
    json.put("duration_ms", entry.ending().durationMillis());
    Map<String, Object> caller = new LinkedHashMap<>();
    caller.put("principal", entry.caller().principal());
    caller.put("client", entry.caller().client());
    json.put("user_context", caller);
    return json;
  }
}
