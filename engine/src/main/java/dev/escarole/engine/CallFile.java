package dev.escarole.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.store.audit.Audit;
import dev.escarole.engine.store.audit.AuditCursor;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Audit log of processes without an open database: a file in the data directory with one line per
 * call. The next process that opens the database imports it into the audit. The file is rotated at
 * {@value #MOST_BYTES} bytes, with one older file kept.
 *
 * <p>Thread-safe and safe for concurrent processes.
 */
public final class CallFile implements AuditLog {

  private static final String NAME = "audit-calls.jsonl";
  private static final String ASIDE = "audit-calls.old.jsonl";
  private static final String TAKING = "audit-calls.taking.jsonl";
  private static final String LOCK = "audit-calls.lock";
  private static final long MOST_BYTES = 16L << 20;

  /** File locks belong to the process, so its threads need another lock. */
  private static final Object PROCESS = new Object();

  private final Path data;
  private final Consumer<String> warnings;
  private final long writer = ThreadLocalRandom.current().nextLong();
  private final AtomicLong seq = new AtomicLong();

  private CallFile(Path data, Consumer<String> warnings) {
    this.data = data;
    this.warnings = warnings;
  }

  /** Loaded lazily, because it is slow to load and rarely needed. */
  private static final class Binding {
    static final ObjectMapper JSON = new ObjectMapper();
  }

  private interface Work {
    void run() throws IOException;
  }

  /**
   * Returns the log of a data directory; without a directory, calls are not logged.
   *
   * @param warnings receives a sentence for each call that could not be written
   */
  public static AuditLog in(Path data, Consumer<String> warnings) {
    return Files.isDirectory(data) ? new CallFile(data, warnings) : entry -> {};
  }

  /** Whether there are calls to import. */
  public static boolean isIn(Path data) {
    return Files.exists(data.resolve(NAME))
        || Files.exists(data.resolve(ASIDE))
        || Files.exists(data.resolve(TAKING));
  }

  @Override
  public void record(Entry entry) {
    AuditCursor place = new AuditCursor(entry.at().toEpochMilli(), writer, seq.incrementAndGet());
    byte[] line = line(new StoredAudit(place, stored(entry)));
    try {
      locked(data, () -> append(line));
    } catch (IOException e) {
      warnings.accept("a call of '" + entry.command() + "' could not be logged: " + e);
    }
  }

  /** Converts an entry of the broker for the store. */
  static AuditEntry stored(Entry entry) {
    return new AuditEntry(
        new AuditEntry.Caller(
            entry.call().principal().name(), entry.call().run(), entry.call().step()),
        entry.command(),
        entry.artifact() == null ? null : entry.artifact().toString(),
        entry.at(),
        entry.outcome(),
        new AuditEntry.Cost(entry.cost().wallTime().toNanos(), entry.cost().fuel()));
  }

  private void append(byte[] line) throws IOException {
    Path file = data.resolve(NAME);
    if (Files.exists(file) && Files.size(file) + line.length > MOST_BYTES) {
      Files.move(file, data.resolve(ASIDE), StandardCopyOption.REPLACE_EXISTING);
    }
    PrivateFiles.append(file, line);
  }

  /**
   * Moves the calls of a data directory into the audit. Damaged lines are skipped with a warning.
   * After a crash, the next call continues.
   *
   * @throws UncheckedIOException if the files cannot be read or removed
   */
  public static void takeIn(Path data, Audit audit, Consumer<String> warnings) {
    if (!isIn(data)) {
      return;
    }
    try {
      locked(
          data,
          () -> {
            for (String name : List.of(TAKING, ASIDE, NAME)) {
              takeIn(data, name, audit, warnings);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("the calls in " + data.resolve(NAME) + " cannot be read", e);
    }
  }

  private static void takeIn(Path data, String name, Audit audit, Consumer<String> warnings)
      throws IOException {
    Path file = data.resolve(name);
    if (!Files.exists(file)) {
      return;
    }
    // Renamed, so that a crash keeps it separate from later calls.
    Path taking = data.resolve(TAKING);
    Files.move(file, taking, StandardCopyOption.REPLACE_EXISTING);
    audit.takeIn(read(taking, warnings));
    Files.delete(taking);
  }

  private static List<StoredAudit> read(Path file, Consumer<String> warnings) throws IOException {
    List<StoredAudit> entries = new ArrayList<>();
    int damaged = 0;
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      try {
        entries.add(entry(Binding.JSON.readTree(line)));
      } catch (JsonProcessingException | IllegalArgumentException e) {
        damaged++;
      }
    }
    if (damaged > 0) {
      warnings.accept(damaged + " damaged lines of " + file + " were not added to the audit");
    }
    return entries;
  }

  private static void locked(Path data, Work work) throws IOException {
    synchronized (PROCESS) {
      try (FileChannel channel =
              PrivateFiles.open(
                  data.resolve(LOCK), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
          var lock = channel.lock()) {
        if (!lock.isValid()) {
          throw new IOException("the lock of " + data + " was lost");
        }
        work.run();
      }
    }
  }

  private static byte[] line(StoredAudit row) {
    AuditEntry entry = row.entry();
    ObjectNode json =
        Binding.JSON
            .createObjectNode()
            .put("place", row.place().toString())
            .put("principal", entry.caller().principal())
            .put("command", entry.command())
            .put("artifact", entry.artifact())
            .put("outcome", entry.outcome().word())
            .put("exitCode", entry.outcome().exitCode())
            .put("detail", entry.outcome().detail())
            .put("wallNanos", entry.cost().wallNanos())
            .put("fuelUsed", entry.cost().fuelUsed());
    return (json + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static StoredAudit entry(JsonNode json) {
    AuditCursor place = AuditCursor.parse(text(json, "place"));
    Outcome.Kind kind = Outcome.Kind.valueOf(text(json, "outcome").toUpperCase(Locale.ROOT));
    JsonNode artifact = json.path("artifact");
    return new StoredAudit(
        place,
        new AuditEntry(
            new AuditEntry.Caller(text(json, "principal"), null, null),
            text(json, "command"),
            artifact.isTextual() ? artifact.textValue() : null,
            Instant.ofEpochMilli(place.atMillis()),
            new Outcome(kind, json.path("exitCode").intValue(), text(json, "detail")),
            new AuditEntry.Cost(
                json.path("wallNanos").longValue(), json.path("fuelUsed").longValue())));
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("'" + field + "' is missing");
    }
    return value.textValue();
  }
}
