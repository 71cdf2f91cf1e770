package dev.escarole.web.api;

import dev.escarole.engine.store.RunReports;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers with stored bytes, in whole or in part (RFC 9110, section 14), without holding more than
 * a piece of them.
 */
final class OutputAnswer {

  /** What is stored does not change, and its name is its content. */
  private static final String FOR_EVER = "private, max-age=31536000, immutable";

  private static final String ASK_AGAIN = "private, no-cache";
  private static final int PIECE = 1 << 20;
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  private final RunReports reports;

  OutputAnswer(RunReports reports) {
    this.reports = reports;
  }

  /**
   * From where to where, both included.
   *
   * @param partial whether somebody asked for a part
   */
  private record Part(long from, long to, boolean partial) {
    long length() {
      return to - from + 1;
    }
  }

  /**
   * Answers with the bytes of this SHA-256.
   *
   * @param fileName what a browser calls the file
   * @param settled whether the address means these bytes for ever
   * @throws RefusedException if they are not stored
   */
  void send(Request request, String sha256, String fileName, boolean settled) throws IOException {
    OptionalLong size = reports.contentSize(sha256);
    if (size.isEmpty()) {
      throw new RefusedException(
          RefusalCode.NOT_KEPT,
          "these bytes are not stored",
          "The text of a join is put together from its branches and stored only as their outputs.");
    }
    Context ctx = request.ctx();
    ctx.header("ETag", "\"" + sha256 + "\"");
    ctx.header("Cache-Control", settled ? FOR_EVER : ASK_AGAIN);
    ctx.header("Accept-Ranges", "bytes");
    if (Answers.matches(ctx.header("If-None-Match"), sha256)) {
      ctx.status(HttpStatus.NOT_MODIFIED);
      return;
    }
    Part part = part(ctx, sha256, size.getAsLong());
    if (part == null) {
      ctx.header("Content-Range", "bytes */" + size.getAsLong());
      throw new HttpResponseException(
          416, "the part lies beyond the end of " + size.getAsLong() + " bytes");
    }
    ctx.contentType(MediaTypes.BYTES);
    ctx.header("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
    ctx.header("Content-Length", "" + part.length());
    if (part.partial()) {
      ctx.status(HttpStatus.PARTIAL_CONTENT);
      ctx.header(
          "Content-Range", "bytes %d-%d/%d".formatted(part.from(), part.to(), size.getAsLong()));
    }
    if (!ctx.method().name().equals("HEAD")) {
      copy(ctx, sha256, part);
    }
  }

  /**
   * The part that is asked for; all of it if the header is none that is understood; null if beyond.
   */
  private static @Nullable Part part(Context ctx, String sha256, long size) {
    Part whole = new Part(0, size - 1, false);
    String header = ctx.header("Range");
    String ifRange = ctx.header("If-Range");
    if (header == null || (ifRange != null && !ifRange.equals("\"" + sha256 + "\""))) {
      return whole;
    }
    Matcher range = RANGE.matcher(header.strip());
    if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
      return whole;
    }
    if (range.group(1).isEmpty()) {
      long last = Math.min(size, Long.parseLong(range.group(2)));
      return last == 0 ? null : new Part(size - last, size - 1, true);
    }
    long from = Long.parseLong(range.group(1));
    long to = range.group(2).isEmpty() ? size - 1 : Long.parseLong(range.group(2));
    if (to < from && !range.group(2).isEmpty()) {
      return whole;
    }
    return from >= size ? null : new Part(from, Math.min(to, size - 1), true);
  }

  /** The bytes go past compression, which would make a part of them another part. */
  private void copy(Context ctx, String sha256, Part part) throws IOException {
    OutputStream out = ctx.res().getOutputStream();
    long at = part.from();
    while (at <= part.to()) {
      int length = (int) Math.min(PIECE, part.to() - at + 1);
      byte[] bytes = reports.contentPart(sha256, at, length).orElse(new byte[0]);
      if (bytes.length == 0) {
        throw new IOException("the content " + sha256 + " was deleted while it was sent");
      }
      out.write(bytes);
      at += bytes.length;
    }
  }
}
