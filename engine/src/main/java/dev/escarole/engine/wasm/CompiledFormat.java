package dev.escarole.engine.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.metering.MeteredModule;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * File format of {@link CompiledCode}: the SHA-256 of the rest; a line with the artifact and the
 * versions of metering, compiler and Java; the interpreted functions; then the classes. The hash
 * detects damage, not manipulation. Classes are written and read one by one, as those of a large
 * program take a hundred megabytes.
 */
final class CompiledFormat {

  private static final int HASH_BYTES = 64;

  /** Increased whenever the format changes. */
  private static final int FORMAT = 2;

  /** The versions that the classes depend on; empty if the compiler's version is unknown. */
  static final String VERSIONS = versions();

  private final CompiledCode code;
  private final ArtifactId id;
  private final byte[] hash;
  private final int length;

  /** Prepares code for writing. */
  CompiledFormat(CompiledCode code, ArtifactId id) {
    this.code = code;
    this.id = id;
    MessageDigest digest = digest();
    try (DataOutputStream out =
        new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
      content(out);
      this.length = HASH_BYTES + out.size();
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: nothing can be written to", e);
    }
    this.hash = hex(digest);
  }

  /** Whether the version of the compiler is known; if not, nothing can be cached. */
  static boolean isAvailable() {
    return !VERSIONS.isEmpty();
  }

  /** The size of the file. */
  int length() {
    return length;
  }

  void write(OutputStream to) throws IOException {
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to));
    out.write(hash);
    content(out);
    out.flush();
  }

  private void content(DataOutputStream out) throws IOException {
    out.writeUTF(id.sha256() + VERSIONS);
    out.writeInt(code.interpreted().size());
    out.writeInt(code.names().size());
    for (String name : code.names()) {
      out.writeUTF(name);
    }
    out.writeUTF(code.mainClass());
    for (int function : new TreeSet<>(code.interpreted())) {
      out.writeInt(function);
    }
    out.writeInt(code.classes().size());
    for (Map.Entry<String, byte[]> entry : new TreeMap<>(code.classes()).entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeInt(entry.getValue().length);
      out.write(entry.getValue());
    }
  }

  /** Reads a file; empty if it is damaged or for another artifact or version. */
  static Optional<CompiledCode> read(InputStream file, ArtifactId id) throws IOException {
    InputStream from = new BufferedInputStream(file);
    byte[] hash = from.readNBytes(HASH_BYTES);
    MessageDigest digest = digest();
    DataInputStream in = new DataInputStream(new DigestInputStream(from, digest));
    try {
      Optional<CompiledCode> code = content(in, id);
      boolean whole = in.read() < 0 && Arrays.equals(hash, hex(digest));
      return whole ? code : Optional.empty();
    } catch (EOFException | UTFDataFormatException | DamagedException e) {
      return Optional.empty();
    }
  }

  private static Optional<CompiledCode> content(DataInputStream in, ArtifactId id)
      throws IOException {
    if (!in.readUTF().equals(id.sha256() + VERSIONS)) {
      return Optional.empty();
    }
    int interpreted = in.readInt();
    List<String> names = names(in);
    String mainClass = in.readUTF();
    Set<Integer> functions = new HashSet<>();
    for (int i = 0; i < interpreted; i++) {
      functions.add(in.readInt());
    }
    Map<String, byte[]> classes = new HashMap<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      classes.put(in.readUTF(), part(in));
    }
    return Optional.of(new CompiledCode(mainClass, functions, names, classes));
  }

  /** Reads only which functions are interpreted; empty if that is damaged or of another version. */
  static Optional<SlowFunctions> slow(InputStream file, ArtifactId id) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(file));
    in.skipNBytes(HASH_BYTES);
    try {
      return in.readUTF().equals(id.sha256() + VERSIONS)
          ? Optional.of(new SlowFunctions(Math.max(0, in.readInt()), names(in), true))
          : Optional.empty();
    } catch (EOFException | UTFDataFormatException e) {
      return Optional.empty();
    }
  }

  private static List<String> names(DataInputStream in) throws IOException {
    List<String> names = new ArrayList<>();
    int count = Math.min(SlowFunctions.MOST_NAMES, in.readInt());
    for (int i = 0; i < count; i++) {
      names.add(in.readUTF());
    }
    return names;
  }

  private static byte[] part(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new DamagedException();
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  /** A length that no file has. */
  private static final class DamagedException extends IOException {
    @Serial private static final long serialVersionUID = 1L;
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every JVM has SHA-256", e);
    }
  }

  private static byte[] hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest()).getBytes(UTF_8);
  }

  private static String versions() {
    String file = "/META-INF/maven/com.dylibso.chicory/compiler/pom.properties";
    try (InputStream in = MachineFactoryCompiler.class.getResourceAsStream(file)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      String compiler = properties.getProperty("version", "");
      return compiler.isEmpty()
          ? ""
          : " format "
              + FORMAT
              + " metered "
              + MeteredModule.VERSION
              + " chicory "
              + compiler
              + " java "
              + Runtime.version().feature();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
