package dev.escarole.web.app.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.Content;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.function.Supplier;

/**
 * What a run came to, read as UTF-8. It may be large, so it is read only where it is wanted, and
 * written without being held. As thread-safe as what it is read from.
 */
public final class ResultText {

  private final long bytes;
  private final Supplier<InputStream> source;

  private ResultText(long bytes, Supplier<InputStream> source) {
    this.bytes = bytes;
    this.source = source;
  }

  /** A text that is there. */
  public static ResultText of(String text) {
    return of(Content.of(text));
  }

  /** What a run has just come to. */
  public static ResultText of(Content content) {
    ByteParts parts = content.parts();
    return new ResultText(
        parts.size(),
        () ->
            new SequenceInputStream(
                Collections.enumeration(
                    parts.arrays().stream().map(ByteArrayInputStream::new).toList())));
  }

  /** A text of which the bytes are read where they are wanted. */
  public static ResultText of(long bytes, Supplier<InputStream> source) {
    return new ResultText(bytes, source);
  }

  /** How many bytes it has. */
  public long bytes() {
    return bytes;
  }

  /**
   * All of it.
   *
   * @throws UncheckedIOException if the store has lost it
   */
  public String text() {
    try (InputStream in = source.get()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes it as a JSON text, piece by piece. */
  public void write(JsonGenerator json) throws IOException {
    try (Reader reader = new InputStreamReader(source.get(), StandardCharsets.UTF_8)) {
      json.writeString(reader, -1);
    }
  }
}
