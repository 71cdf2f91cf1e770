package dev.escarole.engine.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.wasm.metering.MeteredModule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * File format of {@link CompiledCode}: the SHA-256 of the rest; a line with the artifact and the
 * versions of metering, compiler and Java; then the classes. The hash detects damage, not
 * manipulation.
 */
final class CompiledFormat {

  private static final int HASH_BYTES = 64;

  /** The versions that the classes depend on; empty if the compiler's version is unknown. */
  static final String VERSIONS = versions();

  private CompiledFormat() {}

  /** Whether the version of the compiler is known; if not, nothing can be cached. */
  static boolean isAvailable() {
    return !VERSIONS.isEmpty();
  }

  static byte[] write(CompiledCode code, ArtifactId id) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(id.sha256() + VERSIONS);
      out.writeUTF(code.mainClass());
      out.writeBoolean(code.interprets());
      out.writeInt(code.classes().size());
      for (Map.Entry<String, byte[]> entry : code.classes().entrySet()) {
        out.writeUTF(entry.getKey());
        out.writeInt(entry.getValue().length);
        out.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: memory cannot be written", e);
    }
    byte[] content = bytes.toByteArray();
    byte[] hash = hash(content);
    byte[] both = Arrays.copyOf(hash, hash.length + content.length);
    System.arraycopy(content, 0, both, hash.length, content.length);
    return both;
  }

  /** Parses a file; empty if it is damaged or for another artifact or version. */
  static Optional<CompiledCode> read(byte[] file, ArtifactId id) {
    if (file.length < HASH_BYTES) {
      return Optional.empty();
    }
    byte[] content = Arrays.copyOfRange(file, HASH_BYTES, file.length);
    if (!Arrays.equals(file, 0, HASH_BYTES, hash(content), 0, HASH_BYTES)) {
      return Optional.empty();
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
      return in.readUTF().equals(id.sha256() + VERSIONS)
          ? Optional.of(new CompiledCode(in.readUTF(), in.readBoolean(), classes(in)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Map<String, byte[]> classes(DataInputStream in) throws IOException {
    Map<String, byte[]> classes = new HashMap<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      classes.put(in.readUTF(), in.readNBytes(in.readInt()));
    }
    return classes;
  }

  private static byte[] hash(byte[] content) {
    return ArtifactId.of(content).sha256().getBytes(UTF_8);
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
          : " metered "
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
