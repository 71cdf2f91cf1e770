package dev.escarole.engine.catalog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.OwnCommands.Addition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file with commands, to carry them to another machine: a line with the SHA-256 of all that
 * follows, then a ZIP archive with a manifest, which pins every program, and the programs. It holds
 * names, programs and argument modes, and nothing that grants anything.
 */
public final class CommandBundle {

  private static final String LINE = "escarole-commands 1 ";
  private static final String MANIFEST = "commands.json";
  private static final int HASH = 64;
  private static final int LONGEST_LINE = LINE.length() + HASH + 1;
  private static final long MOST_BYTES = 2L << 30;
  private static final int MOST_MANIFEST = 4 << 20;
  private static final int VERSION = 1;
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private CommandBundle() {}

  /** Gives the bytes of a program. */
  public interface Programs {
    /** Returns the bytes, which have this hash. */
    byte[] read(ArtifactId id) throws IOException;
  }

  /**
   * Writes a bundle, which appears whole or not at all. The same commands make the same bytes.
   *
   * @return the SHA-256 in its first line
   * @throws IOException if it cannot be written, or a program not be read
   */
  public static String write(Path file, List<Command> commands, Programs programs)
      throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path archive = Files.createTempFile(directory, ".", ".bundle");
    Path whole = Files.createTempFile(directory, ".", ".bundle");
    try {
      MessageDigest digest = sha256();
      try (OutputStream out = Files.newOutputStream(archive);
          ZipOutputStream zip = new ZipOutputStream(new DigestOutputStream(out, digest))) {
        writeEntries(zip, commands, programs);
      }
      String hash = HexFormat.of().formatHex(digest.digest());
      try (OutputStream out = Files.newOutputStream(whole)) {
        out.write((LINE + hash + "\n").getBytes(StandardCharsets.US_ASCII));
        Files.copy(archive, out);
      }
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      return hash;
    } finally {
      Files.deleteIfExists(archive);
      Files.deleteIfExists(whole);
    }
  }

  private static void writeEntries(ZipOutputStream zip, List<Command> commands, Programs programs)
      throws IOException {
    ObjectNode root = JSON.createObjectNode().put("version", VERSION);
    ObjectNode rows = root.putObject("commands");
    for (Command each : commands) {
      rows.putObject(each.name())
          .put("artifact", each.artifact().sha256())
          .put("mode", each.mode().word());
    }
    entry(zip, MANIFEST, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
    Set<ArtifactId> written = new HashSet<>();
    for (Command each : commands) {
      if (written.add(each.artifact())) {
        entry(zip, each.name() + ".wasm", programs.read(each.artifact()));
      }
    }
  }

  private static void entry(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  /**
   * Reads a bundle. Its archive is only unpacked if it has the hash of the first line.
   *
   * @param pin the SHA-256 that it must have; null if only the file's own counts
   * @throws CatalogException if a byte of it differs, or it is not a bundle
   */
  public static List<Addition> read(Path file, @Nullable String pin) throws CatalogException {
    try (TemporaryFile archive = TemporaryFile.create(".bundle")) {
      copyVerified(file, archive.path(), pin);
      return additions(archive.path());
    } catch (IOException e) {
      throw bad(file, String.valueOf(e.getMessage()));
    }
  }

  private static void copyVerified(Path file, Path archive, @Nullable String pin)
      throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = new DigestOutputStream(Files.newOutputStream(archive), digest)) {
      String line = new String(in.readNBytes(LONGEST_LINE), StandardCharsets.ISO_8859_1);
      if (!line.startsWith(LINE) || line.length() < LONGEST_LINE || !line.endsWith("\n")) {
        throw new IOException("it does not begin with the line of a bundle");
      }
      byte[] block = new byte[1 << 16];
      long copied = 0;
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        copied += read;
        if (copied > MOST_BYTES) {
          throw new IOException("it has more than " + MOST_BYTES + " bytes");
        }
        out.write(block, 0, read);
      }
      String hash = HexFormat.of().formatHex(digest.digest());
      if (!line.strip().equals(LINE + hash)) {
        throw new IOException("its bytes hash to " + hash + ", not to what its first line says");
      }
      if (pin != null && !pin.equalsIgnoreCase(hash)) {
        throw new IOException("its SHA-256 is " + hash + ", not " + pin);
      }
    }
  }

  private static List<Addition> additions(Path archive) throws IOException {
    byte[] manifest = ArchiveMembers.read(archive, Set.of(MANIFEST), MOST_MANIFEST).get(MANIFEST);
    JsonNode root = manifest == null ? null : JSON.readTree(manifest);
    if (root == null || root.path("version").asInt() != VERSION) {
      throw new IOException("it has no manifest that this version of Escarole can read");
    }
    Map<String, Command> commands = new LinkedHashMap<>();
    Map<ArtifactId, String> parts = new HashMap<>();
    for (Map.Entry<String, JsonNode> row : root.path("commands").properties()) {
      Command command = command(row.getKey(), row.getValue());
      commands.put(row.getKey(), command);
      parts.putIfAbsent(command.artifact(), command.name() + ".wasm");
    }
    Map<String, byte[]> programs =
        ArchiveMembers.read(archive, new HashSet<>(parts.values()), OwnCommands.MOST_BYTES);
    List<Addition> additions = new ArrayList<>();
    for (Command each : commands.values()) {
      byte[] program = programs.get(parts.get(each.artifact()));
      if (program == null || !ArtifactId.of(program).equals(each.artifact())) {
        throw new IOException(
            "the program of '" + each.name() + "' is missing or not the pinned one");
      }
      additions.add(new Addition(each.name(), program, each.mode()));
    }
    additions.sort(Comparator.comparing(Addition::name));
    return additions;
  }

  private static Command command(String name, JsonNode row) throws IOException {
    String hash = row.path("artifact").asText();
    ArgumentMode mode = ArgumentMode.of(row.path("mode").asText()).orElse(null);
    if (mode == null || !Command.isValidName(name) || !ArtifactId.isValid(hash)) {
      throw new IOException("its manifest has a damaged row");
    }
    return new Command(name, new ArtifactId(hash), Command.Origin.REGISTERED, mode);
  }

  private static CatalogException bad(Path file, String why) {
    return new CatalogException(
        Reason.BAD_BUNDLE,
        "the bundle " + file + " is refused: " + why,
        "Nothing was added. Get the file again from where 'commands export' wrote it.");
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java has SHA-256", e);
    }
  }
}
