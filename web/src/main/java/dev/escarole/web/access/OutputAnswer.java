package dev.escarole.web.access;

import dev.escarole.web.app.output.OutputBytes;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers with stored bytes, in whole or in part (RFC 9110, section 14), without holding more than
 * a piece of them.
 */
public final class OutputAnswer {

  /** Stored content never changes: its name is its hash. */
  private static final String FOR_EVER = "private, max-age=31536000, immutable";

  private static final String ASK_AGAIN = "private, no-cache";
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  private OutputAnswer() {}

  /** From where to where, both included, and whether a range was asked for. */
  private record Part(long from, long to, boolean partial) {
    long length() {
      return to - from + 1;
    }
  }

  /** Answers with bytes, or the part of them that is asked for. */
  public static void send(Context ctx, OutputBytes bytes) throws IOException {
    String sha256 = bytes.sha256();
    if (matches(ctx.header("If-None-Match"), sha256)) {
      name(ctx, bytes);
      ctx.status(HttpStatus.NOT_MODIFIED);
      return;
    }
    Part part = part(ctx, sha256, bytes.size());
    if (part == null) {
      name(ctx, bytes);
      attach(ctx, bytes);
      ctx.header("Content-Range", "bytes */" + bytes.size());
      throw new HttpResponseException(
          416, "the part lies beyond the end of " + bytes.size() + " bytes");
    }
    boolean headOnly = ctx.method().name().equals("HEAD");
    // Opened before any header is set: bytes that cannot be read are another answer.
    try (InputStream in =
        headOnly ? InputStream.nullInputStream() : bytes.open(part.from(), part.to() + 1)) {
      name(ctx, bytes);
      describe(ctx, bytes, part);
      if (!headOnly) {
        // Past compression, which would make a part of the bytes another part.
        in.transferTo(ctx.res().getOutputStream());
      }
    }
  }

  private static void name(Context ctx, OutputBytes bytes) {
    ctx.header("ETag", "\"" + bytes.sha256() + "\"");
    ctx.header("Cache-Control", bytes.settled() ? FOR_EVER : ASK_AGAIN);
    ctx.header("Accept-Ranges", "bytes");
  }

  private static void attach(Context ctx, OutputBytes bytes) {
    ctx.header("Content-Disposition", "attachment; filename=\"" + bytes.fileName() + "\"");
  }

  private static void describe(Context ctx, OutputBytes bytes, Part part) {
    attach(ctx, bytes);
    ctx.contentType("application/octet-stream");
    ctx.header("Content-Length", "" + part.length());
    if (part.partial()) {
      ctx.status(HttpStatus.PARTIAL_CONTENT);
      ctx.header("Content-Range", "bytes %d-%d/%d".formatted(part.from(), part.to(), bytes.size()));
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

  /** Whether one of the versions of a header is this one; weak and strong ones are alike here. */
  public static boolean matches(@Nullable String header, String version) {
    if (header == null) {
      return false;
    }
    for (String part : header.split(",", -1)) {
      String tag = part.strip();
      String bare = tag.startsWith("W/") ? tag.substring(2) : tag;
      if (bare.equals("*") || bare.equals("\"" + version + "\"")) {
        return true;
      }
    }
    return false;
  }
}
