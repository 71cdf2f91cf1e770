package dev.escarole.engine.build;

import dev.escarole.engine.command.ArtifactId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * The SHA-256 of several texts. Each has its length before it, and each list its size, so that no
 * two inputs have the same bytes. Not thread-safe.
 */
public final class TextHash {

  private final ByteArrayOutputStream all = new ByteArrayOutputStream();

  /** Adds a text. */
  public TextHash add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    addNumber(bytes.length);
    all.writeBytes(bytes);
    return this;
  }

  /** Adds a list of texts in its order. */
  public TextHash addAll(Collection<String> texts) {
    addNumber(texts.size());
    texts.forEach(this::add);
    return this;
  }

  private void addNumber(int number) {
    all.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  /** Returns the hash in hex. */
  public String hex() {
    return ArtifactId.of(all.toByteArray()).sha256();
  }
}
