package dev.escarole.web.page.recipe;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content.Source;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * A form that a browser has sent. It is kept in memory; nothing is written to disk. Immutable.
 *
 * @param fields in the order in which they were sent
 * @param file the file of the field {@value #FILE}; null if none was chosen
 * @param files those of the fields that begin with {@value #INPUT_FILE}, by the rest of their names
 */
@SuppressWarnings("ArrayRecordComponent")
public record SentForm(
    Map<String, List<String>> fields, byte @Nullable [] file, Map<String, byte[]> files) {

  /** Prefix of the names of fields for files that are inputs. */
  static final String INPUT_FILE = "file.";

  static final String FILE = "stdin-file";

  /** An array of as many items fits. */
  private static final int MOST_FIELDS = 10_000;

  /** The whole body has a limit of its own; no part of it may go to a file. */
  private static final MultiPartConfig IN_MEMORY =
      new MultiPartConfig.Builder()
          .maxParts(MOST_FIELDS)
          .maxSize(-1)
          .maxPartSize(-1)
          .maxMemoryPartSize(-1)
          .build();

  /** A form with these fields. */
  @SuppressWarnings("NullAway") // A compact constructor loses the annotation of an array.
  static SentForm withoutFiles(Map<String, List<String>> fields) {
    return new SentForm(fields, null, Map.of());
  }

  /**
   * The form of a request, in either of the two encodings of browsers.
   *
   * @throws RefusedException if it cannot be read
   */
  public static SentForm of(Context ctx) {
    String type = ctx.contentType();
    if (type == null || !ctx.isMultipartFormData()) {
      return withoutFiles(ctx.formParamMap());
    }
    Source body = Source.from(ByteBuffer.wrap(ctx.bodyAsBytes()));
    try (MultiPartFormData.Parts parts =
        MultiPartFormData.getParts(body, new Attributes.Mapped(), type, IN_MEMORY)) {
      return of(parts);
    } catch (CompletionException | IllegalArgumentException | IOException e) {
      throw new RefusedException(
          RefusalCode.BAD_FORM,
          "the form cannot be read",
          "Send it as multipart/form-data with at most %,d fields.".formatted(MOST_FIELDS));
    }
  }

  private static SentForm of(MultiPartFormData.Parts parts) throws IOException {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    byte[] file = null;
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (MultiPart.Part part : parts) {
      String name = Objects.toString(part.getName(), "");
      if (part.getFileName() == null) {
        fields
            .computeIfAbsent(name, key -> new ArrayList<>())
            .add(part.getContentAsString(StandardCharsets.UTF_8));
      } else if (name.equals(FILE) && !part.getFileName().isEmpty()) {
        file = bytes(part);
      } else if (name.startsWith(INPUT_FILE) && !part.getFileName().isEmpty()) {
        files.put(name.substring(INPUT_FILE.length()), bytes(part));
      }
    }
    return new SentForm(fields, file, files);
  }

  private static byte[] bytes(MultiPart.Part part) throws IOException {
    ByteBuffer buffer = Source.asByteBuffer(part.createContentSource());
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  String first(String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.get(0);
  }
}
